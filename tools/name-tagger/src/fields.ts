import type { NameMaker } from './name-maker.js';
import { organization } from './organization-maker.js';

export type FieldMaker = Readonly<Record<string, () => string>>;

const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' '),
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  nl: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
  id: 'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember'.split(' '),
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
};
const JOBS =
  'software engineer|accountant|nurse|project manager|teacher|sales lead|consultant|CFO|data analyst|paralegal|driver|director of operations|HR manager'.split(
    '|',
  );
const THINGS =
  'the report|an invoice|the contract|this ticket|a refund|the onboarding plan|the prescription|the lab results|my order|the lease|her application|the budget'.split(
    '|',
  );
const MEDICINES =
  'Metformin|Ramipril|Amlodipine|Sertraline|Omeprazole|Gabapentin|Albuterol Inhaler|Aciclovir|Prednisolone|Warfarin|Lisinopril|Atorvastatin|Paracetamol|Ibuprofen|Salbutamol|Levothyroxine|Fluoxetine|Bisoprolol|Furosemid|Marcumar|Doliprane|Sintrom|Enoxaparin|Osimertinib|Rituximab|Vancomycin|Tramadol|Diazepam'.split(
    '|',
  );
const CONDITIONS =
  'Atrial Fibrillation|Chronic Kidney Disease|Acute Bronchitis|Rheumatoid Arthritis|Migraine|Osteoarthritis|Type 2 Diabetes Mellitus|Hypertension|Crohn’s disease|Parkinson’s|Bell’s palsy|Hodgkin lymphoma|Asthma|Major Depression|Sleep Apnoea|Gout|Graves’ disease|Raynaud’s phenomenon|COPD|Lyme disease'.split(
    '|',
  );
const TERMS =
  'Jenkins|Kafka|Cassandra|Ada|Julia|Ruby|Apollo|Grafana|Jaeger|Consul|Vault|Hadoop|Kalman filter|Dijkstra’s algorithm|Gaussian noise|Markov chain|Fourier transform|Boolean|Watermark|Bluetooth|Checkpoint|Builder|Handler|Service|Kernel|Marshal|Thread|Watson|Siri|Alexa|Ford Transit|Renault Clio|Bosch|Philips'.split(
    '|',
  );
const IDENTIFIERS =
  'Checkpointer|Builder|Handler|Grid|Avatar|Card|Scalar|Trainer|Villager|Matrix|Kernel|Parser|Watcher|Session|Mapper|Hunter|Archer|Carter|Marshal|Porter|Painter|Potter|Page|Chase|Chance|Hope|Will|Mark|Bill|Rich|Frank|Drew|Grant|Pat|Sue|Art|Gene|Ray|Max|Min|Norm|Cole|Dale|Miles|Long|Short|Young|Price|Bond|Field|Rose|Iris|Jade|Amber|Ruby|Pearl|Opal|Summer|Dawn|Eve|Joy|Faith|Grace'.split(
    '|',
  );
const TITLES = 'Mr Mrs Ms Dr Mr. Mrs. Ms. Dr. Prof. Professor Sir Judge Miss'.split(' ');
const STREET_WORDS = 'Street St St. Road Rd Avenue Ave Lane Drive Boulevard Way Court Place Close Crescent'.split(' ');
const STREET_NAMES = 'Oak Maple High Church Station King Queen Park Mill Victoria Main Elm'.split(' ');

/** The values that templates of a language ask for. */
export function makeFields(maker: NameMaker, language: string): FieldMaker {
  const { random } = maker;
  const home = language === 'en' ? undefined : language;
  const digits = (n: number) => Array.from({ length: n }, () => random.below(10)).join('');
  const up = (n: number) => 1 + random.below(n);
  const street = () =>
    `${up(900)} ${random.chance(0.6) ? maker.surname() : random.pick(STREET_NAMES)} ${random.pick(STREET_WORDS)}`;
  const zip = () =>
    random.chance(0.5)
      ? digits(5)
      : `${random.pick(['SW', 'NW', 'EC', 'M', 'B', 'LS', 'WF'])}${digits(1)} ${digits(1)}AB`;
  return {
    per: () => maker.person(home),
    first: () => maker.given(home),
    last: () => (home ? maker.family(home) : maker.surname()),
    city: () => maker.city(home),
    loc: () => (random.chance(0.25) ? maker.country() : maker.city(home)),
    country: () => maker.country(),
    org: () => organization(maker, random.chance(0.9) ? language : 'en'),
    date: () => date(maker, language),
    addr: () => address(maker, language, street, zip),
    street,
    zip,
    phone: () =>
      random.pick([
        `+1 (${digits(3)}) ${digits(3)}-${digits(4)}`,
        `${digits(3)}-${digits(3)}-${digits(4)}`,
        `+44 7${digits(3)} ${digits(6)}`,
        `0${digits(4)} ${digits(6)}`,
        `+${digits(2)} ${digits(3)} ${digits(3)} ${digits(3)}`,
      ]),
    email: () =>
      `${
        maker
          .given()
          .toLowerCase()
          .replace(/[^a-z]/g, '') || 'info'
      }${digits(2)}@${random.pick(['example.com', 'mail.example', 'acme.example'])}`,
    num: () => digits(4 + random.below(8)),
    title: () => random.pick(TITLES),
    job: () => random.pick(JOBS),
    card: () => `${digits(4)} ${digits(4)} ${digits(4)} ${digits(4)}`,
    key: () => `sk-${digits(6)}aBcD${digits(8)}`,
    ip: () => `${digits(2)}.${digits(2)}.${digits(1)}.${digits(2)}`,
    w: () => random.pick(THINGS),
    med: () => random.pick(MEDICINES),
    cond: () => random.pick(CONDITIONS),
    term: () => random.pick(TERMS),
    ident: () =>
      (random.chance(0.4) ? random.pick(IDENTIFIERS) : random.chance(0.5) ? maker.given() : maker.surname()).replace(
        /[^\p{L}]/gu,
        '',
      ),
  };
}

