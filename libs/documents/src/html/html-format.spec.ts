import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PatternRewriter } from '../testing/pattern-rewriter.js';
import { rewriteBytes } from '../testing/rewrite-bytes.js';

const PROFILE = readFileSync(join(import.meta.dirname, '../../../../test/fixtures/documents/profile.html'));
const nobody = { rewrite: async () => new Map() };

/** What a reader gets: tags and soft hyphens away, references and escapes read. */
function shown(html: string): string {
  return decodeURIComponent(
    html
      .replace(/<(?:\/?(?:b|i|wbr))>|&shy;/g, '')
      .replace(/&#43;/g, '+')
      .replace(/&nbsp;|\s+/g, ' ')
      .replace(/&#8209;/g, '-'),
  );
}

describe('HTML', () => {
  it('without edits is copied byte for byte', async () => {
    expect((await rewriteBytes('p.html', PROFILE, nobody)).bytes.equals(PROFILE)).toBe(true);
  });

  it('a name over tags, references, attributes, comments, scripts and percent-escapes is gone, the tags stay', async () => {
    const { text } = await rewriteBytes('p.html', PROFILE, new PatternRewriter());
    expect(shown(text)).not.toMatch(/Maren|Hollstrup|Finnegan|Ramanathan|219-09|555.?0137|DE89|1984-07|example\.org/);
    expect(text).toMatch(/<h1>\[PERSON_\w+\]<b><\/b> ?<i><\/i><\/h1>/);
    expect(text).toMatch(/mailto:%5BEMAIL_\w+%5D\?subject=%5BPERSON_/);
    expect(text).toContain('<style>.x{color:red}</style>');
    expect(JSON.parse(/ld\+json">(.*?)<\/script>/.exec(text)![1]!)).toMatchObject({
      '@type': 'Person',
      name: expect.stringMatching(/^\[PERSON_/),
    });
  });

  it('every value comes back where it stood', async () => {
    const rewriter = new PatternRewriter();
    const { bytes } = await rewriteBytes('p.html', PROFILE, rewriter);
    const back = await rewriteBytes('p.html', bytes, rewriter.restorer, { direction: 'restore' });
    expect(shown(back.text).replace(/\s/g, '')).toBe(
      shown(PROFILE.toString())
        .replace(/&lt;tobias/, '&lt;tobias')
        .replace(/\s/g, ''),
    );
  });

  it('a picture in a data URL that nothing reads is left out', async () => {
    const gif = Buffer.from(
      '47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b',
      'hex',
    );
    const page = `<html><body><img src="data:image/gif;base64,${gif.toString('base64')}"></body></html>`;
    const { text, report } = await rewriteBytes('p.html', page, nobody);
    expect(text).toBe('<html><body><img src=""></body></html>');
    expect(report.dropped).toEqual([{ part: 'embedded 1', reason: 'document.unsupported' }]);
    await expect(rewriteBytes('p.html', page, nobody, { unknownParts: 'refuse' })).rejects.toMatchObject({
      code: 'document.forbidden_content',
    });
  });

  it('ten thousand nested elements are refused', async () => {
    await expect(rewriteBytes('p.html', `<html>${'<div>'.repeat(10_000)}`, nobody)).rejects.toMatchObject({
      code: 'document.too_large',
      facts: { limit: 'depthMax' },
    });
  });
});
