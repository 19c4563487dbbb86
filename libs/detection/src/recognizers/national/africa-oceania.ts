import type { Recognizer } from '../../recognizer.js';
import { aoBi } from '../ao/ao-bi.js';
import { auAbn } from '../au/au-abn.js';
import { auAcn } from '../au/au-acn.js';
import { auMedicare } from '../au/au-medicare.js';
import { auTfn } from '../au/au-tfn.js';
import { dzNif } from '../dz/dz-nif.js';
import { egNationalId } from '../eg/eg-national-id.js';
import { egTaxNumber } from '../eg/eg-tax-number.js';
import { etFayda } from '../et/et-fayda.js';
import { fjTin } from '../fj/fj-tin.js';
import { ghCard } from '../gh/gh-card.js';
import { ghTin } from '../gh/gh-tin.js';
import { gnNifp } from '../gn/gn-nifp.js';
import { keNationalId } from '../ke/ke-national-id.js';
import { kePin } from '../ke/ke-pin.js';
import { maCin } from '../ma/ma-cin.js';
import { maIce } from '../ma/ma-ice.js';
import { muNid } from '../mu/mu-nid.js';
import { mzNuit } from '../mz/mz-nuit.js';
import { ngBvn } from '../ng/ng-bvn.js';
import { ngNin } from '../ng/ng-nin.js';
import { ngTin } from '../ng/ng-tin.js';
import { nzBankAccount } from '../nz/nz-bank-account.js';
import { nzIrd } from '../nz/nz-ird.js';
import { nzNhi } from '../nz/nz-nhi.js';
import { rwNid } from '../rw/rw-nid.js';
import { snNinea } from '../sn/sn-ninea.js';
import { tnCin } from '../tn/tn-cin.js';
import { tnTaxNumber } from '../tn/tn-tax-number.js';
import { tzNida } from '../tz/tz-nida.js';
import { ugNin } from '../ug/ug-nin.js';
import { zaId } from '../za/za-id.js';
import { zaTaxNumber } from '../za/za-tax-number.js';
import { zmNrc } from '../zm/zm-nrc.js';
import { zwNationalId } from '../zw/zw-national-id.js';

/** National values of Africa and Oceania. */
export const AFRICA_OCEANIA_RECOGNIZERS: readonly Recognizer[] = [
  aoBi,
  auAbn,
  auAcn,
  auMedicare,
  auTfn,
  dzNif,
  egNationalId,
  egTaxNumber,
  etFayda,
  fjTin,
  ghCard,
  ghTin,
  gnNifp,
  keNationalId,
  kePin,
  maCin,
  maIce,
  muNid,
  mzNuit,
  ngBvn,
  ngNin,
  ngTin,
  nzBankAccount,
  nzIrd,
  nzNhi,
  rwNid,
  snNinea,
  tnCin,
  tnTaxNumber,
  tzNida,
  ugNin,
  zaId,
  zaTaxNumber,
  zmNrc,
  zwNationalId,
];
