import { CITY_NAMES } from './city-names.js';

const REGION_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

const COUNTRY_OF = new Map(
  Object.entries(CITY_NAMES).flatMap(([country, names]) => names.split('|').map((name) => [name, country] as const)),
);

/** The country of a large city, by its common English name, with or without marks; null for any other place. */
export function countryOfCity(city: string): string | null {
  const folded = city.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const country = COUNTRY_OF.get(folded);
  return country === undefined ? null : (REGION_NAMES.of(country) ?? null);
}
