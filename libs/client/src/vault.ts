import type { Detokenized, SearchRequest, SearchResponse, Tokenized, TokenizeItem } from './api/types.js';
import type { CallOptions, Transport } from './http/transport.js';

/** Values in, tokens out, and back as far as policy allows. */
export class VaultClient {
  constructor(private readonly transport: Transport) {}

  /** A token or an error for each item, in the order given: a bad item does not concern the others. */
  async tokenize(
    items: readonly TokenizeItem[],
    { collection, ...call }: CallOptions & { readonly collection?: string } = {},
  ): Promise<readonly Tokenized[]> {
    const body = { items: [...items], ...(collection !== undefined && { collection }) };
    return (await this.transport.post('/v1/vault/tokenize', body, call)).items;
  }

  /** For each token its value as far as the caller may see it, its level alone, or `unresolved`. */
  async detokenize(tokens: readonly string[], call: CallOptions = {}): Promise<readonly Detokenized[]> {
    return (await this.transport.post('/v1/vault/detokenize', { tokens: [...tokens] }, call)).items;
  }

  /** Finds tokens by what their values are, or counts values by what they share. */
  search(request: SearchQuery, call: CallOptions = {}): Promise<SearchResponse> {
    return this.transport.post('/v1/vault/search', request as SearchRequest, call);
  }
}

/** `limit` and `sizeMin` have defaults. */
export type SearchQuery = Omit<SearchRequest, 'limit' | 'sizeMin'> & Partial<Pick<SearchRequest, 'limit' | 'sizeMin'>>;
