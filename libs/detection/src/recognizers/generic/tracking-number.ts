import { compact, patternRecognizer, type Validation } from '../../recognizer.js';

/** UPS: letters count as (value − 3) mod 10 from A = 2; odd places once, even twice; the last digit completes to ten. */
function validate(value: string): Validation {
  const code = compact(value);
  if (code.startsWith('1Z')) {
    let sum = 0;
    for (let index = 2; index < 17; index += 1) {
      const symbol = code.charCodeAt(index);
      sum += (symbol <= 57 ? symbol - 48 : (symbol - 63) % 10) * (index % 2 === 0 ? 1 : 2);
    }
    return (10 - (sum % 10)) % 10 === Number(code[17]) ? 'valid' : 'invalid';
  }
  if (/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(code)) {
    const sum = [...'86423597'].reduce((total, weight, index) => total + Number(weight) * Number(code[index + 2]), 0);
    const rest = 11 - (sum % 11);
    return (rest === 10 ? 0 : rest === 11 ? 5 : rest) === Number(code[10]) ? 'valid' : 'invalid';
  }
  return 'unknown';
}

/** Parcel tracking numbers. */
export const trackingNumber = patternRecognizer({
  id: 'tracking-number',
  type: 'TRACKING_NUMBER',
  title: 'Parcel tracking number',
  source: 'UPU S10-12 (two letters, nine digits, country), UPS 1Z format; carriers of digits only with context',
  check: 'UPU S10 weighted sum mod 11; UPS mod 10',
  score: 0.15,
  validScore: 0.9,
  patterns: [
    { name: 'UPS', regex: /1Z ?[A-Z0-9]{3} ?[A-Z0-9]{3} ?\d{2} ?\d{4} ?\d{4}/ },
    { name: 'UPU S10', regex: /[A-Z]{2} ?\d{3} ?\d{3} ?\d{3} ?[A-Z]{2}/, validScore: 0.7 },
    { name: 'digits', regex: /\d{12}|\d{14,15}|\d{20,22}|\d{4}(?: \d{4}){2,4}(?: \d{2})?/ },
    { name: 'letters and digits', regex: /[A-Z]{2,5}\d{9,14}/ },
  ],
  validate,
  context: {
    en: [
      'tracking',
      'tracking number',
      'tracking no',
      'parcel',
      'shipment',
      'consignment',
      'ups',
      'usps',
      'fedex',
      'dhl',
      'waybill',
    ],
    de: ['sendungsnummer', 'sendung', 'paketnummer', 'paket'],
    fr: ['suivi', 'numero de suivi', 'colis'],
    es: ['seguimiento', 'envio', 'paquete'],
    it: ['tracciamento', 'spedizione', 'pacco'],
    pt: ['rastreio', 'rastreamento', 'encomenda'],
    nl: ['track', 'zending', 'pakket'],
    id: ['resi', 'nomor resi', 'paket'],
  },
  contextDistanceMax: 5,
  examples: { valid: ['1Z999AA10123456784', 'RR473124829GB'], invalid: ['1Z999AA10123456785', 'RR473124828GB'] },
});
