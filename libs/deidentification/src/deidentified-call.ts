import type { Deidentified } from '#lib/kernel';

/** Puts a de-identified text into the larger call that carries it. `around` may add only what no caller wrote. */
export function carry<T, U>(text: Deidentified<T>, around: (body: T) => U): Deidentified<U> {
  return { body: around(text.body) } as unknown as Deidentified<U>;
}

/** A call that holds nothing a caller wrote, such as the request of a model list. */
export function nothingOfCallers<T>(call: T): Deidentified<T> {
  return { body: call } as unknown as Deidentified<T>;
}

/** What a model wrote in an exchange in which it saw tokens only. */
export function writtenInTokens<T>(written: T): Deidentified<T> {
  return { body: written } as unknown as Deidentified<T>;
}
