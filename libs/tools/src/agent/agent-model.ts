/** One call that a model asks for, in tokens. */
export interface ModelToolCall {
  /** The model's id of it; made up where its API has none. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it. */
  readonly arguments: string;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** One turn of a model, in tokens. */
export interface ModelTurn {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ModelToolCall[];
  readonly usage: ModelUsage;
  /** Why it stopped, in its API's words. */
  readonly finish: string;
}

export interface ModelDelta {
  readonly kind: 'text' | 'reasoning';
  readonly text: string;
}

/** A model behind one API: takes the conversation so far, and knows how that API writes what is added to it. */
export interface AgentModel {
  /** `added`: what this run has added, each a message of the API as JSON text. Deltas come as they are written. */
  next(added: readonly string[], signal: AbortSignal): AsyncGenerator<ModelDelta, ModelTurn>;
  assistantMessages(turn: ModelTurn): string[];
  resultMessage(call: ModelToolCall, text: string): string;
}
