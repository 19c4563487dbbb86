import type { InfoType } from '#lib/kernel';
import { dateOf } from '../values/search-terms.js';
import { countryOfCity } from './city-countries.js';
import { redactedText } from './redacted-text.js';

const AGE_BAND_YEARS = 10;

/**
 * A value told less exactly, for good: ages in bands of ten years (and 90 and over as one, as in 45 CFR 164.514(b)), dates
 * as their year, postal codes as their first three characters, cities as their country. What can't be told less exactly is
 * redacted.
 */
export function generaliseValue(type: InfoType, value: string): string {
  switch (type) {
    case 'AGE': {
      const age = Number(/\d{1,3}/.exec(value)?.[0] ?? Number.NaN);
      if (Number.isNaN(age)) return redactedText(type);
      if (age >= 90) return '90+';
      const from = Math.floor(age / AGE_BAND_YEARS) * AGE_BAND_YEARS;
      return `${from}-${from + AGE_BAND_YEARS - 1}`;
    }
    case 'DATE':
    case 'DATE_OF_BIRTH': {
      const date = dateOf(value);
      return date ? String(date.year) : redactedText(type);
    }
    case 'ADDRESS': {
      const zip = /(?<![\p{L}\p{N}])(\d{3})\d{2}(?:-\d{4})?(?![\p{L}\p{N}])/u.exec(value)?.[1];
      return zip ? `${zip}**` : redactedText(type);
    }
    case 'LOCATION':
      return countryOfCity(value) ?? redactedText(type);
    default: {
      const zip = /_(?:ZIP|POSTCODE|POSTAL_CODE)$/.test(type) ? [...value.trim()].slice(0, 3).join('') : '';
      return zip.length === 3 ? `${zip}**` : redactedText(type);
    }
  }
}
