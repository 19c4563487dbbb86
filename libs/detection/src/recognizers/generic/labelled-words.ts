import type { Recognizer } from '../../recognizer.js';

const SEX =
  /^(?:m|f|d|x|male|female|non[- ]?binary|divers|männlich|weiblich|homme|femme|masculin|féminin|hombre|mujer|masculino|femenino|maschio|femmina|feminino|man|vrouw|laki-laki|perempuan|trans(?:gender)?|man|woman)$/i;
const WORDS = /^\p{L}[\p{L}'.&/ -]{2,60}$/u;

/** Words that only their field's name makes personal: found where a label (JSON key, form label, column) names them. */
const FIELDS = [
  {
    id: 'gender',
    type: 'GENDER',
    title: 'Gender or sex, in a labelled field',
    accepts: (value: string) => SEX.test(value),
    labels: {
      en: ['gender', 'sex'],
      de: ['geschlecht'],
      fr: ['sexe', 'genre'],
      es: ['sexo', 'genero'],
      it: ['sesso', 'genere'],
      pt: ['sexo', 'genero'],
      nl: ['geslacht'],
      id: ['jenis kelamin', 'kelamin'],
    },
    valid: ['Gender: «female»'],
  },
  {
    id: 'nrp',
    type: 'NRP',
    title: 'Nationality, religion, ethnic origin or political opinion, in a labelled field',
    accepts: (value: string) => WORDS.test(value) && value.length < 40,
    labels: {
      en: [
        'nationality',
        'citizenship',
        'religion',
        'ethnicity',
        'ethnic group',
        'race',
        'political affiliation',
        'political party',
        'faith',
        'denomination',
        'marital status',
        'civil status',
      ],
      de: ['staatsangehorigkeit', 'nationalitat', 'religion', 'konfession', 'familienstand'],
      fr: ['nationalite', 'religion', 'etat civil'],
      es: ['nacionalidad', 'religion', 'etnia', 'estado civil'],
      it: ['nazionalita', 'cittadinanza', 'religione', 'stato civile'],
      pt: ['nacionalidade', 'religiao', 'etnia', 'estado civil'],
      nl: ['nationaliteit', 'religie', 'geloof', 'burgerlijke staat'],
      id: ['kewarganegaraan', 'agama', 'suku', 'status perkawinan'],
    },
    valid: ['Nationality: «Vietnamese»'],
  },
  {
    id: 'occupation',
    type: 'OCCUPATION',
    title: 'Occupation, in a labelled field',
    accepts: (value: string) => WORDS.test(value),
    labels: {
      en: ['occupation', 'profession', 'job title', 'job', 'position held', 'trade', 'job role'],
      de: ['beruf', 'tatigkeit', 'berufsbezeichnung'],
      fr: ['profession', 'metier', 'fonction', 'emploi'],
      es: ['profesion', 'ocupacion', 'cargo', 'puesto', 'oficio'],
      it: ['professione', 'mestiere', 'mansione', 'qualifica'],
      pt: ['profissao', 'ocupacao', 'cargo'],
      nl: ['beroep', 'functie'],
      id: ['pekerjaan', 'profesi', 'jabatan'],
    },
    valid: ['Occupation: «bookbinder»'],
  },
] as const;

/** One recognizer for each kind of labelled word. */
export const labelledWords: readonly Recognizer[] = FIELDS.map(({ id, type, title, accepts, labels, valid }) => ({
  id,
  types: [type],
  title,
  source: 'Regulation (EU) 2016/679 art. 9 (special categories); labels in eight languages',
  check: 'the field says so',
  score: 0.7,
  patterns: [],
  context: {},
  labels: labels as Recognizer['context'],
  acceptsLabelled: accepts,
  examples: { valid, invalid: ['12'] },
}));
