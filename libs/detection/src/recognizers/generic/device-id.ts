import { patternRecognizer } from '../../recognizer.js';
import { labelledIdentifier } from './labelled-identifier.js';

/** Serial numbers and chips of devices and animals. */
export const deviceSerial = labelledIdentifier({
  id: 'device-serial',
  type: 'DEVICE_ID',
  title: 'Serial number of a device',
  source: '45 CFR 164.514(b)(2)(i)(M); formats differ by maker, so the label decides',
  context: {
    en: [
      'serial',
      'serial no',
      'serial number',
      's/n',
      'device id',
      'device identifier',
      'device serial',
      'microchip',
      'chip',
      'chip number',
      'frame number',
      'udid',
      'hardware id',
      'asset tag',
      'meter',
    ],
    de: ['seriennummer', 'serien nr', 'geratenummer', 'chipnummer', 'transponder', 'zahlernummer'],
    fr: ['numero de serie', 'n de serie', 'puce'],
    es: ['numero de serie', 'n de serie', 'microchip'],
    it: ['numero di serie', 'matricola', 'seriale', 'microchip'],
    pt: ['numero de serie', 'n de serie', 'microchip'],
    nl: ['serienummer', 'chipnummer'],
    id: ['nomor seri', 'no seri'],
  },
  notContext: ['soa', 'dns', 'zone'],
  examples: { valid: ['C34-00871', 'ZTE4K0091772', '986488756666556', 'OT-R-4471882'], invalid: ['2025', '9600'] },
});

/** Advertising and vendor identifiers in UUID form, beside a word that says so: a bare UUID is nobody's. */
export const advertisingId = patternRecognizer({
  id: 'advertising-id',
  type: 'DEVICE_ID',
  title: 'Advertising or vendor device identifier',
  source: 'RFC 9562 §4 (UUID); IDFA, IDFV and GAID as their platforms document them',
  score: 0.2,
  requiresContext: true,
  contextDistanceMax: 4,
  patterns: [{ name: 'UUID', regex: /[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/i }],
  context: {
    '*': [
      'idfa',
      'idfv',
      'gaid',
      'aaid',
      'advertising id',
      'ad id',
      'adid',
      'device id',
      'device identifier',
      'device',
      'udid',
      'android id',
      'vendor id',
    ],
  },
  examples: { valid: ['AEBE52E7-03EE-455A-B3C4-E57283966239'], invalid: ['AEBE52E7-03EE-455A-B3C4'] },
});
