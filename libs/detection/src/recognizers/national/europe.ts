import type { Recognizer } from '../../recognizer.js';
import { adNrt } from '../ad/ad-nrt.js';
import { alNipt } from '../al/al-nipt.js';
import { amSocialCard } from '../am/am-social-card.js';
import { atTaxNumber } from '../at/at-tax-number.js';
import { atVat } from '../at/at-vat.js';
import { atVnr } from '../at/at-vnr.js';
import { azPin } from '../az/az-pin.js';
import { baJmbg } from '../ba/ba-jmbg.js';
import { beNationalNumber } from '../be/be-national-number.js';
import { beVat } from '../be/be-vat.js';
import { bgEgn } from '../bg/bg-egn.js';
import { bgPnf } from '../bg/bg-pnf.js';
import { bgVat } from '../bg/bg-vat.js';
import { byPersonalNumber } from '../by/by-personal-number.js';
import { byUnp } from '../by/by-unp.js';
import { chAhv } from '../ch/ch-ahv.js';
import { chUid } from '../ch/ch-uid.js';
import { cyTic } from '../cy/cy-tic.js';
import { czBirthNumber } from '../cz/cz-birth-number.js';
import { czCompanyNumber } from '../cz/cz-company-number.js';
import { deHealthNumber } from '../de/de-health-number.js';
import { deIdCard } from '../de/de-id-card.js';
import { dePensionNumber } from '../de/de-pension-number.js';
import { deTaxId } from '../de/de-tax-id.js';
import { deTaxNumber } from '../de/de-tax-number.js';
import { deVat } from '../de/de-vat.js';
import { dkCpr } from '../dk/dk-cpr.js';
import { dkCvr } from '../dk/dk-cvr.js';
import { eePersonalCode } from '../ee/ee-personal-code.js';
import { esBankAccount } from '../es/es-bank-account.js';
import { esCif } from '../es/es-cif.js';
import { esDni } from '../es/es-dni.js';
import { esNie } from '../es/es-nie.js';
import { esSocialSecurity } from '../es/es-social-security.js';
import { fiBusinessId } from '../fi/fi-business-id.js';
import { fiHetu } from '../fi/fi-hetu.js';
import { frNir } from '../fr/fr-nir.js';
import { frSiren } from '../fr/fr-siren.js';
import { frSiret } from '../fr/fr-siret.js';
import { frTaxNumber } from '../fr/fr-tax-number.js';
import { frVat } from '../fr/fr-vat.js';
import { gbNhs } from '../gb/gb-nhs.js';
import { gbNino } from '../gb/gb-nino.js';
import { gbSortCode } from '../gb/gb-sort-code.js';
import { gbUtr } from '../gb/gb-utr.js';
import { gbVat } from '../gb/gb-vat.js';
import { gePersonalNumber } from '../ge/ge-personal-number.js';
import { grAmka } from '../gr/gr-amka.js';
import { grTaxNumber } from '../gr/gr-tax-number.js';
import { hrOib } from '../hr/hr-oib.js';
import { huTaj } from '../hu/hu-taj.js';
import { huTaxId } from '../hu/hu-tax-id.js';
import { huVat } from '../hu/hu-vat.js';
import { iePps } from '../ie/ie-pps.js';
import { ieVat } from '../ie/ie-vat.js';
import { isKennitala } from '../is/is-kennitala.js';
import { itCodiceFiscale } from '../it/it-codice-fiscale.js';
import { itVat } from '../it/it-vat.js';
import { liPeid } from '../li/li-peid.js';
import { ltPersonalCode } from '../lt/lt-personal-code.js';
import { ltVat } from '../lt/lt-vat.js';
import { luNationalId } from '../lu/lu-national-id.js';
import { luVat } from '../lu/lu-vat.js';
import { lvPersonalCode } from '../lv/lv-personal-code.js';
import { mdIdnp } from '../md/md-idnp.js';
import { meJmbg } from '../me/me-jmbg.js';
import { mkJmbg } from '../mk/mk-jmbg.js';
import { mkTaxNumber } from '../mk/mk-tax-number.js';
import { mtIdentityCard } from '../mt/mt-identity-card.js';
import { mtVat } from '../mt/mt-vat.js';
import { nlBsn } from '../nl/nl-bsn.js';
import { nlVat } from '../nl/nl-vat.js';
import { noBankAccount } from '../no/no-bank-account.js';
import { noFodselsnummer } from '../no/no-fodselsnummer.js';
import { noOrgNumber } from '../no/no-org-number.js';
import { plIdCard } from '../pl/pl-id-card.js';
import { plNip } from '../pl/pl-nip.js';
import { plPesel } from '../pl/pl-pesel.js';
import { plRegon } from '../pl/pl-regon.js';
import { ptCitizenCard } from '../pt/pt-citizen-card.js';
import { ptNif } from '../pt/pt-nif.js';
import { ptSocialSecurity } from '../pt/pt-social-security.js';
import { roCnp } from '../ro/ro-cnp.js';
import { roTaxNumber } from '../ro/ro-tax-number.js';
import { rsJmbg } from '../rs/rs-jmbg.js';
import { rsTaxNumber } from '../rs/rs-tax-number.js';
import { ruInn } from '../ru/ru-inn.js';
import { ruOgrn } from '../ru/ru-ogrn.js';
import { ruPassport } from '../ru/ru-passport.js';
import { ruSnils } from '../ru/ru-snils.js';
import { seOrgNumber } from '../se/se-org-number.js';
import { sePersonnummer } from '../se/se-personnummer.js';
import { siEmso } from '../si/si-emso.js';
import { siTaxNumber } from '../si/si-tax-number.js';
import { skBirthNumber } from '../sk/sk-birth-number.js';
import { skVat } from '../sk/sk-vat.js';
import { uaEdrpou } from '../ua/ua-edrpou.js';
import { uaTaxNumber } from '../ua/ua-tax-number.js';

