import type { NameMaker } from './name-maker.js';

const LEGAL: Readonly<Record<string, string>> = {
  en: 'Inc|Inc.|LLC|Ltd|Ltd.|Limited|plc|LLP|Corp|Corporation|Group|Holdings|Partners|& Co|& Sons|Pty Ltd',
  de: 'GmbH|AG|KG|GmbH & Co. KG|e.V.|eG|UG|oHG|GbR|SE',
  fr: 'SARL|SA|SAS|S.A.|S.A.R.L.|SASU|SCI|& Fils|et Associés',
  es: 'S.L.|S.A.|S.L.U.|SL|SA|S.A.U.|e Hijos|Asociados',
  it: 'S.r.l.|S.p.A.|s.n.c.|Srl|SpA|s.a.s.|& Figli',
  pt: 'Ltda.|S.A.|Lda.|Lda|Ltda|ME|e Filhos|SA',
  nl: 'B.V.|N.V.|BV|NV|V.O.F.|vof|& Zonen',
  id: 'Tbk|Tbk.|Persero|Sejahtera|Mandiri|Abadi|Makmur|Jaya|Sentosa',
};
/** `%` stands for a surname, `@` for a place, `#` for a coined word. */
const PATTERNS: Readonly<Record<string, string>> = {
  en: '% & %|%, % and %|%-%|University of @|@ University|@ General Hospital|@ City Council|@ High School|@ Medical Centre|@ Police Department|@ Credit Union|% Nursing Home|% Pharmacy|@ County Court|@ Magistrates’ Court|@ Library|% Housing Association|% Studios|% Law|% Solicitors|% Bakery|% & Daughters|Bank of @|St % Hospital|% Primary School|% Motors|@ Rovers|@ United|% Foods|% Logistics|% Labs|# Health|# Energy|#|# Systems|% Institute|Royal @ Infirmary|@ Borough Council|The % Foundation|The # Company|@ Herald|@ Gazette|Friends of @|% Brothers|% Farm|# Bank|@ Fire Service|@ Water|% Estates|% Capital|@ Parish Council|@ NHS Trust|@ Housing Co-op|% Surgery|#.io|#.com|%’s|%|%',
  de: 'Klinikum @|Sparkasse @|Volksbank @|Stadtwerke @|Amtsgericht @|Landgericht @|Landratsamt @|Finanzamt @|Universität @|Gymnasium @|Bäckerei %|Apotheke am @|Kanzlei %|Kanzlei % & Partner|Autohaus %|Spedition %|Hausverwaltung %|Verlag %|%-Stiftung|%-Gymnasium|Praxis Dr. %|Gemeinde @|Jobcenter @|Jugendamt @|TSV @|FC @|SV @|@er Zeitung|@er Anzeiger|Polizeipräsidium @|Hotel %|Gasthof %|Brauerei %|% Maschinenbau|% Logistik|%werke|%bau|#|# Versicherung|Krankenhaus @|Tischlerei %|Stadt @|Caritas @|Grundschule @|%',
  fr: 'Clinique %|CHU de @|Hôpital @|Mairie de @|Préfecture de @|Tribunal judiciaire de @|Cour d’appel de @|Cabinet %|Étude %|Boulangerie %|Pharmacie %|Garage %|Transports %|Lycée %|Collège %|Université de @|Éditions %|Assurances %|Crédit #|Caisse #|% Conseil|Menuiserie %|Domaine %|Château %|AS @|FC @|Commissariat de @|Gendarmerie de @|Ateliers %|Maison %|Groupe %|#|Imprimerie %|% et Associés|École %|CPAM de @|Restaurant %|%',
  es: 'Hospital @|Hospital de @|Clínica %|Ayuntamiento de @|Juzgado de @|Audiencia Provincial de @|Universidad de @|Colegio %|Instituto %|Banco #|Caja #|Seguros %|Farmacia %|Panadería %|Editorial %|Talleres %|Transportes %|Bodegas %|Gestoría %|Bufete %|Inmobiliaria %|Construcciones %|CD @|Club @|Librería %|Grupo %|Fundación %|Asociación %|#|Ferretería %|Comisaría de @|%',
  it: 'Ospedale @|Policlinico %|Comune di @|Tribunale di @|Procura di @|Questura di @|Università di @|Liceo %|Istituto %|Banca #|Banca di @|Cassa %|Farmacia %|Panificio %|Edizioni %|Officina %|Trasporti %|Cantine %|Studio %|Studio legale %|Immobiliare %|Costruzioni %|ASL @|AC @|US @|Vetreria %|Gruppo %|Fondazione %|#|Ristorante %|Pasticceria %|Regione @|%',
  pt: 'Hospital de @|Hospital %|Câmara Municipal de @|Prefeitura de @|Tribunal de @|Universidade de @|Escola %|Colégio %|Banco #|Caixa #|Seguros %|Farmácia %|Padaria %|Editora %|Oficina %|Transportes %|Adega %|Construtora %|Imobiliária %|Cartório %|Clube @|FC @|Grupo %|Fundação %|#|Clínica %|Junta de Freguesia de @|Santa Casa de @|Laboratório %|%',
  nl: 'Ziekenhuis @|Gemeente @|Rechtbank @|Gerechtshof @|Universiteit @|Hogeschool @|Stichting %|Vereniging %|Bakkerij %|Apotheek %|Slagerij %|Boekhandel %|Uitgeverij %|Garage %|Transport %|Brouwerij %|Makelaardij %|% Advocaten|% Makelaars|Bouwbedrijf %|%bank|Politie @|FC @|VV @|Woningcorporatie #|# Verzekeringen|#|Huisartsenpraktijk %|Basisschool %|Zorggroep @|Museum %|%',
  id: 'PT % #|PT #|CV %|CV #|RSUD @|RS %|Puskesmas @|Polres @|Polsek @|Pengadilan Negeri @|Universitas @|SMA Negeri 3 @|SDN 2 @|Dinas Kesehatan @|Pemkot @|Pemkab @|Bank #|Yayasan %|Koperasi #|Toko %|Warung %|Bengkel %|Apotek %|Klinik %|Notaris %|Kantor Hukum %|Hotel %|Kelurahan @|#|%',
};
/** Firms named after persons only: what is most easily taken for persons. */
const FIRMS = ['%, % and %', '%, % and %', '%-%', '%-%', '% & %', '% Group'];
const COIN_HEADS =
  'Blue Green North Bright Apex Summit Global Prime First Nova Quantum Silver Golden Pioneer Atlas Delta Vertex Orion Zen Red Union Pacific Atlantic Metro Inter Alpha Omni Smart Next Data Cloud Eco Urban Royal Cedar Maple River Stone Iron Copper Falcon Phoenix Lumen Hyper Meta Cyber Tech Net Brin Vel Tar Mor Kel Sol Lu Fen Ost Hal Wen Bor Quil Zeph Ark Thorn Oak Ash Elm Hawk Fox Otter Heron'.split(
    ' ',
  );
