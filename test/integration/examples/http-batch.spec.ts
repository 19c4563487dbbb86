import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';
import { runNode } from './run-example.js';

const SCRIPT = 'examples/http-batch/batch.mjs';
let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 60_000);
afterAll(() => t.close());

describe('the batch client', () => {
  it('gives a record for each record in their order, and an error record where there is none', async () => {
    const people = Array.from({ length: 230 }, () => inventPerson());
    const lines = people.map(({ EMAIL }, index) => JSON.stringify({ index, mail: EMAIL, again: `to ${EMAIL}` }));
    lines[120] = `{"index":120,"mail":"${people[120]!.EMAIL}`;
    lines[121] = JSON.stringify({ index: 121, mail: nested(people[121]!.EMAIL) });
    const env = { PVG_URL: t.url, PVG_KEY: t.keys.user.reveal() };
    const { stdout, stderr, code } = await runNode([SCRIPT], `${lines.join('\n')}\n`, env);
    expect([code, stderr]).toEqual([2, '2 records failed; each is an error record in the output\n']);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toHaveLength(230);
    for (const [index, record] of records.entries()) {
      if (index === 120) expect(record.error.code).toBe('request.malformed');
      else if (index === 121) expect(record.error.code).toBe('request.too_deep');
      else {
        expect(record).toEqual({
          index,
          mail: expect.stringMatching(/^\[EMAIL_[0-9A-Z]{10}\]$/),
          again: `to ${record.mail}`,
        });
      }
    }
    for (const { EMAIL } of people) expect(stdout).not.toContain(EMAIL);
  }, 60_000);

  it('writes nothing when it may not', async () => {
    const { EMAIL } = inventPerson();
    const { stdout, stderr, code } = await runNode([SCRIPT], `{"mail":"${EMAIL}"}\n`, {
      PVG_URL: t.url,
      PVG_KEY: 'pvg_no',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('identity.invalid_credentials');
    expect(stderr).not.toContain(EMAIL);
  }, 60_000);
});

/** JSON in strings of JSON, deeper than anything is read. */
function nested(value: string): string {
  let text = JSON.stringify({ value });
  for (let depth = 0; depth < 11; depth += 1) text = JSON.stringify([text]);
  return text;
}
