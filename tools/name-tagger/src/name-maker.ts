import type { NameLists } from './gazetteer.js';
import type { Random } from './random.js';

const INITIALS = [...'ABCDEFGHJKLMNPRSTVW'];
const PARTICLES: Readonly<Record<string, readonly string[]>> = {
  NL: ['van', 'de', 'van der', 'van den', 'van de', 'ter', 'te', 'ten', "van 't"],
  DE: ['von', 'zu', 'von der'],
  FR: ['de', 'Le', 'du', 'de la'],
  PT: ['da', 'de', 'dos', 'do', 'das'],
  IT: ['De', 'Di', 'Della', 'Del', 'Lo', 'La', 'Dal'],
  ES: ['de la', 'del', 'de'],
  AR: ['al', 'El', 'bin', 'Ben'],
};
const LANGUAGE_COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  de: ['DE', 'AT', 'CH', 'DE'],
  fr: ['FR', 'FR', 'BE', 'CH', 'SN'],
  es: ['ES', 'MX', 'ES'],
  it: ['IT'],
  pt: ['PT', 'BR', 'PT'],
  nl: ['NL', 'NL', 'BE'],
  id: ['ID'],
  ru: ['RU'],
  uk: ['UK'],
};
const CITY_COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE'],
  es: ['ES', 'MX', 'AR', 'CL', 'CO', 'PE'],
  it: ['IT'],
  pt: ['PT', 'BR'],
  nl: ['NL', 'BE'],
  id: ['ID'],
};

/** Makes up names of persons and places, fit for a language or from anywhere. */
export class NameMaker {
  private readonly givenCountries: string[];
  private readonly surnameCountries: string[];
  private readonly cities = new Map<string, string[]>();
  private readonly largeCities: string[];
  private readonly allCities: string[];

  constructor(
    readonly random: Random,
    private readonly lists: NameLists,
  ) {
    const latin = (list: readonly string[]) =>
      /^\p{Script=Latin}/u.test(list[0] as string) && /^\p{Lu}/u.test(list[0] as string);
    this.givenCountries = [...lists.given].filter(([, l]) => l.length > 20 && latin(l)).map(([c]) => c);
    this.surnameCountries = [...lists.surnames].filter(([, l]) => l.length > 20 && latin(l)).map(([c]) => c);
    this.largeCities = lists.cities.filter((c) => c.population > 100_000).map((c) => c.name);
    this.allCities = lists.cities.map((c) => c.name);
    for (const [language, countries] of Object.entries(CITY_COUNTRIES)) {
      this.cities.set(
        language,
        lists.cities.filter((c) => countries.includes(c.country)).map((c) => c.name),
      );
    }
  }

  given(language?: string): string {
    const { random } = this;
    const home = language ? LANGUAGE_COUNTRIES[language] : undefined;
    if (home && random.chance(0.75)) return random.pick(this.lists.given.get(random.pick(home)) as string[]);
    if (random.chance(0.5)) return random.pickEarly(this.lists.usGiven, 2.2);
    return random.pick(this.lists.given.get(random.pick(this.givenCountries)) as string[]);
  }

  surname(language?: string): string {
    const { random } = this;
    const home = language ? LANGUAGE_COUNTRIES[language] : undefined;
    if (home && random.chance(0.6)) return random.pick(this.lists.surnames.get(random.pick(home)) as string[]);
    if (random.chance(0.5)) return random.pickEarly(this.lists.usSurnames, 2);
    return random.pick(this.lists.surnames.get(random.pick(this.surnameCountries)) as string[]);
  }

  /** A surname as it stands alone: with its particle, doubled, as the language has it. */
  family(language?: string): string {
    const { random } = this;
    const country = language ? (LANGUAGE_COUNTRIES[language]?.[0] ?? 'US') : random.pick(Object.keys(PARTICLES));
    const share = country === 'NL' ? 0.3 : language ? 0.12 : 0.03;
    const particles = PARTICLES[country];
    if (particles && random.chance(share)) return `${random.pick(particles)} ${this.surname(language)}`;
    if ((country === 'ES' && language && random.chance(0.4)) || (country === 'PT' && language && random.chance(0.3))) {
      return `${this.surname(language)} ${this.surname(language)}`;
    }
    return random.chance(0.05) ? `${this.surname(language)}-${this.surname(language)}` : this.surname(language);
  }

  person(language?: string): string {
    const { random } = this;
    const x = random.next();
    const initial = () => random.pick(INITIALS);
    if (x < 0.06) return `${initial()}. ${this.family(language)}`;
    if (x < 0.08) return `${initial()}.${random.chance(0.5) ? ' ' : ''}${initial()}. ${this.family(language)}`;
    if (x < 0.15) return `${this.given(language)} ${initial()}. ${this.family(language)}`;
    if (x < 0.24)
      return `${this.given(language)}${random.chance(0.3) ? '-' : ' '}${this.given(language)} ${this.family(language)}`;
    if (x < 0.27) return `${this.given(language)} ${initial()}.`;
    return `${this.given(language)} ${this.family(language)}`;
  }

  city(language?: string): string {
    const { random } = this;
    const home = language ? this.cities.get(language) : undefined;
    if (home && random.chance(0.85)) return random.chance(0.4) ? random.pick(home.slice(0, 60)) : random.pick(home);
    return random.chance(0.6) ? random.pick(this.largeCities) : random.pick(this.allCities);
  }

  country(): string {
    return this.random.pick(this.lists.countries);
  }
}
