import { Injectable } from '@nestjs/common';
import { CollectionDetector, type DeidentifiedExchange, Deidentifier, type ExchangeScope } from '#lib/deidentification';
import type { BodyText, OpenedRequest } from '#lib/dialects';
import { DomainError, type Edit, type TextSlot, type VaultToken } from '#lib/kernel';
import { Vault } from '#lib/vault';
import { Denials } from '../../exchange/denials.js';
import { ExchangeScopes } from '../../exchange/exchange-scopes.js';
import type { AuthenticatedRequest } from '../../http/current-request.js';
import { OutgoingCalls } from '../../proxy/outgoing-calls.js';
import { readBody } from '../../proxy/read-body.js';
import { SURFACES } from '../../proxy/surface.js';
import { Upstreams } from '../../proxy/upstreams.js';
import { PolicyChoices } from '../simulation/policy-choices.js';
import { type MarkedPart, TextMarker } from './marked-text.js';
import type { PlaygroundRequest } from './playground.schema.js';
import { roleViews } from './role-views.js';

const SURFACE = SURFACES.chatCompletions;
const MODEL_DEFAULT = 'demo';

/**
 * One text on its way through the gateway, step by step, by the parts that serve every exchange. Its values are tokenized as
 * in any other exchange of the caller, so what is shown is what leaves, byte for byte.
 */
@Injectable()
export class Playground {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly detector: CollectionDetector,
    private readonly deidentifier: Deidentifier,
    private readonly vault: Vault,
    private readonly upstreams: Upstreams,
    private readonly choices: PolicyChoices,
    private readonly denials: Denials,
  ) {}

  async run(request: AuthenticatedRequest, input: PlaygroundRequest, signal: AbortSignal) {
    const { tenantId } = request.user;
    const model = input.model ?? (await this.firstModel(tenantId));
    const scope = await this.scopes.open({ request, model, collectionId: input.collection, opening: input.text });
    await this.mustReadPolicies(scope);
    const policy = await this.choices.snapshot(tenantId, input.policy);
    const raw = JSON.stringify({ model, messages: [{ role: 'user', content: input.text }] });
    const opened = SURFACE.dialect.readRequest(raw);
    const upstreams = await this.upstreams.forModel(tenantId, SURFACE.families, model);
    const outgoing = new OutgoingCalls(
      { surface: SURFACE, opened, path: '/chat/completions', streams: false, headers: {} },
      upstreams,
      tenantId,
    );
    const exchange = await this.deidentifier.deidentify(scope, opened, {
      surface: 'playground',
      origin: () => 'prompt',
      history: [] as BodyText[],
      recipients: outgoing.recipients,
    });
    const upstream = upstreams[0]!;
    const { body: leaving } = outgoing.to(upstream, exchange);
    const marker = new TextMarker(exchange.restoration);
    const { written, values } = whatLeaves(exchange, opened, input.text, marker);
    const answer = input.send ? await this.ask(outgoing, exchange, signal) : written.text;
    return {
      policyHash: policy.hash,
      findings: await this.findings(scope, input.text, written.edits, marker),
      upstream: upstream.name,
      model,
      path: leaving.path,
      payload: leaving.body,
      sent: input.send,
      answer,
      views: await roleViews({
        vault: this.vault,
        scope,
        policy,
        roles: [...new Set(input.roles)],
        purpose: input.purpose,
        suppliedByReader: input.suppliedByReader,
        answer: marker.parts(answer),
        values,
      }),
    };
  }

  private async firstModel(tenantId: string): Promise<string> {
    const upstreams = await this.upstreams.ofFamilies(tenantId, SURFACE.families);
    const chat = upstreams.filter(({ api }) => api === 'openai');
    return (chat.length > 0 ? chat : upstreams).flatMap(({ models }) => models)[0] ?? MODEL_DEFAULT;
  }

  /** What is shown names statements of the policies. */
  private async mustReadPolicies({ principal, context, policy, requestId }: ExchangeScope): Promise<void> {
    const asked = {
      principal,
      action: 'policy:Read' as const,
      resource: { tenantId: principal.tenantId, collectionId: '*' },
      context,
    };
    const decision = policy.decide(asked);
    if (!decision.allowed) await this.denials.refuse({ requestId, asked, decision, policy });
  }

  private async ask(outgoing: OutgoingCalls, exchange: DeidentifiedExchange<BodyText>, signal: AbortSignal) {
    const { upstream, answer } = await this.upstreams.router.send(
      outgoing.upstreams,
      (one) => outgoing.to(one, exchange),
      signal,
    );
    if (answer.status >= 400) {
      answer.body.destroy();
      throw new DomainError('upstream.rejected', {
        publicMessage: `The upstream refused the request with status ${answer.status}.`,
        facts: { upstreamStatus: answer.status },
      });
    }
    const tokenised = outgoing.answerFrom(upstream, await readBody(answer.body));
    return SURFACE.dialect
      .readAnswer(tokenised)
      .slots.map(({ text }) => text)
      .join('\n');
  }

  private async findings(scope: ExchangeScope, text: string, edits: readonly Edit[], marker: TextMarker) {
    const { principal, collectionId, detection } = scope;
    const task = { tenantId: principal.tenantId, collectionId, texts: [{ text, kind: 'prose' as const }] };
    const [found] = await this.detector.findAll({ ...task, ...(detection && { own: detection }) });
    return (found ?? []).flatMap((finding) => {
      const edit = edits.find(({ start, end }) => start === finding.start && end === finding.end);
      if (!edit) return [];
      return [{ ...finding, leavesAs: edit.text, token: tokenIn(marker.parts(edit.text)) ?? null }];
    });
  }
}

/** The text as it leaves, and what stood where its tokens stand. */
function whatLeaves(
  exchange: DeidentifiedExchange<BodyText>,
  opened: OpenedRequest,
  text: string,
  marker: TextMarker,
): { written: { text: string; edits: readonly Edit[] }; values: Map<VaultToken, string> } {
  let made: ReadonlyMap<TextSlot, readonly Edit[]> = new Map();
  exchange.textFor(null, ({ edits }) => {
    made = edits;
    return '';
  });
  const slot = opened.slots.find((one) => one.text === text);
  const edits = ((slot && made.get(slot)) ?? []).toSorted((a, b) => a.start - b.start);
  const values = new Map<VaultToken, string>();
  let written = '';
  let at = 0;
  for (const edit of edits) {
    const token = tokenIn(marker.parts(edit.text));
    if (token !== undefined && !values.has(token)) values.set(token, text.slice(edit.start, edit.end));
    written += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return { written: { text: written + text.slice(at), edits }, values };
}

function tokenIn(parts: readonly MarkedPart[]): VaultToken | undefined {
  return parts.find(({ token }) => token !== undefined)?.token;
}
