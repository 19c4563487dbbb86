import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { inventPerson, promptOf } from '../support/invented.js';

const root = resolve(import.meta.dirname, '../..');
const CLOCK_TICK_MS = 10;
const FILLER = 'Please look into the delivery that was promised for last week and tell me when it will arrive. ';

interface Target {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
  readonly headers: Readonly<Record<string, string>>;
}

interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly rssMb: number;
}

/**
 * The gateway beside a bare pass-through proxy on the same HTTP stack, to the same upstream in the same run. Cached: the
 * same prompt again; cold: new values in each. Numbers of a loaded machine are ratios, not times.
 *
 * Arguments: requests of each measurement (400); requests of a soak that shows whether memory stays flat (none).
 */
export async function run(args: readonly string[]): Promise<void> {
  const requests = Number(args[0] ?? 400);
  const folder = mkdtempSync(join(tmpdir(), 'pvg-bench-'));
  const children: ChildProcess[] = [];
  const start = async (script: string, args_: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [join(root, script), ...args_], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const url = await new Promise<string>((done, reject) => {
      child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
      createInterface({ input: child.stdout }).once('line', (line) => done((JSON.parse(line) as { url: string }).url));
    });
    return { child, url };
  };
  try {
    const upstream = await start('test/bench/bare-upstream.mjs', []);
    const bare = await start('test/bench/bare-proxy.mjs', [upstream.url]);
    const home = join(folder, 'home');
    const gateway = await start('dist/apps/gateway/src/main.js', [], {
      PVG_HOME: home,
      PVG_PORT: '0',
      PVG_LOG_LEVEL: 'warn',
      PVG_UPSTREAM_BASE_URL: `${upstream.url}/v1`,
    });
    const key = (JSON.parse(readFileSync(join(home, 'dev-keys.json'), 'utf8')) as { user: string }).user;
    const targets: Target[] = [
      { name: 'bare proxy', ...bare, headers: {} },
      { name: 'gateway', ...gateway, headers: { authorization: `Bearer ${key}` } },
    ];
    print([
      'prompt',
      'values',
      'clients',
      'target',
      'p50 ms',
      'p99 ms',
      'req/s',
      'CPU ms/req',
      'RSS MB',
      'req/s ratio',
    ]);
    for (const kilobytes of [2, 50]) {
      for (const cold of [false, true]) {
        for (const clients of [1, 16, 64]) {
          await compare(targets, {
            kilobytes,
            cold,
            clients,
            requests: Math.max(clients * 3, kilobytes > 2 ? requests / 4 : requests),
          });
        }
      }
    }
    await firstByte(targets);
    const soaked = Number(args[1] ?? 0);
    if (soaked > 0) await soak(targets.at(-1)!, soaked);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await new Promise((done) => setTimeout(done, 500));
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Load {
  readonly kilobytes: number;
  readonly cold: boolean;
  readonly clients: number;
  readonly requests: number;
}

async function compare(targets: readonly Target[], load: Load): Promise<void> {
  let base: Measured | undefined;
  for (const target of targets) {
    await measure(target, { ...load, requests: Math.min(load.requests, 60) });
    const measured = await measure(target, load);
    base ??= measured;
    print([
      `${load.kilobytes} KB`,
      load.cold ? 'cold' : 'cached',
      String(load.clients),
      target.name,
      measured.p50.toFixed(2),
      measured.p99.toFixed(2),
      measured.perSecond.toFixed(0),
      measured.cpuMs.toFixed(2),
      measured.rssMb.toFixed(0),
      `${((100 * measured.perSecond) / base.perSecond).toFixed(1)} %`,
    ]);
  }
}

async function measure(target: Target, load: Load): Promise<Measured> {
  const agent = new Agent({ connections: load.clients });
  const fixed = bodyOf(load.kilobytes, false);
  const times: number[] = [];
  let left = load.requests;
  const cpuBefore = cpuMsOf(target.child);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: load.clients }, async () => {
      while (left-- > 0) {
        const body = load.cold ? bodyOf(load.kilobytes, false) : fixed;
        const sentAt = performance.now();
        await send(target, body, agent);
        times.push(performance.now() - sentAt);
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  await agent.close();
  times.sort((a, b) => a - b);
  return {
    p50: times[Math.floor(times.length * 0.5)]!,
    p99: times[Math.min(times.length - 1, Math.floor(times.length * 0.99))]!,
    perSecond: (1000 * times.length) / elapsedMs,
    cpuMs: (cpuMsOf(target.child) - cpuBefore) / times.length,
    rssMb: rssMbOf(target.child),
  };
}

/** Memory after each tenth of many requests, half of them with new values. */
async function soak(target: Target, requests: number): Promise<void> {
  print(['soak', '', '16', 'requests', 'RSS MB']);
  const load = { kilobytes: 2, clients: 16, requests: Math.ceil(requests / 20) };
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    await measure(target, { ...load, cold: false });
    const { rssMb } = await measure(target, { ...load, cold: true });
    print(['2 KB', '', '16', String(tenth * 2 * load.requests), rssMb.toFixed(0)]);
  }
}

/** From the request to the first byte of a stream, and between events. */
async function firstByte(targets: readonly Target[]): Promise<void> {
  print(['stream', '', '', 'target', 'first byte p50 ms', 'gap p50 ms']);
  for (const target of targets) {
    const agent = new Agent({ connections: 1 });
    const first: number[] = [];
    const gaps: number[] = [];
    for (let round = 0; round < 60; round += 1) {
      const sentAt = performance.now();
      const answer = await request(`${target.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...target.headers },
        body: bodyOf(2, true),
        dispatcher: agent,
      });
      let last = 0;
      for await (const _ of answer.body) {
        const now = performance.now();
        if (last === 0) first.push(now - sentAt);
        else gaps.push(now - last);
        last = now;
      }
    }
    await agent.close();
    print(['2 KB', '', '1', target.name, median(first).toFixed(2), median(gaps).toFixed(2)]);
  }
}

async function send(target: Target, body: string, agent: Agent): Promise<void> {
  const answer = await request(`${target.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.headers },
    body,
    dispatcher: agent,
  });
  await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${target.name} answered ${answer.statusCode}`);
}

function bodyOf(kilobytes: number, stream: boolean): string {
  const prompt = promptOf(inventPerson());
  const filler = FILLER.repeat(Math.ceil((kilobytes * 1024 - prompt.length) / FILLER.length));
  return JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: `${prompt} ${filler}` }] });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** User and system time of a process (proc(5): fields 14 and 15 of stat, in clock ticks). */
function cpuMsOf(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

function rssMbOf(child: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

function print(cells: readonly string[]): void {
  const widths = [8, 7, 8, 11, 18, 11, 7, 11, 7, 11];
  process.stdout.write(`${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' ')}\n`);
}
