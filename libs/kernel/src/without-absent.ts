/** What may be undefined may be absent; the rest is as it was. */
export type WithoutAbsent<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members that are there: domain types tell an absent member from an undefined one. */
export function withoutAbsent<T extends object>(given: T): WithoutAbsent<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WithoutAbsent<T>;
}
