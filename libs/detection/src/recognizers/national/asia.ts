import type { Recognizer } from '../../recognizer.js';
import { aeEmiratesId } from '../ae/ae-emirates-id.js';
import { bdNid } from '../bd/bd-nid.js';
import { bhCpr } from '../bh/bh-cpr.js';
import { cnCreditCode } from '../cn/cn-credit-code.js';
import { cnResidentId } from '../cn/cn-resident-id.js';
import { hkHkid } from '../hk/hk-hkid.js';
import { idNik } from '../id/id-nik.js';
import { idNpwp } from '../id/id-npwp.js';
import { ilId } from '../il/il-id.js';
import { inAadhaar } from '../in/in-aadhaar.js';
import { inGstin } from '../in/in-gstin.js';
import { inPan } from '../in/in-pan.js';
import { inPassport } from '../in/in-passport.js';
import { inVoterId } from '../in/in-voter-id.js';
import { iqNationalId } from '../iq/iq-national-id.js';
import { irNationalCode } from '../ir/ir-national-code.js';
import { joNationalNumber } from '../jo/jo-national-number.js';
import { jpCorporateNumber } from '../jp/jp-corporate-number.js';
import { jpMyNumber } from '../jp/jp-my-number.js';
import { krBrn } from '../kr/kr-brn.js';
import { krRrn } from '../kr/kr-rrn.js';
import { kwCivilId } from '../kw/kw-civil-id.js';
import { kzIin } from '../kz/kz-iin.js';
import { lbNationalId } from '../lb/lb-national-id.js';
import { lkNic } from '../lk/lk-nic.js';
import { mmNrc } from '../mm/mm-nrc.js';
import { mnRegisterNumber } from '../mn/mn-register-number.js';
import { myNric } from '../my/my-nric.js';
import { npCitizenship } from '../np/np-citizenship.js';
import { omCivilNumber } from '../om/om-civil-number.js';
import { phNationalId } from '../ph/ph-national-id.js';
import { phPhilhealth } from '../ph/ph-philhealth.js';
import { phSss } from '../ph/ph-sss.js';
import { phTin } from '../ph/ph-tin.js';
import { pkCnic } from '../pk/pk-cnic.js';
import { qaQid } from '../qa/qa-qid.js';
import { saNationalId } from '../sa/sa-national-id.js';
import { sgNric } from '../sg/sg-nric.js';
import { sgUen } from '../sg/sg-uen.js';
import { thNationalId } from '../th/th-national-id.js';
import { trTckn } from '../tr/tr-tckn.js';
import { trVkn } from '../tr/tr-vkn.js';
import { twNationalId } from '../tw/tw-national-id.js';
import { twUbn } from '../tw/tw-ubn.js';
import { uzPinfl } from '../uz/uz-pinfl.js';
import { vnCitizenId } from '../vn/vn-citizen-id.js';
import { vnTaxNumber } from '../vn/vn-tax-number.js';

/** National values of Asia. */
export const ASIA_RECOGNIZERS: readonly Recognizer[] = [
  aeEmiratesId,
  bdNid,
  bhCpr,
  cnCreditCode,
  cnResidentId,
  hkHkid,
  idNik,
  idNpwp,
  ilId,
  inAadhaar,
  inGstin,
  inPan,
  inPassport,
  inVoterId,
  iqNationalId,
  irNationalCode,
  joNationalNumber,
  jpCorporateNumber,
  jpMyNumber,
  krBrn,
  krRrn,
  kwCivilId,
  kzIin,
  lbNationalId,
  lkNic,
  mmNrc,
  mnRegisterNumber,
  myNric,
  npCitizenship,
  omCivilNumber,
  phNationalId,
  phPhilhealth,
  phSss,
  phTin,
  pkCnic,
  qaQid,
  saNationalId,
  sgNric,
  sgUen,
  thNationalId,
  trTckn,
  trVkn,
  twNationalId,
  twUbn,
  uzPinfl,
  vnCitizenId,
  vnTaxNumber,
];
