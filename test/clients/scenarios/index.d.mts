export interface ClientsUpstream {
  /** For the gateway's configuration. */
  readonly upstreams: readonly {
    readonly name: string;
    readonly api: 'openai' | 'anthropic' | 'gemini' | 'ollama';
    readonly baseUrl: string;
  }[];
  received(): string;
  last(): string | undefined;
  cancelled(): number;
  close(): void;
}

export interface ClientsContext {
  readonly upstream: ClientsUpstream;
  nothingLeaked(): void;
}

export function startClientsUpstream(demoOrigin: string): Promise<ClientsUpstream>;

export function contextOf(given: {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly upstream: ClientsUpstream;
}): ClientsContext;

export function clientScenarios(
  modules: Readonly<Record<'openai' | 'anthropic' | 'genai' | 'ollama' | 'ai' | 'langchain', object>>,
  t: Partial<ClientsContext>,
): Readonly<Record<string, Readonly<Record<string, () => Promise<void>>>>>;