/** National values of Europe and the former Soviet republics of the Caucasus. */
export const EUROPE_RECOGNIZERS: readonly Recognizer[] = [
  adNrt,
  alNipt,
  amSocialCard,
  atTaxNumber,
  atVat,
  atVnr,
  azPin,
  baJmbg,
  beNationalNumber,
  beVat,
  bgEgn,
  bgPnf,
  bgVat,
  byPersonalNumber,
  byUnp,
  chAhv,
  chUid,
  cyTic,
  czBirthNumber,
  czCompanyNumber,
  deHealthNumber,
  deIdCard,
  dePensionNumber,
  deTaxId,
  deTaxNumber,
  deVat,
  dkCpr,
  dkCvr,
  eePersonalCode,
  esBankAccount,
  esCif,
  esDni,
  esNie,
  esSocialSecurity,
  fiBusinessId,
  fiHetu,
  frNir,
  frSiren,
  frSiret,
  frTaxNumber,
  frVat,
  gbNhs,
  gbNino,
  gbSortCode,
  gbUtr,
  gbVat,
  gePersonalNumber,
  grAmka,
  grTaxNumber,
  hrOib,
  huTaj,
  huTaxId,
  huVat,
  iePps,
  ieVat,
  isKennitala,
  itCodiceFiscale,
  itVat,
  liPeid,
  ltPersonalCode,
  ltVat,
  luNationalId,
  luVat,
  lvPersonalCode,
  mdIdnp,
  meJmbg,
  mkJmbg,
  mkTaxNumber,
  mtIdentityCard,
  mtVat,
  nlBsn,
  nlVat,
  noBankAccount,
  noFodselsnummer,
  noOrgNumber,
  plIdCard,
  plNip,
  plPesel,
  plRegon,
  ptCitizenCard,
  ptNif,
  ptSocialSecurity,
  roCnp,
  roTaxNumber,
  rsJmbg,
  rsTaxNumber,
  ruInn,
  ruOgrn,
  ruPassport,
  ruSnils,
  seOrgNumber,
  sePersonnummer,
  siEmso,
  siTaxNumber,
  skBirthNumber,
  skVat,
  uaEdrpou,
  uaTaxNumber,
];
