export interface InventedPerson {
  readonly PERSON: string;
  readonly EMAIL: string;
  readonly PHONE: string;
  readonly CREDIT_CARD: string;
  readonly IBAN: string;
}
export declare function inventPerson(): InventedPerson;
/** So many random decimal digits. */
export declare const digits: (count: number) => string;
