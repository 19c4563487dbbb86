import type { Finding } from '#lib/detection';
import type { OpenedBody } from '#lib/dialects';

/** What the text commands need, whether this process opens the vault or a gateway does. */
export interface TextService {
  inspect(texts: readonly string[]): Promise<readonly (readonly Finding[])[]>;
  /** Each body with tokens in place of values; one document each. */
  deidentify(bodies: readonly OpenedBody[]): Promise<readonly string[]>;
  /** Each body with values in place of tokens, as far as policy allows. */
  reidentify(bodies: readonly OpenedBody[]): Promise<readonly string[]>;
  close(): Promise<void>;
}
