import { labelledIdentifier } from './labelled-identifier.js';

/** Driving licence numbers. */
export const driverLicense = labelledIdentifier({
  id: 'driver-license',
  type: 'DRIVER_LICENSE',
  title: 'Driving licence number',
  source:
    'AAMVA DL/ID card standard 2020 annex D (customer id: up to 25 characters), Directive 2006/126/EC annex I; the label decides',
  prefixes: 'DL',
  context: {
    en: [
      'driver license',
      'drivers license',
      "driver's license",
      'driver licence',
      'driving licence',
      'driving license',
      'license no',
      'licence no',
      'license number',
      'licence number',
      'licence',
      'license',
      'dl',
      'dl no',
      'oln',
      'lic',
      'dvla',
    ],
    de: ['fuhrerschein', 'fuhrerscheinnummer', 'fuhrerausweis'],
    fr: ['permis', 'permis de conduire'],
    es: ['licencia de conducir', 'permiso de conducir', 'carne de conducir', 'permiso', 'licencia'],
    it: ['patente', 'patente di guida'],
    pt: ['cnh', 'carta de conducao', 'carteira de motorista', 'habilitacao'],
    nl: ['rijbewijs', 'rijbewijsnummer'],
    id: ['sim', 'sim a', 'sim b', 'sim c', 'nomor sim'],
    pl: ['prawo jazdy'],
  },
  notContext: ['software', 'mit', 'apache', 'bsd', 'gpl', 'plate'],
  examples: { valid: ['D6647119', 'D123-4567-8901', 'BXE 904417', 'VAFIA811194T99RM'], invalid: ['2025', '2.0'] },
});