const COIN_TAILS =
  'tech soft works ware point wave line bridge field gate path mind scape ly ify ix eon ora ium ex is via ano ello ion us hub base stack loop ridge wood ford ton mark forge crest haven lane mere gear craft'.split(
    ' ',
  );
const KNOWN =
  'Google Microsoft Amazon Apple Facebook Netflix Tesla IBM Oracle Intel Samsung Sony Toyota Siemens HSBC Barclays Deloitte KPMG Accenture Walmart Pfizer Nestle Shell BP Vodafone Airbnb Uber Salesforce Stripe PayPal GitHub Slack Zoom NASA FBI WHO UNICEF NATO IKEA Lidl Aldi Rewe Edeka Carrefour Leclerc Mercadona Zara Telefónica Movistar Iberdrola Santander BBVA Renfe SNCF Orange Airbus Renault Michelin Bosch BASF Bayer Allianz Lufthansa DHL Hermes Telekom Vodafone Sparkasse Enel ENI TIM Fiat Intesa Unicredit Poste Petrobras Bradesco Itaú TAP Philips ING Rabobank KLM Bol.com Albert Heijn Pertamina Telkomsel Indomaret Alfamart Gojek Grab Tokopedia Shopee BCA BRI Mandiri BNI'.split(
    ' ',
  );

/** A made-up or well-known organisation, as the language would name it. */
export function organization(maker: NameMaker, language = 'en'): string {
  const { random } = maker;
  const home = language === 'en' ? undefined : language;
  if (random.chance(0.08)) return random.pick(KNOWN);
  const firm = random.chance(0.28) ? random.pick(FIRMS) : undefined;
  const pattern = firm ?? random.pick((PATTERNS[language] ?? (PATTERNS.en as string)).split('|'));
  let name = pattern.replace(/[%@#]/g, (mark) =>
    mark === '%' ? maker.surname(home) : mark === '@' ? maker.city(home) : coined(maker),
  );
  const bare = pattern === '%' || pattern === '#';
  if (random.chance(bare ? 0.45 : 0.15))
    name += ` ${random.pick((LEGAL[language] ?? (LEGAL.en as string)).split('|'))}`;
  return name;
}

function coined({ random }: NameMaker): string {
  const word = random.pick(COIN_HEADS) + random.pick(COIN_TAILS);
  return random.chance(0.2) ? `${random.pick(COIN_HEADS)} ${word}` : word;
}
