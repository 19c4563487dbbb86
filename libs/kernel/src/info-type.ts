/** The kind of a value, upper snake case: `EMAIL`, `US_SSN`. Custom recognizers add their own. */
export type InfoType = string;

export const INFO_CLASSES = [
  'identity',
  'contact',
  'finance',
  'health',
  'credential',
  'network',
  'location',
  'document',
] as const;
export type InfoClass = (typeof INFO_CLASSES)[number];

/** At most 24 characters, so that a vault token's length stays bounded. */
export const INFO_TYPE_PATTERN = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
export const INFO_TYPE_LENGTH_MAX = 24;

export function isInfoType(value: string): boolean {
  return value.length <= INFO_TYPE_LENGTH_MAX && INFO_TYPE_PATTERN.test(value);
}

const CLASSES: Readonly<Record<string, InfoClass>> = {
  PERSON: 'identity',
  ORGANIZATION: 'identity',
  LOCATION: 'location',
  ADDRESS: 'location',
  GPS: 'location',
  DATE: 'identity',
  DATE_OF_BIRTH: 'identity',
  AGE: 'identity',
  GENDER: 'identity',
  NRP: 'identity',
  OCCUPATION: 'identity',
  USERNAME: 'identity',
  EMAIL: 'contact',
  PHONE: 'contact',
  URL: 'network',
  IP_ADDRESS: 'network',
  MAC_ADDRESS: 'network',
  DEVICE_ID: 'network',
  IMEI: 'network',
  IMSI: 'network',
  ICCID: 'network',
  COOKIE: 'network',
  PASSWORD: 'credential',
  SECRET: 'credential',
  CREDIT_CARD: 'finance',
  CARD_CVV: 'finance',
  CARD_EXPIRY: 'finance',
  CARD_TRACK: 'finance',
  IBAN: 'finance',
  BIC: 'finance',
  BANK_ACCOUNT: 'finance',
  CRYPTO_ADDRESS: 'finance',
  MEDICAL_RECORD: 'health',
  INSURANCE_ID: 'health',
  MEDICATION: 'health',
  CONDITION: 'health',
  US_NPI: 'health',
  US_DEA: 'health',
  US_MBI: 'health',
  GB_NHS: 'health',
  AU_MEDICARE: 'health',
  PASSPORT: 'document',
  DRIVER_LICENSE: 'document',
  MRZ: 'document',
  LICENSE_PLATE: 'document',
  VIN: 'document',
  AR_CBU: 'finance',
  BR_CNS: 'health',
  CA_BC_HEALTH: 'health',
  CA_ON_HEALTH: 'health',
  DE_HEALTH_NUMBER: 'health',
  DE_ID_CARD: 'document',
  ES_BANK_ACCOUNT: 'finance',
  GB_SORT_CODE: 'finance',
  HU_TAJ: 'health',
  IN_PASSPORT: 'document',
  MX_CLABE: 'finance',
  NG_BVN: 'finance',
  NO_BANK_ACCOUNT: 'finance',
  NZ_BANK_ACCOUNT: 'finance',
  NZ_NHI: 'health',
  PH_PHILHEALTH: 'health',
  PL_ID_CARD: 'document',
  RU_PASSPORT: 'document',
  US_ABA_ROUTING: 'finance',
  CA_QC_HEALTH: 'health',
  GB_DRIVING_LICENCE: 'document',
  LEI: 'finance',
  ISIN: 'finance',
  CUSIP: 'finance',
  CASE_NUMBER: 'identity',
  CUSTOMER_ID: 'identity',
  EMPLOYEE_ID: 'identity',
  NATIONAL_ID: 'identity',
  TAX_ID: 'identity',
  TRACKING_NUMBER: 'identity',
  FILE_NAME: 'identity',
  CUSTOM: 'identity',
};

/** The class of a type. National and unknown types count as `identity`, the strictest reading policies use. */
export function infoClassOf(type: InfoType): InfoClass {
  return CLASSES[type] ?? 'identity';
}
