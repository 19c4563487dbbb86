import type { Recognizer } from '../../recognizer.js';
import { arCbu } from '../ar/ar-cbu.js';
import { arCuit } from '../ar/ar-cuit.js';
import { arDni } from '../ar/ar-dni.js';
import { boCi } from '../bo/bo-ci.js';
import { brCnpj } from '../br/br-cnpj.js';
import { brCns } from '../br/br-cns.js';
import { brCpf } from '../br/br-cpf.js';
import { brPis } from '../br/br-pis.js';
import { brRg } from '../br/br-rg.js';
import { caBcHealth } from '../ca/ca-bc-health.js';
import { caBusinessNumber } from '../ca/ca-business-number.js';
import { caOnHealth } from '../ca/ca-on-health.js';
import { caQcHealth } from '../ca/ca-qc-health.js';
import { caSin } from '../ca/ca-sin.js';
import { clRut } from '../cl/cl-rut.js';
import { coCedula } from '../co/co-cedula.js';
import { coNit } from '../co/co-nit.js';
import { crCedula } from '../cr/cr-cedula.js';
import { cuNi } from '../cu/cu-ni.js';
import { doCedula } from '../do/do-cedula.js';
import { doRnc } from '../do/do-rnc.js';
import { ecCi } from '../ec/ec-ci.js';
import { ecRuc } from '../ec/ec-ruc.js';
import { gbDrivingLicence } from '../gb/gb-driving-licence.js';
import { gtCui } from '../gt/gt-cui.js';
import { gtNit } from '../gt/gt-nit.js';
import { hnDni } from '../hn/hn-dni.js';
import { jmTrn } from '../jm/jm-trn.js';
import { mxClabe } from '../mx/mx-clabe.js';
import { mxCurp } from '../mx/mx-curp.js';
import { mxNss } from '../mx/mx-nss.js';
import { mxRfc } from '../mx/mx-rfc.js';
import { paCedula } from '../pa/pa-cedula.js';
import { peDni } from '../pe/pe-dni.js';
import { peRuc } from '../pe/pe-ruc.js';
import { pyRuc } from '../py/py-ruc.js';
import { svDui } from '../sv/sv-dui.js';
import { svNit } from '../sv/sv-nit.js';
import { usAbaRouting } from '../us/us-aba-routing.js';
import { usDea } from '../us/us-dea.js';
import { usEin } from '../us/us-ein.js';
import { usItin } from '../us/us-itin.js';
import { usMbi } from '../us/us-mbi.js';
import { usNpi } from '../us/us-npi.js';
import { usSsn } from '../us/us-ssn.js';
import { uyCedula } from '../uy/uy-cedula.js';
import { uyRut } from '../uy/uy-rut.js';
import { veCedula } from '../ve/ve-cedula.js';
import { veRif } from '../ve/ve-rif.js';

/** National values of the Americas. */
export const AMERICAS_RECOGNIZERS: readonly Recognizer[] = [
  arCbu,
  arCuit,
  arDni,
  boCi,
  brCnpj,
  brCns,
  brCpf,
  brPis,
  brRg,
  caBcHealth,
  caBusinessNumber,
  caOnHealth,
  caQcHealth,
  caSin,
  clRut,
  coCedula,
  coNit,
  crCedula,
  cuNi,
  doCedula,
  doRnc,
  ecCi,
  ecRuc,
  gbDrivingLicence,
  gtCui,
  gtNit,
  hnDni,
  jmTrn,
  mxClabe,
  mxCurp,
  mxNss,
  mxRfc,
  paCedula,
  peDni,
  peRuc,
  pyRuc,
  svDui,
  svNit,
  usAbaRouting,
  usDea,
  usEin,
  usItin,
  usMbi,
  usNpi,
  usSsn,
  uyCedula,
  uyRut,
  veCedula,
  veRif,
];
