import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokenBodyFrom, type VaultToken, vaultToken } from '#lib/kernel';
import { COLLECTION_SCOPE, openTestVault, type TestVault, tokenOf } from '../testing/open-test-vault.js';
import type { TokenizeItem } from '../vault-record.js';
import { BulkVault } from './bulk.js';
import { readNdjson } from './ndjson.js';

async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield item;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('bulk streams', () => {
  let t: TestVault;
  let bulk: BulkVault;
  beforeAll(async () => {
    t = await openTestVault();
    bulk = new BulkVault(t.vault, t.keyring);
  });
  afterAll(() => t.close());

  it('answer each item in order, good or bad, and keep to one batch at a time', async () => {
    let produced = 0;
    let consumed = 0;
    let ahead = 0;
    async function* items(): AsyncGenerator<TokenizeItem> {
      for (let index = 0; index < 3_000; index += 1) {
        produced += 1;
        ahead = Math.max(ahead, produced - consumed);
        yield { type: 'PERSON', value: index % 7 === 0 ? '' : `Bulk ${index % 1_000}` };
      }
    }
    const tokens: VaultToken[] = [];
    for await (const result of bulk.tokenize(COLLECTION_SCOPE, items())) {
      if (consumed % 7 === 0) expect(result).toMatchObject({ ok: false, error: { code: 'vault.invalid_item' } });
      if (result.ok) tokens.push(result.token);
      consumed += 1;
    }
    expect([consumed, ahead <= 501]).toEqual([3_000, true]);
    const values = await collect(
      bulk.reveal('acme', stream([...tokens.slice(0, 900), '[PERSON_0000000000]' as VaultToken])),
    );
    expect(values).toHaveLength(901);
    expect(values[5]).toMatchObject({ token: tokens[5] });
    expect(values.at(-1)).toEqual({ token: '[PERSON_0000000000]', unresolved: true });
  });

  it('sent again with the same key give the same answer, and with other items none', async () => {
    const items: TokenizeItem[] = Array.from({ length: 700 }, (_, index) => ({
      type: 'SECRET',
      value: `once ${index}`,
      singleUse: index % 2 === 0,
    }));
    items[3] = { type: 'SECRET', value: '' };
    const send = (list: TokenizeItem[], idempotencyKey?: string) =>
      collect(bulk.tokenize(COLLECTION_SCOPE, stream(list), idempotencyKey === undefined ? {} : { idempotencyKey }));
    const [first, again] = [await send(items, 'k1'), await send(items, 'k1')];
    expect(again).toEqual(first);
    expect(first[3]).toMatchObject({ ok: false, error: { pointer: '/value' } });
    expect(await send(items)).not.toEqual(first);
    const [a, b] = await Promise.all([send(items, 'k2'), send(items, 'k2')]);
    expect(a).toEqual(b);
    await expect(send(items.slice(1), 'k1')).rejects.toMatchObject({ code: 'resource.conflict' });
    const stored = await t.test.admin<{ all: string }>(`SELECT string_agg(b::text, '') AS all FROM bulk_batch b`);
    expect(stored[0]!.all).not.toMatch(/once|k1/);
  });

  it('import values under their own tokens, once, and refuse what contradicts itself', async () => {
    const own = (n: number) => vaultToken('PERSON', tokenBodyFrom(Buffer.from([9, 9, 9, 9, n])));
    const known = await tokenOf(t.vault, 'PERSON', 'Known Already');
    const items = [
      { type: 'PERSON', value: 'Imported One', token: own(1) },
      { type: 'PERSON', value: 'Imported Two', token: own(2) },
      { type: 'PERSON', value: 'Known Already', token: own(3) },
      { type: 'PERSON', value: 'Another Value', token: known },
      { type: 'PERSON', value: 'Same Token Twice', token: own(1) },
      { type: 'EMAIL', value: 'a@acme.test', token: own(5) },
      { type: 'PERSON', value: 'Bad Token', token: '[PERSON_ABCDEFGHJK]' as VaultToken },
      { type: 'PERSON', value: 'Known Already', token: known },
    ];
    const codes = async () =>
      (await collect(bulk.import(COLLECTION_SCOPE, stream(items)))).map((result) =>
        result.ok ? result.token : result.error.code,
      );
    const expected = [
      own(1),
      own(2),
      'resource.conflict',
      'resource.conflict',
      'resource.conflict',
      'vault.invalid_item',
      'vault.invalid_item',
      known,
    ];
    expect(await codes()).toEqual(expected);
    expect(await codes()).toEqual(expected);
    expect((await t.vault.reveal('acme', [own(2)])).get(own(2))?.reveal()).toBe('Imported Two');
  });
});

describe('newline-delimited JSON', () => {
  const read = (chunks: readonly Uint8Array[], max = 100) => collect(readNdjson(stream(chunks), max));

  it('gives the same lines whatever the pieces in which the bytes come', async () => {
    const text = '{"a":"é😀"}\n\n  \r\n[1,2]\r\nnot json\n"last"';
    const whole = await read([Buffer.from(text)]);
    expect(whole.map((line) => (line.ok ? line.value : [line.error.code, line.error.facts.line]))).toEqual([
      { a: 'é😀' },
      [1, 2],
      ['request.malformed', 5],
      'last',
    ]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60), { maxLength: 8 }), async (cuts) => {
        const bytes = Buffer.from(text);
        const places = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b);
        const pieces = [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
        expect(JSON.stringify(await read(pieces))).toBe(JSON.stringify(whole));
      }),
    );
  });

  it('drops a line that is too long without keeping it, and goes on', async () => {
    const lines = await read([
      ...Array.from({ length: 50 }, () => Buffer.alloc(1_000, 0x61)),
      Buffer.from('\n{"ok":1}\n'),
    ]);
    expect(lines).toMatchObject([
      { ok: false, error: { code: 'request.too_large', facts: { line: 1 } } },
      { ok: true, value: { ok: 1 } },
    ]);
  });
});
