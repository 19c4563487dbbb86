import type { Recognizer, ScanMatch } from '../../recognizer.js';

const DECIMAL =
  /(?=[-+\d])(?<![\w.,-]|\d[, ] ?)([-+]?\d{1,2}\.\d{3,9})( ?°? ?[NSns]?)(, ?|;)([-+]?\d{1,3}\.\d{3,9})( ?°? ?[EWOeo]?)(?![\w.]|, ?[-+]?\d)/g;
const SEXAGESIMAL =
  /(?=\d)(?<![\w.])\d{1,2}° ?\d{1,2}['′](?: ?\d{1,2}(?:\.\d{1,4})?(?:["″]|′′|''))? ?[NS],? ?\d{1,3}° ?\d{1,2}['′](?: ?\d{1,2}(?:\.\d{1,4})?(?:["″]|′′|''))? ?[EWO]/g;
const PRECISE = 4;

/** Pairs of coordinates, decimal (WGS 84) or in degrees and minutes. */
export function* scanCoordinates(text: string): Generator<ScanMatch> {
  if (text.includes('.')) {
    for (const match of text.matchAll(DECIMAL)) {
      const [whole, latitude, north, longitude, east] = [match[0], match[1], match[2], match[4], match[5]] as [
        string,
        string,
        string,
        string,
        string,
      ];
      if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) continue;
      const named = /[°NSns]/.test(north) && /[°EWOeo]/.test(east);
      yield {
        start: match.index,
        end: match.index + whole.trimEnd().length,
        pattern: 'decimal',
        score: scoreOf(latitude, longitude, named),
        validation: 'unknown',
      };
    }
  }
  if (!text.includes('°')) return;
  for (const match of text.matchAll(SEXAGESIMAL)) {
    yield {
      start: match.index,
      end: match.index + match[0].length,
      pattern: 'degrees and minutes',
      score: 0.9,
      validation: 'unknown',
    };
  }
}

/** Small numbers side by side are more often a vector than a place in the Gulf of Guinea. */
function scoreOf(latitude: string, longitude: string, named: boolean): number {
  if (named) return 0.9;
  const decimals = Math.min(decimalsOf(latitude), decimalsOf(longitude));
  const whole = Math.max(Math.abs(Number(latitude)), Math.abs(Number(longitude)));
  if (decimals < PRECISE || whole < 10) return 0.2;
  return Math.abs(Number(latitude)) >= 10 ? 0.5 : 0.35;
}

function decimalsOf(number: string): number {
  return number.length - number.indexOf('.') - 1;
}

/** Geographic coordinates. */
export const gps: Recognizer = {
  id: 'gps',
  types: ['GPS'],
  title: 'Geographic coordinates',
  source: 'ISO 6709:2022 annexes D and H',
  check: 'ranges of latitude and longitude; precision',
  score: 0.2,
  patterns: [],
  scan: scanCoordinates,
  triggers: { runs: 'digits', before: 8, after: 40 },
  context: {
    '*': [
      'gps',
      'lat',
      'latitude',
      'lon',
      'lng',
      'longitude',
      'latlng',
      'coordinates',
      'coords',
      'location',
      'position',
      'pos',
      'geo',
      'grid',
      'wgs84',
      'loc',
    ],
    de: ['standort', 'koordinaten', 'position'],
    fr: ['coordonnees', 'position'],
    es: ['coordenadas', 'ubicacion', 'posicion', 'encuentro'],
    it: ['coordinate', 'posizione'],
    pt: ['coordenadas', 'localizacao', 'encontro'],
    nl: ['coordinaten', 'locatie', 'positie', 'gezien'],
    id: ['koordinat', 'lokasi', 'posisi'],
  },
  examples: {
    valid: ['40.7128° N, 74.0060° W', '48.20849, 16.37208', '-33.9180, 18.4231', '46°04′29″N 11°07′18″E'],
    invalid: ['91.12345, 200.12345', '1.2, 3.4'],
  },
};
