import { z } from 'zod';
import type { Finding } from '#lib/detection';
import type { OpenedBody } from '#lib/dialects';
import { DomainError, type Edit, type ErrorCode, type Secret, type TextSlot } from '#lib/kernel';
import type { Form } from '#lib/vault';
import type { TextService } from './text-service.js';

const Texts = z.object({ texts: z.array(z.string()) });
const Findings = z.object({ results: z.array(z.object({ findings: z.array(z.custom<Finding>()) })) });
const ProblemBody = z.object({ code: z.string(), detail: z.string() });

const TIMEOUT_MS = 120_000;

export interface RemoteTextsOptions {
  readonly url: URL;
  readonly key: Secret<string>;
  readonly collectionId: string;
  readonly purpose?: string;
  /** In what form values leave, instead of what the collection says. */
  readonly form?: Form;
}

/** Asks a running gateway. */
export class RemoteTexts implements TextService {
  constructor(private readonly options: RemoteTextsOptions) {}

  async inspect(texts: readonly string[]): Promise<readonly (readonly Finding[])[]> {
    const { results } = Findings.parse(await this.post('inspect', texts));
    return results.map(({ findings }) => findings);
  }

  deidentify(bodies: readonly OpenedBody[]): Promise<readonly string[]> {
    return this.replaceSlots('deidentify', bodies);
  }

  reidentify(bodies: readonly OpenedBody[]): Promise<readonly string[]> {
    return this.replaceSlots('reidentify', bodies);
  }

  async close(): Promise<void> {}

  /** Sends the slots' texts and puts what comes back in their place, so that the rest of each body stays here. */
  private async replaceSlots(route: string, bodies: readonly OpenedBody[]): Promise<string[]> {
    const slots = bodies.flatMap((body) => body.slots);
    if (slots.length === 0) return bodies.map((body) => body.splice(new Map()));
    const { texts } = Texts.parse(
      await this.post(
        route,
        slots.map(({ text }) => text),
      ),
    );
    const replaced = new Map(slots.map((slot, index) => [slot, texts[index]]));
    return bodies.map((body) => {
      const edits = new Map<TextSlot, Edit[]>();
      for (const slot of body.slots) {
        const text = replaced.get(slot);
        if (text === undefined)
          throw new DomainError('internal', { publicMessage: 'The gateway answered too few texts.' });
        if (text !== slot.text) edits.set(slot, [{ start: 0, end: slot.text.length, text }]);
      }
      return body.splice(edits);
    });
  }

  private async post(route: string, texts: readonly string[]): Promise<unknown> {
    const { url, key, collectionId, purpose, form } = this.options;
    let response: Response;
    try {
      response = await fetch(new URL(`/v1/privacy/${route}`, url), {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key.reveal()}`,
          ...(purpose !== undefined && { 'x-pvg-purpose': purpose }),
        },
        body: JSON.stringify({ texts, collection: collectionId, ...(form && route === 'deidentify' && { as: form }) }),
      });
    } catch {
      throw new DomainError('upstream.unavailable', { publicMessage: 'The gateway at --url cannot be reached.' });
    }
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body;
    const problem = ProblemBody.safeParse(body);
    throw new DomainError((problem.data?.code ?? 'internal') as ErrorCode, {
      publicMessage: problem.data?.detail ?? `The gateway answered ${response.status}.`,
    });
  }
}
