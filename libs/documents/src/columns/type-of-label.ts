import type { InfoType } from '#lib/kernel';

/** Names of columns and keys in common schemas (vCard, FHIR, HubSpot, Salesforce exports), most telling first. */
const LABELS: readonly (readonly [RegExp, InfoType])[] = [
  [/e ?mail/, 'EMAIL'],
  [/\b(?:ssn|social security)\b/, 'US_SSN'],
  [/\bnhs\b/, 'GB_NHS'],
  [/\biban\b/, 'IBAN'],
  [/\b(?:bic|swift)\b/, 'BIC'],
  [/\b(?:credit ?card|card ?(?:no|number)|pan)\b/, 'CREDIT_CARD'],
  [/\b(?:phone|tel|telephone|mobile|cell|fax)\b/, 'PHONE'],
  [/\b(?:dob|birth ?date|date of birth|birthday|born)\b/, 'DATE_OF_BIRTH'],
  [/\b(?:ip|ip ?addr(?:ess)?|remote addr)\b/, 'IP_ADDRESS'],
  [/\bmac(?: addr(?:ess)?)?\b/, 'MAC_ADDRESS'],
  [/\b(?:passport)\b/, 'PASSPORT'],
  [/\b(?:licen[cs]e plate|plate)\b/, 'LICENSE_PLATE'],
  [/\bdriv(?:er|ing)\w* licen[cs]e\b/, 'DRIVER_LICENSE'],
  [/\b(?:mrn|medical record|patient (?:id|no|number))\b/, 'MEDICAL_RECORD'],
  [/\b(?:employee|staff|personnel) ?(?:id|no|number)\b/, 'EMPLOYEE_ID'],
  [/\b(?:customer|client|member) ?(?:id|no|number)\b/, 'CUSTOMER_ID'],
  [/\b(?:user ?name|login|handle|user ?id)\b/, 'USERNAME'],
  [/\b(?:password|passwd|pwd)\b/, 'PASSWORD'],
  [/\b(?:secret|api ?key|token)\b/, 'SECRET'],
  [/\b(?:account|acct|account (?:no|number))\b/, 'BANK_ACCOUNT'],
  [/\b(?:tax ?id|tin|vat)\b/, 'TAX_ID'],
  [/\b(?:address|street|addr|postcode|zip|zip ?code|postal code)\b/, 'ADDRESS'],
  [/\b(?:city|town|country|state|region|county|location)\b/, 'LOCATION'],
  [/\b(?:company|organi[sz]ation|employer|org)\b/, 'ORGANIZATION'],
  [/\bage\b/, 'AGE'],
  [/\b(?:gender|sex)\b/, 'GENDER'],
  [
    /\b(?:name|surname|forename|patient|contact|first|last|given|family|author|owner|customer|employee|manager|sender|recipient)\b/,
    'PERSON',
  ],
];

/** The info type that a column's name speaks of, or null. */
export function typeOfLabel(label: string): InfoType | null {
  const words = label
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .toLowerCase();
  return LABELS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
