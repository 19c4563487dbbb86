import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gbDrivingLicence } from './gb-driving-licence.js';

describeRecognizer(gbDrivingLicence, {
  finds: [
    ['Her driving licence MORGA657054SM9IJ was confirmed.', 'MORGA657054SM9IJ'],
    ['(driving licence MORGA708108SM9HJ)', 'MORGA708108SM9HJ'],
    ['(driver number MORGA 802170 SM9GF)', 'MORGA 802170 SM9GF'],
    ['archived under MORGA708108SM9HJ, see below', 'MORGA708108SM9HJ'],
    ['archived under MORGA 802170 SM9GF, see below', 'MORGA 802170 SM9GF'],
  ],
  ignores: ['driving licence: MORGA613054SM9IJ'],
  generated: { mask: 'MORGA[5-8]0[1-9]1[0-9]#SM9[A-HJ][A-HJ]', spellings: ['################', '##### ###### #####'] },
});
