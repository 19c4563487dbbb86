export interface MemoryScope {
  readonly tenantId: string;
  readonly principalId: string;
  readonly conversationId: string;
}

/** A text as the caller was shown it, and as the model wrote it. */
export interface Remembered {
  readonly rendered: string;
  readonly tokenised: string;
}

/**
 * Remembers, for a principal's conversation, which tokenised text stood behind a text as it was rendered to the caller.
 * A caller who saw masks or tokens can then send its history back and the model still sees what it wrote. A rendering that
 * is JSON is recognised in any spelling: clients read arguments and write them anew.
 *
 * INVARIANT: a rendering that two different tokenised texts share is ambiguous and recalled as nothing: a mask is never
 * turned into another person's token.
 */
export abstract class ExchangeMemory {
  /** The tokenised text behind each rendering, or null where none is remembered. Same order as asked. */
  abstract recall(scope: MemoryScope, rendered: readonly string[]): Promise<readonly (string | null)[]>;

  abstract remember(scope: MemoryScope, texts: readonly Remembered[]): Promise<void>;
}

/** Remembers nothing: for work that has no turns. */
export class NoExchangeMemory extends ExchangeMemory {
  override async recall(_: MemoryScope, rendered: readonly string[]): Promise<readonly null[]> {
    return rendered.map(() => null);
  }

  override async remember(): Promise<void> {}
}
