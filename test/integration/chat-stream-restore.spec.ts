import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ChatStream, readChatResponse } from '#lib/dialects';
import { tokenBodyFrom, vaultToken } from '#lib/kernel';
import { StreamRestorer, type TokenResolver } from '../../libs/deidentification/src/reidentify-stream/index.js';

const bodies = [1, 2].map((seed) => tokenBodyFrom(new Uint8Array([seed, 77, 5, 250, 8])));
const EMAIL = vaultToken('EMAIL', bodies[0]!);
const PERSON = vaultToken('PERSON', bodies[1]!);
const VALUES: Readonly<Record<string, string>> = { [bodies[0]!]: 'ana@x.org', [bodies[1]!]: 'Ana "A" Ruiz\n😀' };
const resolver: TokenResolver = { types: new Set(['EMAIL', 'PERSON']), resolve: ({ body }) => VALUES[body] };
const open = ({ container }: { container: 'text' | 'json' | 'python' }) => new StreamRestorer(resolver, container);

const delta = (one: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: one, finish_reason: finish }] })}\n\n`;
const call = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] });

/** An answer whose tokens are cut at `at`, in content and in arguments. */
function recorded(at: number): string {
  const args = `{"to":"${PERSON}","mail":"${EMAIL.replace('[', '\\u005b')}"}`;
  return [
    delta({ role: 'assistant', content: '' }),
    delta({ content: `Hi ${PERSON.slice(0, at)}` }),
    delta({ content: `${PERSON.slice(at)}, ${EMAIL.slice(0, -1)}` }),
    delta({ content: ']' }),
    delta({ tool_calls: [{ index: 0, id: 't', type: 'function', function: { name: 'send', arguments: '' } }] }),
    delta(call(args.slice(0, 7 + at))),
    delta(call(args.slice(7 + at))),
    delta({}, 'tool_calls'),
    'data: {"choices":[],"usage":{"total_tokens":9}}\n\n',
    'data: [DONE]\n\n',
  ].join('');
}

function run(bytes: Uint8Array, cuts: readonly number[]): string {
  const stream = new ChatStream({ open });
  let out = '';
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    out += stream.push(bytes.subarray(from, cut));
    from = cut;
  }
  return out + stream.end();
}

interface Event {
  choices: { delta: { content?: string; tool_calls?: { function: { arguments: string } }[] } }[];
}

function client(out: string): { content: string; arguments: string } {
  const joined = { content: '', arguments: '' };
  for (const block of out.split('\n\n')) {
    if (!block.startsWith('data: {')) continue;
    for (const { delta: one } of (JSON.parse(block.slice(6)) as Event).choices) {
      joined.content += one.content ?? '';
      joined.arguments += one.tool_calls?.[0]?.function.arguments ?? '';
    }
  }
  return joined;
}

const expected = {
  content: `Hi ${VALUES[bodies[1]!]}, ${VALUES[bodies[0]!]}`,
  arguments: JSON.stringify({ to: VALUES[bodies[1]!], mail: VALUES[bodies[0]!] }),
};

describe('a streamed chat answer with tokens', () => {
  it('reaches the client whole wherever the model cut its tokens', () => {
    for (let at = 0; at <= PERSON.length; at += 1) {
      expect(client(run(new TextEncoder().encode(recorded(at)), []))).toEqual(expected);
    }
  });

  it('is the same for every cut and for 10,000 random splits of its bytes', () => {
    const bytes = new TextEncoder().encode(recorded(5));
    const whole = run(bytes, []);
    for (let cut = 0; cut <= bytes.length; cut += 1) if (run(bytes, [cut]) !== whole) throw new Error(`cut at ${cut}`);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 30 }), (cuts) => {
        expect(
          run(
            bytes,
            cuts.sort((a, b) => a - b),
          ) === whole,
        ).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it('is the same for every pair of cuts through its tokens', () => {
    const text = `${delta({ content: PERSON })}${delta(call(`"${EMAIL}"`), 'stop')}`;
    const bytes = new TextEncoder().encode(text);
    const whole = run(bytes, []);
    for (let first = 0; first <= bytes.length; first += 1) {
      for (let second = first; second <= bytes.length; second += 1) {
        if (run(bytes, [first, second]) !== whole) throw new Error(`cuts at ${first}, ${second}`);
      }
    }
  });

  it('agrees with the answer that is not streamed', () => {
    const message = {
      content: `Hi ${PERSON}, ${EMAIL}`,
      tool_calls: [{ index: 0, function: { name: 'send', arguments: `{"to":"${PERSON}","mail":"${EMAIL}"}` } }],
    };
    const out = JSON.parse(readChatResponse(JSON.stringify({ choices: [{ index: 0, message }] })).rewrite(open));
    expect(out.choices[0].message.content).toBe(expected.content);
    expect(out.choices[0].message.tool_calls[0].function.arguments).toBe(expected.arguments);
  });
});
