import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findVaultTokens, parseVaultToken, TOKEN_ALPHABET, tokenBodyFrom } from '#lib/kernel';
import { maskValue } from './mask-value.js';
import { redactedText } from './redacted-text.js';

describe('masks', () => {
  it.each([
    ['EMAIL', 'jane.roe@acme.test', 'j***@acme.test'],
    ['EMAIL', 'j@acme.test', '***@acme.test'],
    ['EMAIL', 'not an address', '******'],
    ['PHONE', '+1 777-123-4567', '****4567'],
    ['PHONE', '4567', '******'],
    ['CREDIT_CARD', '4111 1111 1111 1111', '****1111'],
    ['IBAN', 'DE89 3704 0044 0532 0130 00', 'DE****3000'],
    ['PERSON', 'Jane Mary Roe', 'J. M. R.'],
    ['PERSON', 'Anne-Sophie Roe', 'A. S. R.'],
    ['PERSON', 'J R', '******'],
    ['PERSON', '李小龍', '李.'],
    ['DATE_OF_BIRTH', '09/03/1984', '1984-**-**'],
    ['DATE_OF_BIRTH', '3 March', '******'],
    ['IP_ADDRESS', '203.0.113.9', '203.*.*.*'],
    ['IP_ADDRESS', '2001:db8::1', '******'],
    ['SECRET', 'sk-123456789', '******'],
    ['ANYTHING_ELSE', 'whatever', '******'],
  ])('of %s %j is %j', (type, value, masked) => {
    expect(maskValue(type, value)).toBe(masked);
  });

  it('never give the value itself back, nor tell the length of what they hide', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('EMAIL', 'PHONE', 'IBAN', 'PERSON', 'SECRET', 'US_SSN'),
        fc.string(),
        (type, value) => {
          expect(maskValue(type, value) === value && value !== '******').toBe(false);
        },
      ),
    );
    expect(maskValue('PHONE', `${'1'.repeat(30)}4567`)).toBe(maskValue('PHONE', '11114567'));
  });
});

describe('redacted text', () => {
  it('names the type and never reads as a vault token, even for a type that looks like a token body', () => {
    expect(redactedText('EMAIL')).toBe('[REDACTED_EMAIL]');
    for (let index = 0; index < 3_000; index += 1) {
      const random = Buffer.from(Array.from({ length: 5 }, () => Math.floor(Math.random() * 256)));
      const body = tokenBodyFrom(random);
      const text = redactedText(/^[A-Z]/.test(body) ? body : `A_${body}`);
      expect(parseVaultToken(text)).toBeNull();
      expect(findVaultTokens(text)).toHaveLength(0);
    }
    expect(TOKEN_ALPHABET).not.toMatch(/[ILOU]/);
  });
});
