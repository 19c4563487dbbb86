import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Attachment, simpleParser } from 'mailparser';
import { PatternRewriter } from '../testing/pattern-rewriter.js';
import { rewriteBytes } from '../testing/rewrite-bytes.js';

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/documents');
const whole = readFileSync(join(FIXTURES, 'nested-mail.eml'), 'latin1');
/** Without its picture, which takes a child process. */
const MAIL = Buffer.from(
  whole.replace(
    /Content-Type: image\/png[\s\S]*?\r?\n\r?\n[\s\S]*?(?=\r?\n--)/,
    'Content-Type: text/plain\r\n\r\nno picture',
  ),
  'latin1',
);
const nobody = { rewrite: async () => new Map() };

/** All a mail reader shows, attachments in attachments included. */
async function shown(bytes: Buffer): Promise<string> {
  const mail = await simpleParser(bytes, { skipImageLinks: true });
  const inner = await Promise.all(
    mail.attachments.map(
      async (one: Attachment) =>
        `${one.filename}\n${one.contentType === 'message/rfc822' ? await shown(one.content) : /csv/.test(one.contentType) ? one.content.toString() : ''}`,
    ),
  );
  return [
    mail.headerLines
      .filter(({ line }) => !line.includes('=?'))
      .map(({ line }) => line)
      .join('\n'),
    mail.subject,
    mail.from?.text,
    mail.text,
    mail.html,
    ...inner,
  ].join('\n');
}

describe('mail', () => {
  it('without edits is copied byte for byte, but for initials in its documents', async () => {
    const plain = Buffer.from(
      MAIL.toString('latin1').replace(/application\/vnd[\s\S]*?\r?\n\r?\n[\s\S]*?(?=\r?\n--)/, 'text/plain\r\n\r\nx'),
      'latin1',
    );
    const quiet = { rewrite: nobody.rewrite };
    expect((await rewriteBytes('m.eml', plain, quiet)).bytes.equals(plain)).toBe(true);
  });

  it('headers, bodies, file names, attachments and attached mail lose every planted value', async () => {
    const { bytes, report } = await rewriteBytes('m.eml', MAIL, new PatternRewriter());
    const text = (await shown(bytes)).replace(/<\/?b>/g, '');
    expect(
      text.match(/.{20}(?:Hollstrup|Finnegan|Ramanathan|219-09|0137|DE89|203\.0|zoe\.|tobias@|maren\.hollstrup).{20}/g),
    ).toBeNull();
    expect(report.replaced['part 2']?.PERSON).toBeGreaterThan(0);
  });

  it('a replaced address stays an address, a display name a display name', async () => {
    const { bytes } = await rewriteBytes('m.eml', MAIL, new PatternRewriter());
    const mail = await simpleParser(bytes);
    expect(mail.from?.value[0]).toEqual({
      address: expect.stringMatching(/^EMAIL_\w{10}@token\.invalid$/i),
      name: expect.stringMatching(/^PERSON_\w{10}$/),
    });
    expect([mail.to].flat()[0]?.value).toHaveLength(1);
  });

  it('gives every value back, in headers and in parts', async () => {
    const rewriter = new PatternRewriter();
    const { bytes } = await rewriteBytes('m.eml', MAIL, rewriter);
    const back = await rewriteBytes('m.eml', bytes, rewriter.restorer, { direction: 'restore' });
    const fold = (text: string): string => text.replace(/<\/?b>|\s|"|&\w+;|ë|%40|@/g, '').replace(/=\?.*?\?=/g, '');
    expect(fold(await shown(back.bytes))).toBe(fold(await shown(MAIL)));
  });
});