function date({ random }: NameMaker, language: string): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const year = 1940 + random.below(88);
  const month = random.below(12);
  const day = 1 + random.below(28);
  const name = (MONTHS[language] ?? (MONTHS.en as readonly string[]))[month] as string;
  const of = language === 'es' || language === 'pt' ? ' de ' : language === 'de' ? '. ' : ' ';
  const x = random.next();
  if (x < 0.16) return `${year}-${two(month + 1)}-${two(day)}`;
  if (x < 0.3)
    return `${two(day)}${random.pick(['/', '.', '-'])}${two(month + 1)}${random.pick(['/', '.', '-'])}${year}`;
  if (x < 0.36) return `${two(day)}.${two(month + 1)}.${random.chance(0.4) ? String(year).slice(2) : ''}`;
  if (x < 0.4) return `${day}/${month + 1}/${String(year).slice(2)}`;
  if (language !== 'en') {
    const withYear = language === 'es' || language === 'pt' ? ` de ${year}` : ` ${year}`;
    if (x < 0.75) return `${day}${of}${name}${withYear}`;
    return x < 0.92 ? `${day}${of}${name}` : `${name} ${year}`;
  }
  if (x < 0.55) return `${day} ${name} ${year}`;
  if (x < 0.68) return `${name} ${day}, ${year}`;
  if (x < 0.74) return `${name.slice(0, 3)} ${day}, ${year}`;
  if (x < 0.8) return `${day} ${name}`;
  if (x < 0.85) return `${name} ${day}`;
  if (x < 0.89) return `${day}${random.pick(['th', 'st', 'nd'])} ${random.chance(0.4) ? 'of ' : ''}${name}`;
  if (x < 0.93) return `${name} ${year}`;
  if (x < 0.96) return `${day} ${name.slice(0, 3)} ${year}`;
  return random.pick(['Monday', 'Tuesday', 'last week', 'yesterday', String(year), name]);
}

function address(maker: NameMaker, language: string, street: () => string, zip: () => string): string {
  const { random } = maker;
  const digits = (n: number) => Array.from({ length: n }, () => random.below(10)).join('');
  const up = (n: number) => 1 + random.below(n);
  const home = language === 'en' ? undefined : language;
  const city = () => maker.city(home);
  const last = () => maker.surname(home);
  const forms: Readonly<Record<string, readonly (() => string)[]>> = {
    en: [
      () => `${street()}, ${city()} ${zip()}`,
      () => `${street()}, ${city()}`,
      () => `Flat ${up(40)}, ${street()}, ${city()} ${zip()}`,
      () => `${street()}\n${city()}\n${zip()}`,
      () =>
        `${up(9000)} ${random.pick(['N', 'S', 'E', 'W'])}. ${last()} ${random.pick(STREET_WORDS)}, Apt ${digits(2)}, ${city()}, ${random.pick(['CA', 'NY', 'TX', 'OH', 'WA', 'IL'])} ${digits(5)}`,
    ],
    de: [
      () => `${last()}${random.pick(['straße', 'str.', 'weg', 'gasse', 'allee'])} ${up(200)}, ${digits(5)} ${city()}`,
      () => `${random.pick(['Am', 'An der', 'Im'])} ${last()} ${up(99)}, ${digits(5)} ${city()}`,
    ],
    fr: [
      () =>
        `${up(200)}${random.chance(0.1) ? ' bis' : ''} ${random.pick(['rue', 'avenue', 'boulevard', 'place', 'quai', 'chemin'])} ${random.pick(['de la ', 'du ', 'des ', 'de ', ''])}${last()}, ${digits(5)} ${city()}`,
    ],
    es: [
      () =>
        `${random.pick(['Calle', 'C/', 'Avenida', 'Avda.', 'Plaza', 'Paseo'])} ${random.pick(['de ', 'del ', 'de la ', ''])}${last()} ${up(200)}, ${random.chance(0.3) ? `${up(9)}º ${random.pick(['A', 'B', 'izq.'])}, ` : ''}${digits(5)} ${city()}`,
      () => `${random.pick(['C/', 'Calle'])} ${last()}, ${up(90)}, ${digits(5)} ${city()}`,
    ],
    it: [
      () =>
        `${random.pick(['Via', 'via', 'Viale', 'Corso', 'Piazza'])} ${maker.given(home)} ${last()} ${up(150)}, ${digits(5)} ${city()}`,
    ],
    pt: [
      () =>
        `${random.pick(['Rua', 'Av.', 'Travessa', 'Largo', 'R.'])} ${random.pick(['da', 'do', 'de', 'das'])} ${last()}, ${up(900)}, ${city()}`,
      () => `${random.pick(['Rua', 'Avenida'])} ${last()}, n.º ${up(200)}, ${digits(4)}-${digits(3)} ${city()}`,
    ],
    nl: [
      () =>
        `${last()}${random.pick(['straat', 'laan', 'weg', 'kade', 'plein'])} ${up(200)}, ${digits(4)} ${random.pick(['AB', 'KL', 'XB', 'GH'])} ${city()}`,
    ],
    id: [
      () =>
        `${random.pick(['Jl.', 'Jalan', 'Jln'])} ${last()} No. ${up(200)}, ${random.chance(0.3) ? `RT 0${up(9)}/RW 0${up(9)}, ` : ''}${city()} ${digits(5)}`,
    ],
  };
  const own = forms[language] ?? (forms.en as readonly (() => string)[]);
  return random.pick(random.chance(0.85) ? own : Object.values(forms).flat())();
}
