import type { Recognizer } from '../../recognizer.js';
import { age } from './age.js';
import { bankAccount } from './bank-account.js';
import { bic } from './bic.js';
import { cardCvv, cardExpiry, cardTrack } from './card-details.js';
import { caseNumber } from './case-number.js';
import { companyName } from './company-name.js';
import { cookie } from './cookie.js';
import { creditCard } from './credit-card.js';
import { cryptoAddress } from './crypto-address.js';
import { customerId } from './customer-id.js';
import { namedDate, numericDate } from './date.js';
import { dateOfBirth } from './date-of-birth.js';
import { advertisingId, deviceSerial } from './device-id.js';
import { driverLicense } from './driver-license.js';
import { email } from './email.js';
import { disguisedEmails } from './email-disguised.js';
import { employeeId } from './employee-id.js';
import { gps } from './gps.js';
import { iban } from './iban.js';
import { imei } from './imei.js';
import { insuranceId } from './insurance-id.js';
import { ipAddress } from './ip-address.js';
import { jwt } from './jwt.js';
import { labelledName, likelyName } from './labelled-name.js';
import { labelledAddress, labelledOrganization, labelledPlace, labelledPostcode } from './labelled-place.js';
import { labelledSecret } from './labelled-secret.js';
import { labelledWords } from './labelled-words.js';
import { licensePlate } from './license-plate.js';
import { macAddress } from './mac-address.js';
import { medicalRecord } from './medical-record.js';
import { condition, medication } from './medication.js';
import { mrz } from './mrz.js';
import { nationalId } from './national-id.js';
import { passport } from './passport.js';
import { connectionPassword, password } from './password.js';
import { personalFile } from './personal-file.js';
import { phone } from './phone.js';
import { privateKey } from './private-key.js';
import { providerKey } from './provider-key.js';
import { cusip, isin, lei } from './securities.js';
import { iccid, imsi } from './sim-id.js';
import { streetAddress } from './street-address.js';
import { taxId } from './tax-id.js';
import { toldPassword } from './told-password.js';
import { toldUsername } from './told-username.js';
import { trackingNumber } from './tracking-number.js';
import { url } from './url.js';
import { username } from './username.js';
import { vin } from './vin.js';

/** Recognizers of values that belong to no country. */
export const GENERIC_RECOGNIZERS: readonly Recognizer[] = [
  age,
  bankAccount,
  bic,
  cardCvv,
  cardExpiry,
  cardTrack,
  caseNumber,
  companyName,
  cookie,
  creditCard,
  cryptoAddress,
  customerId,
  dateOfBirth,
  numericDate,
  namedDate,
  deviceSerial,
  advertisingId,
  driverLicense,
  ...disguisedEmails,
  email,
  employeeId,
  gps,
  iban,
  imei,
  insuranceId,
  ipAddress,
  jwt,
  labelledName,
  likelyName,
  labelledPlace,
  labelledOrganization,
  labelledAddress,
  labelledPostcode,
  labelledSecret,
  ...labelledWords,
  licensePlate,
  macAddress,
  medicalRecord,
  medication,
  condition,
  mrz,
  nationalId,
  passport,
  password,
  connectionPassword,
  personalFile,
  phone,
  privateKey,
  providerKey,
  lei,
  isin,
  cusip,
  iccid,
  imsi,
  streetAddress,
  taxId,
  toldPassword,
  toldUsername,
  trackingNumber,
  url,
  username,
  vin,
];
