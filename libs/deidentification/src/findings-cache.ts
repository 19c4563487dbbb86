import { createHmac, randomBytes } from 'node:crypto';
import type { DetectionText, Finding } from '#lib/detection';

const DOCUMENTS_MAX = 5_000;
const FINDINGS_MAX = 200_000;

/**
 * What was found in a document, so that an unchanged one is not read twice: histories are sent whole at each turn. Keyed by
 * HMAC-SHA-256 under a key of this process; holds spans and types, never text. Bounded; the longest unused goes first.
 */
export class FindingsCache {
  private readonly key = randomBytes(32);
  private readonly documents = new Map<string, readonly Finding[][]>();
  private findings = 0;

  /** Finds by `read` what is not known yet. Another `how` (detector, settings) is another document; it is JSON. */
  async find(
    how: readonly unknown[],
    texts: readonly DetectionText[],
    read: () => Promise<Finding[][]>,
  ): Promise<readonly Finding[][]> {
    const digest = createHmac('sha256', this.key);
    // Lengths before texts: no two lists of texts give the same bytes.
    digest.update(JSON.stringify([how, texts.map(({ text, kind, label }) => [text.length, kind, label])]));
    for (const { text } of texts) digest.update(text, 'utf16le');
    const id = digest.digest('base64');
    const known = this.documents.get(id);
    if (known) {
      this.documents.delete(id);
      this.documents.set(id, known);
      return known;
    }
    const found = await read();
    if (!this.documents.has(id)) this.findings += countOf(found);
    this.documents.set(id, found);
    this.shrink();
    return found;
  }

  private shrink(): void {
    for (const [id, found] of this.documents) {
      if (this.documents.size <= DOCUMENTS_MAX && this.findings <= FINDINGS_MAX) return;
      this.documents.delete(id);
      this.findings -= countOf(found);
    }
  }
}

function countOf(found: readonly Finding[][]): number {
  return found.reduce((sum, list) => sum + list.length, 0);
}
