import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Detector } from '#lib/detection';
import { DocumentInput, MemorySink, rewriteDocument, type SegmentEdit, type SegmentRewriter } from '#lib/documents';
import { type TextSlot, tokenBodyFrom, vaultToken } from '#lib/kernel';
import { readings, squashed } from '../support/document-readers.js';

interface Labelled {
  readonly type: string;
  readonly value: string;
  readonly where: string;
}

const FOLDER = join(import.meta.dirname, '../fixtures/documents');
const MANIFEST = JSON.parse(readFileSync(join(FOLDER, 'MANIFEST.json'), 'utf8')) as Record<
  string,
  { readonly entities: readonly Labelled[] }
>;
/** Outlook messages are not read. */
const NAMES = Object.keys(MANIFEST).filter((name) => !name.endsWith('.msg'));

const detector = new Detector();

function tokenOf(type: string, value: string): string {
  const digest = createHash('sha256').update(`${type} ${value}`).digest();
  return vaultToken(type, tokenBodyFrom(digest.subarray(0, 5)));
}

/** Detection as it is, with tokens made from the value in place of a vault's. */
const rewriter: SegmentRewriter = {
  async rewrite(segments) {
    const edits = new Map<TextSlot, SegmentEdit[]>();
    const texts = segments.map(({ text, kind, label }) => ({ text, kind, ...(label !== undefined && { label }) }));
    detector.findAll(texts).forEach((findings, index) => {
      const segment = segments[index]!;
      const own = findings.map(({ start, end, type }) => {
        const token = tokenOf(type, segment.text.slice(start, end).replace(/\s+/g, ' '));
        return { start, end, type, text: segment.mode === 'bare' ? token.slice(1, -1) : token };
      });
      if (own.length > 0) edits.set(segment, own);
    });
    return edits;
  },
};

describe('sample documents', () => {
  const outputs = new Map<string, Buffer>();

  beforeAll(async () => {
    for (const name of NAMES) {
      const sink = new MemorySink();
      await rewriteDocument(DocumentInput.fromBytes(name, readFileSync(join(FOLDER, name))), sink, rewriter);
      outputs.set(name, sink.bytes());
    }
  }, 120_000);

  /** Which labelled values the readers see in a file. */
  async function seen(name: string, bytes: Buffer): Promise<Map<Labelled, boolean>> {
    const texts = (await readings(name, bytes)).map(squashed);
    const labels = MANIFEST[name]!.entities.filter(({ type }) => type !== '*');
    return new Map(labels.map((one) => [one, texts.some((text) => text.includes(squashed(one.value)))]));
  }

  it('hold no labelled value, as read by other readers', async () => {
    const missed: string[] = [];
    let labelled = 0;
    for (const [name, bytes] of outputs) {
      const found = await seen(name, bytes);
      labelled += found.size;
      for (const [{ type, where }, still] of found) if (still) missed.push(`${name}: ${type} (${where})`);
    }
    console.log(`${labelled} labelled values in ${outputs.size} files, missed: ${missed.length}`);
    expect(missed).toEqual([]);
  });

  it('hold them before, as read by the same readers, but for those in pixels', async () => {
    const unseen: string[] = [];
    for (const name of NAMES) {
      const found = await seen(name, readFileSync(join(FOLDER, name)));
      for (const [{ type, where }, there] of found) if (!there) unseen.push(`${name}: ${type} (${where})`);
    }
    expect(unseen.filter((one) => !/pixels/.test(one))).toEqual([]);
  });

  it('show the same address by the same token in every file', async () => {
    const value = 'maren.hollstrup@example.org';
    const named = NAMES.filter((name) => MANIFEST[name]!.entities.some((one) => one.value === value));
    const token = squashed(tokenOf('EMAIL', value));
    const without: string[] = [];
    for (const name of named) {
      const texts = await readings(name, outputs.get(name)!);
      if (!texts.some((text) => squashed(text).includes(token))) without.push(name);
    }
    expect(named.length).toBeGreaterThan(8);
    // Its token is painted, so no reader of text sees it.
    expect(without).toEqual(['scan-form.png']);
  });
});
