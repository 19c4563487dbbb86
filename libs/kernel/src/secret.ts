import { inspect } from 'node:util';

/**
 * Holds a value that must not be printed: string conversion, JSON, `util.inspect` and template literals all give
 * `[secret]`. Reading it is a visible act, `reveal()`.
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
