import type { Recognizer } from '../../recognizer.js';

const PLACE = /^\p{L}[\p{L}\p{M} .'’/-]{1,50}$/u;
const COMPANY = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’+/-]{1,60}$/u;
const ADDRESS = /^(?=.*\d)(?=.*\p{L}{2})[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’/#°º-]{4,119}$/u;
const POSTCODE = /^(?=.*\d)[A-Z0-9][A-Z0-9 -]{2,9}$/i;
const NOTHING =
  /^(?:n\/?a|none|null|unknown|string|text|varchar.*|true|false|yes|no|same|see .*|not .*|tbd|required|optional|as above|home|work|self|default|other)$/i;

const accepts = (shape: RegExp) => (value: string) => shape.test(value) && !NOTHING.test(value);

/** Fields of places. */
export const labelledPlace: Recognizer = {
  id: 'labelled-place',
  types: ['LOCATION'],
  title: 'Town, region or country, in a labelled field',
  source: 'Field names of address forms (UPU S42), in eight languages',
  check: 'letters; no placeholder',
  score: 0.75,
  patterns: [],
  context: {},
  labels: {
    en: [
      'city',
      'town',
      'county',
      'birthplace',
      'place of birth',
      'birth place',
      'hometown',
      'suburb',
      'village',
      'city name',
      'born in',
    ],
    de: ['ort', 'wohnort', 'stadt', 'geburtsort', 'gemeinde'],
    fr: ['ville', 'commune', 'lieu de naissance'],
    es: ['ciudad', 'localidad', 'municipio', 'lugar de nacimiento', 'provincia'],
    it: ['citta', 'comune', 'luogo di nascita', 'localita'],
    pt: ['cidade', 'municipio', 'localidade', 'naturalidade', 'local de nascimento'],
    nl: ['woonplaats', 'stad', 'geboorteplaats', 'plaats'],
    id: ['kota', 'kabupaten', 'tempat lahir', 'kecamatan', 'kelurahan', 'desa'],
  },
  acceptsLabelled: accepts(PLACE),
  examples: { valid: ['City: «Leeds»', '"place_of_birth": "«Keren»"'], invalid: ['N/A', '12'] },
};

/** Fields of organisations. */
export const labelledOrganization: Recognizer = {
  id: 'labelled-organization',
  types: ['ORGANIZATION'],
  title: 'Company or organisation, in a labelled field',
  source: 'Field names of CRM and HR exports, in eight languages',
  check: 'letters; no placeholder',
  score: 0.75,
  patterns: [],
  context: {},
  labels: {
    en: [
      'company',
      'employer',
      'organisation',
      'organization',
      'company name',
      'business name',
      'organization name',
      'bank name',
      'school',
      'hospital',
      'firm',
    ],
    de: ['firma', 'arbeitgeber', 'unternehmen', 'firmenname'],
    fr: ['entreprise', 'employeur', 'societe', 'raison sociale'],
    es: ['empresa', 'empleador', 'razon social'],
    it: ['azienda', 'datore di lavoro', 'ragione sociale', 'ditta'],
    pt: ['empresa', 'empregador', 'razao social'],
    nl: ['bedrijf', 'werkgever', 'bedrijfsnaam'],
    id: ['perusahaan', 'nama perusahaan', 'instansi'],
  },
  acceptsLabelled: (value) => COMPANY.test(value) && /^\p{Lu}/u.test(value) && !NOTHING.test(value),
  examples: { valid: ['Employer: «Acme Corp»'], invalid: ['none', 'string'] },
};

/** Fields of postal addresses. */
export const labelledAddress: Recognizer = {
  id: 'labelled-address',
  types: ['ADDRESS'],
  title: 'Postal address or a part of it, in a labelled field',
  source: 'Field names of address forms (UPU S42), in eight languages',
  check: 'letters and a number; no placeholder',
  score: 0.8,
  patterns: [],
  context: {},
  labels: {
    en: [
      'address',
      'street',
      'street address',
      'home address',
      'address line 1',
      'address line 2',
      'address1',
      'address2',
      'mailing address',
      'billing address',
      'shipping address',
      'postal address',
      'residence',
      'address on file',
      'addr',
    ],
    de: ['adresse', 'anschrift', 'strasse', 'straße', 'wohnanschrift'],
    fr: ['adresse', 'rue', 'adresse postale', 'domicile'],
    es: ['direccion', 'calle', 'domicilio'],
    it: ['indirizzo', 'via', 'residenza', 'domicilio'],
    pt: ['endereco', 'morada', 'rua', 'residencia'],
    nl: ['adres', 'straat', 'woonadres'],
    id: ['alamat', 'jalan'],
  },
  acceptsLabelled: accepts(ADDRESS),
  examples: { valid: ['Address: «418 Larkmoor Ct»', 'Alamat: «Jl. Melati No. 5»'], invalid: ['none', '12'] },
};

/** Fields of postcodes. */
export const labelledPostcode: Recognizer = {
  id: 'labelled-postcode',
  types: ['ADDRESS'],
  title: 'Postcode, in a labelled field',
  source: 'UPU postal addressing systems (three to ten letters and digits)',
  check: 'length and a digit',
  score: 0.7,
  patterns: [],
  context: {},
  labels: {
    en: ['zip', 'zip code', 'zipcode', 'postcode', 'postal code', 'post code'],
    de: ['plz', 'postleitzahl'],
    fr: ['code postal', 'cp'],
    es: ['codigo postal', 'c p'],
    it: ['cap'],
    pt: ['cep', 'codigo postal'],
    nl: ['postcode'],
    id: ['kode pos'],
  },
  acceptsLabelled: accepts(POSTCODE),
  examples: { valid: ['ZIP: «62701»', 'Postcode: «CF10 3AT»'], invalid: ['none', '12'] },
};
