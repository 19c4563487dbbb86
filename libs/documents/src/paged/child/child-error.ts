import type { ChildFault } from '../protocol.js';

/** A fault with a name, thrown in the child; its words are fixed, since parsers' own may quote the document. */
export class ChildError extends Error {
  override readonly name = 'ChildError';

  constructor(
    readonly fault: ChildFault['fault'],
    readonly detail: string,
  ) {
    super(detail);
  }
}
