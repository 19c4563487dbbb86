import { describeRecognizer } from '../testing/describe-recognizer.js';
import { idNik } from './id-nik.js';

describeRecognizer(idNik, {
  finds: [
    ['nik: 3171011708450001', '3171011708450001'],
    ['Her nik 3171010707530042 was confirmed.', '3171010707530042'],
    ['(nik 317101.170897.0044)', '317101.170897.0044'],
  ],
  ignores: [
    'archived under 3171010707530042, see below',
    'archived under 317101.170897.0044, see below',
    'nik: 3171013113450001',
  ],
  generated: { mask: '3171[0-2][1-9]{dmy}00[1-9]#', spellings: ['################', '######.######.####'] },
});
