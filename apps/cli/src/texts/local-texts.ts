import type { Finding } from '#lib/detection';
import type { OpenedBody } from '#lib/dialects';
import type { Edit, SlottedBody, TextSlot } from '#lib/kernel';
import type { Form } from '#lib/vault';
import type { LocalSeam } from '../local/local-seam.js';
import type { TextService } from './text-service.js';

export interface LocalTextsOptions {
  readonly collectionId: string;
  readonly purpose?: string;
  /** In what form values leave, instead of what the collection says. */
  readonly form?: Form;
}

/** Texts through the seam that this process opened; `close` closes it. */
export class LocalTexts implements TextService {
  constructor(
    private readonly seam: LocalSeam,
    private readonly options: LocalTextsOptions,
  ) {}

  async inspect(texts: readonly string[]): Promise<readonly (readonly Finding[])[]> {
    const { collectionId, principal } = await this.scope('privacy:Inspect');
    const { tenantId } = principal;
    const findings: (readonly Finding[])[] = [];
    for (const text of texts) {
      findings.push(...(await this.seam.parts.detector.findAll({ tenantId, collectionId, texts: [{ text }] })));
    }
    return findings;
  }

  async deidentify(bodies: readonly OpenedBody[]): Promise<readonly string[]> {
    const scope = await this.scope('document:Deidentify');
    const documents = new Map<TextSlot, OpenedBody>();
    for (const body of bodies) for (const slot of body.slots) documents.set(slot, body);
    const all: SlottedBody = { slots: [...documents.keys()], splice: () => '' };
    let texts: readonly string[] = [];
    await this.seam.parts.deidentifier.deidentify(scope, all, {
      surface: 'cli.deidentify',
      origin: () => 'document',
      ...(this.options.form && { form: this.options.form }),
      documentOf: (slot) => documents.get(slot),
      close: ({ edits }) => {
        texts = bodies.map((body) => body.splice(ofBody(edits, body)));
        return '';
      },
    });
    return texts;
  }

  async reidentify(bodies: readonly OpenedBody[]): Promise<readonly string[]> {
    const scope = await this.scope('document:Deidentify');
    const results: string[] = [];
    for (const body of bodies)
      results.push((await this.seam.parts.reidentifier.reidentify(scope, body, 'cli.reidentify')).text);
    return results;
  }

  close(): Promise<void> {
    return this.seam.close();
  }

  private scope(action: Parameters<LocalSeam['scope']>[0]) {
    const { collectionId, purpose } = this.options;
    return this.seam.scope(action, collectionId, purpose);
  }
}

function ofBody(edits: ReadonlyMap<TextSlot, readonly Edit[]>, body: SlottedBody): Map<TextSlot, readonly Edit[]> {
  return new Map(body.slots.flatMap((slot) => (edits.has(slot) ? [[slot, edits.get(slot)!] as const] : [])));
}
