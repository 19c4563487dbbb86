import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { itCodiceFiscale } from './it-codice-fiscale.js';

describeRecognizer(itCodiceFiscale, {
  finds: [
    ['codice fiscale: RCCMNL83S18D969H', 'RCCMNL83S18D969H'],
    ['Her codice fiscale RSSMRA50T04H022F was confirmed.', 'RSSMRA50T04H022F'],
    ['(codice fiscale RSS MRA 73T11 H011Y)', 'RSS MRA 73T11 H011Y'],
    ['archived under RSSMRA50T04H022F, see below', 'RSSMRA50T04H022F'],
    ['archived under RSS MRA 73T11 H011Y, see below', 'RSS MRA 73T11 H011Y'],
  ],
  ignores: ['codice fiscale: RCCMNL83S18D969G'],
  generated: {
    mask: 'RSSMRA[5-9]#[ABCDEHLMPRST][01][1-9]H##[1-9]!',
    spellings: ['################', '### ### ##### #####'],
    isValid: (v) => stdnum.IT!.codicefiscale!.validate(v).isValid,
  },
});
