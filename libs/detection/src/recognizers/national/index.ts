import type { Recognizer } from '../../recognizer.js';
import { usSsn } from '../us/ssn.js';

/** National and tax identifiers, one folder a country under `recognizers/`. */
export const NATIONAL_RECOGNIZERS: readonly Recognizer[] = [usSsn];
