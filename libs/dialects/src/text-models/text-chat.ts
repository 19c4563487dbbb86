export interface TextTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, as JSON text. */
  readonly parameters: string;
  /** A tool that the caller wrote ChatGLM3's way (`params`, or a list of parameters), as it wrote it. */
  readonly chatGlm?: string;
}

export interface TextCall {
  readonly name: string;
  /** A JSON object, as JSON text in its own spelling. */
  readonly arguments: string;
  /** The caller's id of it, in a history. */
  readonly id?: string;
}

export interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly calls: readonly TextCall[];
  /** Of a tool's result: the tool, and the id of the call it answers. */
  readonly tool: string;
  readonly callId: string;
}

/** A conversation as a text-completion model is told it. */
export interface TextChat {
  readonly messages: readonly TextMessage[];
  readonly tools: readonly TextTool[];
  /** The caller writes the arguments of calls as objects (Hugging Face), and reads them so. */
  readonly objectArguments: boolean;
}
