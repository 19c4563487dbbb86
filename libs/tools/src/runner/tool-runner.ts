import type { AuditEvent } from '#lib/audit';
import type { Deidentifier, Restoration, ToolSeam } from '#lib/deidentification';
import { type Deidentified, DomainError, type Principal } from '#lib/kernel';
import { destinationPrincipal } from '#lib/policy';
import type { Tool, ToolOutput, ToolRequest } from '../registry/tool.js';
import { concealResult } from './conceal-result.js';
import { type ReleasedArguments, releaseArguments } from './release-arguments.js';
import { toolFailed } from './tool-failed.js';

export type CallStatus = 'ok' | 'failed' | 'denied';

/** What a call came to, in tokens. */
export interface ToolAnswer {
  readonly status: CallStatus;
  readonly text: string;
  /** What the exchange knows now: what it knew, and what the result brought. */
  readonly restoration: Restoration;
  readonly output?: ToolOutput;
}

/** A call that is over; nothing of what it was about. */
export interface CallFigures {
  readonly tool: Pick<Tool, 'name' | 'source'>;
  readonly status: CallStatus;
  readonly durationMs: number;
}

const BYTES_MAX = 1024 * 1024;

/**
 * Runs one call of a tool: arguments cross the seam as the tool's policy says, the result comes back de-identified, and
 * both are in the audit log before they are released. What goes wrong is told to the model in words of ours.
 */
export class ToolRunner {
  /** Hears of each call when it is over. */
  onCall: (figures: CallFigures) => void = () => undefined;

  constructor(
    private readonly seam: ToolSeam,
    private readonly deidentifier: Deidentifier,
  ) {}

  /** Whether the caller may call the tool at all. */
  mayInvoke({ scope, tool }: Pick<ToolRequest, 'scope'> & { readonly tool: { readonly name: string } }): boolean {
    return scope.policy.decide({
      principal: scope.principal,
      action: 'tool:Invoke',
      resource: { tenantId: scope.principal.tenantId, collectionId: scope.collectionId },
      context: { ...scope.context, conversation: scope.conversationId, tool: tool.name },
    }).allowed;
  }

  /** `restoration`: the exchange's closed world so far. Throws only when vault, policy, audit or detection cannot answer. */
  async run(call: Deidentified<ToolRequest>, restoration: Restoration): Promise<ToolAnswer> {
    const startedAt = performance.now();
    let status: CallStatus = 'failed';
    try {
      const answer = await this.attend(call, restoration);
      status = answer.status;
      return answer;
    } finally {
      this.onCall({ tool: call.body.tool, status, durationMs: performance.now() - startedAt });
    }
  }

  private async attend(call: Deidentified<ToolRequest>, restoration: Restoration): Promise<ToolAnswer> {
    const request = call.body;
    const { tool, scope } = request;
    const startedAt = performance.now();
    const principal = destinationPrincipal(scope.principal.tenantId, 'tool', tool.name);
    try {
      if (!this.mayInvoke(request)) {
        throw new DomainError('tool.denied', {
          publicMessage: 'There is no such tool.',
          facts: { because: 'tool:Invoke' },
        });
      }
      const released = await this.release(request, principal, restoration);
      const output = await this.execute(request, released);
      const concealed = await concealResult(this.deidentifier, request, output, released.seen);
      await this.seam.record([
        this.event(request, 'tool.answered', {
          status: output.failed ? 'failed' : 'ok',
          chars: concealed.text.length,
          durationMs: Math.round(performance.now() - startedAt),
        }),
      ]);
      return {
        status: output.failed ? 'failed' : 'ok',
        text: concealed.text,
        restoration: restoration.with(concealed.restoration),
        output,
      };
    } catch (error) {
      if (!isOfTool(error)) throw error;
      const { because } = error.facts;
      const denied = error.code === 'tool.denied';
      await this.seam.record([
        this.event(request, denied ? 'tool.refused' : 'tool.failed', {
          ...(typeof because === 'string' && { because }),
          ...(typeof error.facts.argument === 'string' && { argument: error.facts.argument }),
          durationMs: Math.round(performance.now() - startedAt),
        }),
      ]);
      return { status: denied ? 'denied' : 'failed', text: errorText(error), restoration };
    }
  }

  private release(request: ToolRequest, principal: Principal, restoration: Restoration): Promise<ReleasedArguments> {
    return releaseArguments(this.seam, request, principal, restoration, ({ revealed }) =>
      this.event(request, 'tool.called', { revealed }),
    );
  }

  private async execute(request: ToolRequest, released: ReleasedArguments): Promise<ToolOutput> {
    const { tool } = request;
    try {
      return await this.attempt(request, released);
    } catch (error) {
      const again = tool.idempotent && !request.signal.aborted && error instanceof DomainError;
      if (!again || error.facts.because === 'timeout') throw error;
      return this.attempt(request, released);
    }
  }

  /** Bounded in time, whatever the executor does. */
  private async attempt(request: ToolRequest, released: ReleasedArguments): Promise<ToolOutput> {
    const { tool, scope, signal, onProgress, files } = request;
    const abort = new AbortController();
    const onAbort = () => abort.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(toolFailed(`It did not answer within ${tool.timeoutMs} ms.`, 'timeout')),
        tool.timeoutMs,
      );
      abort.signal.addEventListener('abort', () => reject(toolFailed('The call was cancelled.', 'cancelled')), {
        once: true,
      });
      if (signal.aborted) abort.abort();
    });
    try {
      return await Promise.race([
        tool.executor.run({
          tenantId: scope.principal.tenantId,
          conversationId: scope.conversationId,
          arguments: released.arguments,
          signal: abort.signal,
          bytesMax: Math.min(BYTES_MAX, Math.max(65_536, tool.outputCharsMax * 8)),
          ...(onProgress && { onProgress }),
          ...(files && { files }),
        }),
        over,
      ]);
    } catch (error) {
      if (error instanceof DomainError) throw asOfTool(error);
      throw toolFailed('It failed.', 'error');
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      abort.abort();
      over.catch(() => undefined);
    }
  }

  private event(request: ToolRequest, action: string, facts: NonNullable<AuditEvent['facts']>): AuditEvent {
    const { tool, scope, step } = request;
    const decision = scope.policy.decide({
      principal: scope.principal,
      action: 'tool:Invoke',
      resource: { tenantId: scope.principal.tenantId, collectionId: scope.collectionId },
      context: { ...scope.context, conversation: scope.conversationId, tool: tool.name },
    });
    return {
      ...this.seam.head(scope),
      action,
      resource: { kind: 'tool', id: tool.name, collection: scope.collectionId },
      decision: { allowed: decision.allowed, decidedBy: decision.decidedBy, policyHash: scope.policy.hash },
      facts: { ...facts, ...(step !== undefined && { step }) },
    };
  }
}

function isOfTool(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === 'tool.failed' || error.code === 'tool.denied');
}

/** What goes wrong on the way to a tool is the tool's failure, not the request's. */
function asOfTool(error: DomainError): DomainError {
  if (error.code === 'upstream.timeout') return toolFailed('It did not answer in time.', 'timeout');
  if (error.code === 'outbound.forbidden_target') return toolFailed('Its address may not be called.', 'address');
  if (error.code.startsWith('upstream.')) return toolFailed('It cannot be reached.', 'unreachable');
  return error;
}

function errorText({ code, publicMessage }: DomainError): string {
  return `Error: ${code === 'tool.denied' ? 'refused. ' : ''}${publicMessage}`;
}
