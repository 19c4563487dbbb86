import { patternRecognizer, type Validation } from '../../recognizer.js';

const ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
/** The value of each symbol of the alphabet, in its order (49 CFR 565.15, table III). */
const VALUES = '012345678912345678123457923456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** 49 CFR 565.15(c). The check digit binds North America only, so elsewhere a wrong one says nothing. */
export function validateVin(value: string): Validation {
  if (!/\d/.test(value) || !/[A-Z]{2}/.test(value) || !/\d{2}$/.test(value)) return 'invalid';
  let sum = 0;
  for (let index = 0; index < 17; index += 1) {
    sum += Number(VALUES[ALPHABET.indexOf(value[index]!)]) * WEIGHTS[index]!;
  }
  const check = sum % 11 === 10 ? 'X' : String(sum % 11);
  return check === value[8] ? 'valid' : 'unknown';
}

/** Vehicle identification numbers. */
export const vin = patternRecognizer({
  id: 'vin',
  type: 'VIN',
  title: 'Vehicle identification number',
  source: 'ISO 3779, ISO 3780; 49 CFR 565.15 (check digit)',
  check: 'weighted sum mod 11 (North America); alphabet without I, O, Q',
  score: 0.2,
  validScore: 0.55,
  patterns: [{ name: '17 characters', regex: /[A-HJ-NPR-Z0-9]{17}/ }],
  validate: validateVin,
  context: {
    en: ['vin', 'chassis', 'vehicle identification', 'vehicle', 'car', 'frame number', 'toyota', 'honda', 'ford'],
    de: ['fahrgestellnummer', 'fin', 'fahrzeug', 'fahrzeugidentnummer'],
    fr: ['chassis', 'numero de serie', 'vehicule'],
    es: ['bastidor', 'chasis', 'vehiculo'],
    it: ['telaio', 'veicolo'],
    pt: ['chassi', 'chassis', 'veiculo'],
    nl: ['chassisnummer', 'chassis', 'voertuig'],
    id: ['rangka', 'nomor rangka'],
  },
  examples: { valid: ['1HGBH41JXMN109186', 'WVWZZZ1K5AW078001'], invalid: ['11111111111111111', 'ABCDEFGHJKLMNPRST'] },
});
