import type { Recognizer } from '../../recognizer.js';
import { creditCard } from './credit-card.js';
import { dateOfBirth } from './date-of-birth.js';
import { email } from './email.js';
import { iban } from './iban.js';
import { ipAddress } from './ip-address.js';
import { jwt } from './jwt.js';
import { macAddress } from './mac-address.js';
import { phone } from './phone.js';
import { privateKey } from './private-key.js';
import { providerKey } from './provider-key.js';
import { url } from './url.js';

/** Recognizers of values that belong to no country. */
export const GENERIC_RECOGNIZERS: readonly Recognizer[] = [
  creditCard,
  dateOfBirth,
  email,
  iban,
  ipAddress,
  jwt,
  macAddress,
  phone,
  privateKey,
  providerKey,
  url,
];
