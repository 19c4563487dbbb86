import type { Validator } from 'stdnum';
import type { Validation } from '../recognizer.js';

/**
 * Checks by `stdnum`, for rules too long to restate and patterns too telling to be tried often: the library takes some ten
 * microseconds for a number it refuses. `bare` turns the spelling into what the library expects.
 */
export function byStdnum(validator: Validator, bare: (value: string) => string): (value: string) => Validation {
  return (value) => (validator.validate(bare(value)).isValid ? 'valid' : 'invalid');
}
