import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyEdits, findVaultTokens, tokenBodyFrom, vaultToken } from '#lib/kernel';
import { Detector } from './detector.js';
import { NameRecognizer, type NameSpan } from './name-recognizer.js';

const detector = new Detector({ names: null });
const values = (text: string, one: Detector = detector): [string, string][] =>
  one.find(text).map((finding) => [finding.type, text.slice(finding.start, finding.end)]);

class FixedNames extends NameRecognizer {
  readonly version = 'fixed';

  constructor(private readonly name: string) {
    super();
  }

  find(text: string): NameSpan[] {
    const start = text.indexOf(this.name);
    return start < 0 ? [] : [{ start, end: start + this.name.length, type: 'PERSON', score: 0.9 }];
  }
}

describe('detector', () => {
  it.each<[string, [string, string][]]>([
    ['😀😀 write to maria@example.com 😀', [['EMAIL', 'maria@example.com']]],
    ['write to lena.foster＠example.com', [['EMAIL', 'lena.foster＠example.com']]],
    ['?u=lena.foster%40example.com', [['EMAIL', 'lena.foster%40example.com']]],
    ['pay 4532015112830366.com today', [['CREDIT_CARD', '4532015112830366']]],
    [
      'Card 4111-1111-1111-1111, 4111 1111 1111 1111',
      [
        ['CREDIT_CARD', '4111-1111-1111-1111'],
        ['CREDIT_CARD', '4111 1111 1111 1111'],
      ],
    ],
    ['Visa card number: 1234 5678 1234 5678', [['CREDIT_CARD', '1234 5678 1234 5678']]],
    ['IBAN de89 3704 0044 0532 0130 00.', [['IBAN', 'de89 3704 0044 0532 0130 00']]],
    ['my SSN is 536-90-4399', [['US_SSN', '536-90-4399']]],
    ['GET /health 203.0.113.9 200', [['IP_ADDRESS', '203.0.113.9']]],
    ['DOB: 3/3/2021', [['DATE_OF_BIRTH', '3/3/2021']]],
    ['call me at (212) 555-0142 today', [['PHONE', '(212) 555-0142']]],
    ['https://lena:Pa55word@db.example.com/x', [['URL', 'https://lena:Pa55word@db.example.com/x']]],
    ['see https://crm.example/u/lena.foster@example.com/edit', [['EMAIL', 'lena.foster@example.com']]],
  ])('finds in %j exactly %j', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it.each([
    'sensor row: 1607200000.50 -1.27 4.02',
    'SOA serial 2026062201 refresh 7200 retry 3600 expire 1209600 ttl 604800',
    'upgraded to version 2.1.1.108 (build 4.0.30319.1)',
    'backup starts at 23:00:00 daily, 12:34:56 weekly',
    'Card ****-****-****-0366, SSN ***-**-4399',
    'job 550e8400-e29b-41d4-a716-446655440000 done',
    'timestamp 1607635102, see you',
  ])('finds nothing in %j', (text) => {
    expect(values(text)).toEqual([]);
  });

  it('explains each finding by recognizer, pattern, check, context and the path of the score', () => {
    const [finding] = detector.find('card 4111111111111111 on file');
    expect(finding).toMatchObject({
      type: 'CREDIT_CARD',
      recognizer: 'credit-card',
      explanation: { pattern: 'bare, 15 or 16 digits', validation: 'valid', context: ['card'] },
    });
    expect(finding!.explanation.path.map((step) => step.reason)).toEqual(['pattern', 'check', 'context']);
  });

  it('says in the explanation when a check failed and only context spoke for the value', () => {
    const [finding] = detector.find('Visa card number: 1234 5678 1234 5678');
    expect(finding!.explanation.validation).toBe('invalid');
    expect(finding!.score).toBeLessThan(0.7);
  });

  it('lets a name keep what a better finding leaves of it', () => {
    const text = 'Lena Foster - lena.foster@example.com';
    expect(values(text, new Detector({ names: new FixedNames(text) }))).toEqual([
      ['PERSON', 'Lena Foster'],
      ['EMAIL', 'lena.foster@example.com'],
    ]);
  });

  it('never touches a vault token, whole or in part', () => {
    const token = vaultToken('EMAIL', tokenBodyFrom(new Uint8Array([1, 2, 3, 4, 5])));
    const text = `a ${token}@example.com b ${token.slice(1, -1)} maria@example.com`;
    const tokens = findVaultTokens(text);
    for (const finding of detector.find(text)) {
      expect(tokens.some((one) => one.start < finding.end && finding.start < one.end)).toBe(false);
    }
    expect(values(text)).toContainEqual(['EMAIL', 'maria@example.com']);
  });

  it('gives the exact span of a planted value in any Unicode text', () => {
    const noise = fc.string({ unit: 'binary', maxLength: 40 });
    const planted = fc.constantFrom('maria@example.com', 'DE89370400440532013000', '4111 1111 1111 1111');
    fc.assert(
      fc.property(noise, planted, noise, (before, value, after) => {
        const text = `${before} | ${value} | ${after}`;
        const found = detector.find(text).map((one) => text.slice(one.start, one.end));
        expect(found).toContain(value);
      }),
      { numRuns: 500 },
    );
  });

  it('finds only the types asked for, and none below a threshold', () => {
    const text = 'maria@example.com, 203.0.113.9';
    expect(detector.find(text, { types: ['EMAIL'] }).map((one) => one.type)).toEqual(['EMAIL']);
    expect(detector.find(text, { excludeTypes: ['EMAIL'] }).map((one) => one.type)).toEqual(['IP_ADDRESS']);
    expect(detector.find(text, { thresholds: { IP_ADDRESS: 0.99 } }).map((one) => one.type)).toEqual(['EMAIL']);
  });

  it.each([
    'Lena Foster (lena.foster@example.com, DOB: 3/3/1981) called from 020 7946 0958 about card 4111 1111 1111 1111.',
    'Patient: Betty Allen\nMRN: MRN-1668927\nAddress: 3189 Cherry Ln, Arlington, AK 59607',
    '{"surname":"Long","ssn":"536-90-4399","password":"Stroopwafel_66"}',
    'Herr Jürgen Müller, IBAN DE89 3704 0044 0532 0130 00, geboren am 14. Juli 1981 in Celle.',
  ])('finds nothing more in %j once its values are vault tokens', (text) => {
    const full = new Detector();
    const tokenized = applyEdits(
      text,
      full.find(text).map(({ start, end, type }) => {
        const body = tokenBodyFrom(createHash('sha256').update(text.slice(start, end)).digest().subarray(0, 5));
        return { start, end, text: vaultToken(type, body) };
      }),
    );
    expect(tokenized).not.toBe(text);
    expect(full.find(tokenized)).toEqual([]);
  });

  it('fails with a code and without the text when a recognizer throws', () => {
    const broken = new Detector({
      names: new (class extends NameRecognizer {
        readonly version = 'broken';
        find(text: string): NameSpan[] {
          throw new Error(text);
        }
      })(),
    });
    expect(() => broken.find('Lena Foster')).toThrow(/^detection\.failed: (?!.*Foster)/);
  });
});
