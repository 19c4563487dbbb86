import { fork } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What the capture upstream answers; see capture-upstream-process.mjs. */
export interface ScriptedReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly raw?: string;
  readonly events?: readonly unknown[];
  readonly gzip?: boolean;
  readonly cut?: boolean;
  readonly hang?: boolean;
  readonly delayMs?: number;
  readonly gapMs?: number;
}

export interface Captured {
  readonly bodies: readonly string[];
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly urls: readonly string[];
  readonly aborted: number;
}

export interface CaptureUpstream {
  /** For `PVG_UPSTREAM_BASE_URL`. */
  readonly baseUrl: string;
  /** The replies to come; the last repeats. Without any, the last message is echoed. */
  script(...replies: ScriptedReply[]): Promise<void>;
  captured(): Promise<Captured>;
  /** What was captured since it was taken last. */
  take(): Promise<Captured>;
  close(): void;
}

/** Starts the capture upstream as a process of its own. It ends with this one. */
export async function startCaptureUpstream(): Promise<CaptureUpstream> {
  const child = fork(join(import.meta.dirname, 'capture-upstream-process.mjs'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the capture upstream ended')));
    createInterface({ input: child.stdout! }).once('line', (line) =>
      resolve((JSON.parse(line) as { url: string }).url),
    );
  });
  return {
    baseUrl: `${url}/v1`,
    script: async (...replies) => {
      await fetch(`${url}/__script`, { method: 'POST', body: JSON.stringify({ replies }) });
    },
    captured: async () => (await (await fetch(`${url}/__captured`)).json()) as Captured,
    take: async () => (await (await fetch(`${url}/__take`)).json()) as Captured,
    close: () => {
      child.kill();
    },
  };
}

/** A Chat Completions stream event. */
export function chunk(delta: object, finish: string | null = null): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

export const DONE = 'data: [DONE]\n\n';
