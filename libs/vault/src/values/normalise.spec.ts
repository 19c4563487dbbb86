import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exactDigest, indexLabel } from './blind-index.js';
import { normaliserOf } from './normalise.js';

const same = (type: string, a: string, b: string) =>
  normaliserOf(type).normalise(a) === normaliserOf(type).normalise(b);

describe('normalisers', () => {
  it.each([
    ['EMAIL', 'Jane.Roe@Acme.test', ' jane.roe@acme.TEST '],
    ['EMAIL', 'j\u00f6rg@acme.test', 'jo\u0308rg@acme.test'],
    ['PHONE', '+1 (212) 555-0143', '+12125550143'],
    ['PHONE', '+49 30 1234567', '+49-30-1234567'],
    ['PHONE', '777-123-4567', '(777) 123 4567'],
    ['CREDIT_CARD', '4111 1111 1111 1111', '4111-1111-1111-1111'],
    ['IBAN', 'DE89 3704 0044 0532 0130 00', 'de89370400440532013000'],
    ['US_SSN', '123-45-6789', '123 45 6789'],
    ['PERSON', 'JANE  ROE', 'jane roe'],
    ['PERSON', 'Strauß', 'STRAUSS'],
  ])('bring spellings of one %s together: %j and %j', (type, a, b) => {
    expect(same(type, a, b)).toBe(true);
  });

  it.each([
    ['EMAIL', 'paypal@acme.test', 'p\u0430ypal@acme.test'],
    ['PASSWORD', 'Secret', 'secret'],
    ['PASSWORD', 'secret', 'secret '],
    ['PHONE', '+1 212 555 0143', '+1 212 555 0144'],
    ['PHONE', 'abc', 'abd'],
    ['CREDIT_CARD', '0004111', '4111'],
    ['CREDIT_CARD', '---', '***'],
    ['PERSON', 'Jane Roe', 'Jane Doe'],
  ])('keep different values of %s apart: %j and %j', (type, a, b) => {
    expect(same(type, a, b)).toBe(false);
  });

  it.each([
    ['CREDIT_CARD', 'ῆ'],
    ['CREDIT_CARD', '㈎ﾣ'],
    ['EMAIL', 'ẞ'],
  ])('change nothing the second time, of %s %j', (type, value) => {
    const once = normaliserOf(type).normalise(value);
    expect(normaliserOf(type).normalise(once)).toBe(once);
  });

  it('change nothing the second time, whatever the value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('EMAIL', 'PHONE', 'CREDIT_CARD', 'PERSON', 'DATE'),
        fc.string({ unit: 'grapheme' }),
        (type, value) => {
          const once = normaliserOf(type).normalise(value);
          if (once !== '') expect(normaliserOf(type).normalise(once)).toBe(once);
        },
      ),
    );
  });

  it('have a version that is part of the label of their key, beside tenant, scope and type', () => {
    const version = normaliserOf('EMAIL').version;
    expect(indexLabel('acme', 'collection:crm', 'EMAIL')).toBe(`pvg/1|index|acme|collection:crm|EMAIL|${version}`);
  });

  it('feed a keyed digest: without the key no guess can be checked', () => {
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const digest = exactDigest(one, 'US_SSN', '123-45-6789');
    expect(digest).toHaveLength(32);
    expect(exactDigest(two, 'US_SSN', '123-45-6789').equals(digest)).toBe(false);
    expect(createHash('sha256').update('123456789').digest().equals(digest)).toBe(false);
  });
});
