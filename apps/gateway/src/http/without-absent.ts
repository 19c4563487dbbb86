type WithoutAbsent<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that are there: domain types tell an absent member from an undefined one. */
export function withoutAbsent<T extends object>(given: T): WithoutAbsent<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WithoutAbsent<T>;
}
