import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { InfoType, VaultToken } from '#lib/kernel';
import type { Form } from '../collections/collection-settings.js';
import { KeyRotations } from '../rotation/key-rotations.js';
import { COLLECTION_SCOPE, openTestVault, type TestVault, tokenOf } from '../testing/open-test-vault.js';
import { ibanCheckDigits, luhnDigit } from './check-digits.js';
import { addDays, parseDate } from './dates.js';
import { FORM_FACTS, isReversible } from './form-registry.js';
import { formatCapacity, formatValue } from './format-value.js';
import { Forms } from './forms.js';
import { generaliseValue } from './generalise-value.js';
import { RandomSource } from './random-source.js';
import { surrogateValue } from './surrogate-value.js';

const seeds = fc.string({ minLength: 1, maxLength: 20 }).map((seed) => new RandomSource(seed));

describe('formats', () => {
  it('of cards keep length and grouping, lie in a test range and hold the Luhn digit', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.constantFrom('4111 1111 1111 1111', '378282246310005', '6011-0009-9013-9424', '4000000000000000006'),
        (random, value) => {
          const made = formatValue('CREDIT_CARD', value, random)!;
          const digits = made.replace(/\D/g, '');
          expect(made.replace(/\d/g, '0')).toBe(value.replace(/\d/g, '0'));
          expect(digits.slice(0, 6)).toBe('424242');
          expect(luhnDigit(digits.slice(0, -1))).toBe(digits.at(-1));
        },
      ),
    );
    expect(luhnDigit('411111111111111')).toBe('1');
  });

  it('of social security numbers lie in the area that is never issued', () => {
    fc.assert(
      fc.property(seeds, (random) => {
        const [, area, group, serial] = /^(\d{3})-(\d{2})-(\d{4})$/.exec(
          formatValue('US_SSN', '123-45-6789', random)!,
        )!;
        expect([area, group === '00', serial === '0000']).toEqual(['666', false, false]);
      }),
    );
  });

  it('of IBANs keep the country, have valid check digits and a bank code of zeros', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.constantFrom('DE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819', 'FR14 2004 1010 0505 0001 3M02 606'),
        (random, value) => {
          const made = formatValue('IBAN', value, random)!;
          const compact = made.replace(/ /g, '');
          expect(made.slice(0, 2)).toBe(value.slice(0, 2));
          expect(made).toHaveLength(value.length);
          expect(ibanCheckDigits(compact.slice(0, 2), compact.slice(4))).toBe(compact.slice(2, 4));
          expect(compact.slice(4, 12)).toMatch(/^[0X]{8}$/);
        },
      ),
    );
    expect(ibanCheckDigits('DE', '370400440532013000')).toBe('89');
  });

  it('of phones keep their shape and ring nobody; of addresses end in .invalid', () => {
    fc.assert(
      fc.property(seeds, (random) => {
        expect(formatValue('PHONE', '(777) 123-4567', random)).toMatch(/^\(\d{3}\) 555-01\d{2}$/);
        expect(formatValue('PHONE', '+1 777 123 4567', random)).toMatch(/^\+1 \d{3} 555 01\d{2}$/);
        expect(formatValue('PHONE', '+44 7911 123456', random)).toMatch(/^\+44 7700 900\d{3}$/);
        expect(formatValue('PHONE', '+49 30 1234567', random)).toMatch(/^\+49 00 000\d{4}$/);
        expect(formatValue('EMAIL', 'jane@acme.test', random)).toMatch(/^[a-z0-9]{8}@[a-z0-9]{6}\.invalid$/);
      }),
    );
  });

  it('of digit strings take zeros like any digits', () => {
    fc.assert(
      fc.property(seeds, fc.stringMatching(/^0*\d{1,20}$/), (random, value) => {
        const made = formatValue('BANK_ACCOUNT', value, random);
        if (made !== null) expect(made).toMatch(new RegExp(`^\\d{${value.length}}$`));
      }),
    );
    expect(formatCapacity('BANK_ACCOUNT', '000')).toBe(1_000);
  });
});

describe('dates', () => {
  const texts = fc
    .record({ day: fc.integer({ min: -20_000, max: 40_000 }), style: fc.integer({ min: 0, max: 5 }) })
    .map(({ day, style }) => {
      const date = addDays({ year: 1970, month: 1, day: 1 }, day);
      const templates = ['1999-12-31', '31.12.1999', '1999/1/2', '31 December 1999', 'Dec 31, 1999', '12/31/1999'];
      return parseDate(templates[style]!)!.write(date);
    });

  it('are written the way they were read', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseDate(text)!;
        expect(parseDate(parsed.write(parsed))).toMatchObject({
          year: parsed.year,
          month: parsed.month,
          day: parsed.day,
        });
      }),
    );
    for (const text of ['1984-02-30', '13.13.1984', 'yesterday', '84-01-01', '2020-1-', ''])
      expect(parseDate(text)).toBeNull();
  });
});

describe('generalised values', () => {
  it.each([
    ['AGE', '44 years', '40-49'],
    ['AGE', '97', '90+'],
    ['DATE_OF_BIRTH', '09.03.1984', '1984'],
    ['ADDRESS', '12 Main St, Springfield 62704', '627**'],
    ['LOCATION', 'São Paulo', 'Brazil'],
    ['LOCATION', 'Nowhere', '[REDACTED_LOCATION]'],
    ['US_ZIP', '62704', '627**'],
    ['PERSON', 'Jane Roe', '[REDACTED_PERSON]'],
  ])('of %s %j is %j', (type, value, text) => {
    expect(generaliseValue(type, value)).toBe(text);
  });
});

describe('surrogates', () => {
  const make = (type: InfoType, value: string, seed: string, persons = new Map<string, string>()) =>
    surrogateValue(type, value, new RandomSource(seed), { locale: 'en', persons });

  it('keep title, number of parts and gender', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        expect(make('PERSON', 'Dr. Jane Mary Roe', seed)!.split(' ')).toHaveLength(4);
        expect(make('PERSON', 'Ms Roe', seed)).toMatch(/^Ms [^ ]+$/);
      }),
    );
    const firstNames = new Set(
      Array.from({ length: 200 }, (_, seed) => make('PERSON', 'Mary Roe', `${seed}`)!.split(' ')[0]),
    );
    expect(firstNames.has('James') || firstNames.has('John')).toBe(false);
  });

  it('of an address follow the name that goes with it', () => {
    const name = make('PERSON', 'Jane Roe', 's')!;
    const address = make('EMAIL', 'jroe@acme.test', 't', new Map([['Jane Roe', name]]))!;
    const [first, last] = name
      .toLowerCase()
      .replace(/[^a-z ]/g, '')
      .split(' ');
    expect(address).toMatch(new RegExp(`^${first}\\.${last}@[a-z]+\\.example$`));
    expect(make('EMAIL', 'other@acme.test', 't', new Map([['Jane Roe', name]]))).not.toContain(`${first}.${last}`);
  });
});

describe('Forms', () => {
  let t: TestVault;
  let forms: Forms;
  beforeAll(async () => {
    t = await openTestVault();
    forms = new Forms(t.keyring, t.collections);
  });
  afterAll(() => t.close());

  async function render(values: readonly (readonly [InfoType, string, string?])[], form: Form, avoid?: string) {
    const results = await t.vault.tokenize(
      COLLECTION_SCOPE,
      values.map(([type, value, subject]) => ({ type, value, ...(subject && { subject }) })),
    );
    const requests = results.map((result, index) => ({
      token: (result as { token: VaultToken }).token,
      type: values[index]![0],
      value: values[index]![1],
      subject: values[index]![2] ?? null,
    }));
    return forms.render(COLLECTION_SCOPE, requests, { form, ...(avoid !== undefined && { avoid }) });
  }

  it('says of each form whether it can be turned back', () => {
    expect(FORM_FACTS.filter(({ form }) => isReversible(form)).map(({ form }) => form)).toEqual([
      'token',
      'token-last4',
      'surrogate',
      'format',
      'date-shift',
    ]);
  });

  it.each<Form>(['token', 'token-last4', 'surrogate', 'format', 'date-shift'])(
    'turns every %s rendition back',
    async (form) => {
      const values: [InfoType, string][] = [
        ['PERSON', `Jane Roe ${form}`],
        ['EMAIL', `jane@${form}.test`],
        ['PHONE', `777-123-4${form.length.toString().padStart(3, '0')}`],
        ['CREDIT_CARD', '4111 1111 1111 1111'],
        ['DATE', `1984-03-${String(form.length + 10)}`],
      ];
      const issued = await render(values, form);
      const again = await render(values, form);
      expect(again).toEqual(issued);
      const others = issued.filter(({ form: got }) => got !== 'token');
      const resolved = await forms.resolve(
        COLLECTION_SCOPE,
        others.map(({ text }) => text),
      );
      for (const { text, token } of others) expect(resolved.get(text)).toBe(token);
      if (form !== 'token') expect(others.length).toBeGreaterThan(0);
      for (const [index, { text }] of issued.entries()) expect(text).not.toBe(values[index]![1]);
    },
  );

  it.each<Form>(['mask', 'redact', 'generalise'])(
    'keeps nothing of a %s rendition that could be turned back',
    async (form) => {
      const issued = await render([['PHONE', '888-123-4567']], form);
      expect((await forms.resolve(COLLECTION_SCOPE, [issued[0]!.text])).size).toBe(0);
      expect(await t.test.admin('SELECT 1 FROM value_form WHERE rendition = $1', [issued[0]!.text])).toEqual([]);
    },
  );

  it('keeps the last four of a long value only', async () => {
    const issued = await render(
      [
        ['PHONE', '777-123-4567'],
        ['PHONE', '12345'],
      ],
      'token-last4',
    );
    expect(issued[0]!.text).toBe(`${issued[0]!.token.slice(0, -1)}-4567]`);
    expect(issued[1]).toMatchObject({ form: 'token', text: issued[1]!.token });
  });

  it('shifts the dates of one subject by one number of days: order and distances stay', async () => {
    const dates = ['1984-03-09', '1984-03-10', '1990-12-31', '2001-07-01'];
    for (const subject of ['d1', 'd2']) {
      const issued = await render(
        dates.map((date) => ['DATE', `${date}`, subject] as const),
        'date-shift',
      );
      const days = issued.map(({ text }) => Date.parse(text) / 86_400_000);
      const real = dates.map((date) => Date.parse(date) / 86_400_000);
      const shifts = new Set(days.map((day, index) => day - real[index]!));
      expect(shifts.size).toBe(1);
      expect([...shifts][0]).not.toBe(0);
    }
  });

  it('uses no shifted date that the text spells beside its values, though one may fall on another', async () => {
    const [first] = await render([['DATE', '1977-05-05', 'd9']], 'date-shift');
    const request = { token: first!.token, type: 'DATE', value: '1977-05-05', subject: 'd9' };
    const shifted = first!.text;
    const again = (avoidShifted: string) =>
      forms.render(COLLECTION_SCOPE, [request], { form: 'date-shift', avoid: `${shifted} 1977-05-05`, avoidShifted });
    expect(await again('by ')).toEqual([first]);
    expect(await again(`by ${shifted}`)).toEqual([{ token: first!.token, form: 'token', text: first!.token }]);
  });

  it('never makes up a value that is stored, and takes one back when the real value comes', async () => {
    const [issued] = await render([['PERSON', 'Real Person One']], 'surrogate');
    const real = await tokenOf(t.vault, 'PERSON', issued!.text.toUpperCase());
    expect(real).not.toBe(issued!.token);
    expect((await forms.resolve(COLLECTION_SCOPE, [issued!.text])).size).toBe(0);
    const [next] = await render([['PERSON', 'Real Person One']], 'surrogate');
    expect(next!.text.toLowerCase()).not.toBe(issued!.text.toLowerCase());
    expect(next!.token).toBe(issued!.token);
  });

  it('makes up nothing that occurs in the text of the request', async () => {
    const [first] = await render([['PERSON', 'Avoid Me']], 'surrogate');
    await t.test.admin('DELETE FROM value_form WHERE token = $1', [first!.token]);
    await t.test.admin(`DELETE FROM blind_index WHERE token = $1 AND kind = 'stand-in'`, [first!.token]);
    const [second] = await render([['PERSON', 'Avoid Me']], 'surrogate', `Dear ${first!.text}, hello`);
    expect(second!.text).not.toBe(first!.text);
  });

  it('gives every value of a scope its own surrogate, also from many processes at once', async () => {
    const values = Array.from({ length: 60 }, (_, index): [InfoType, string] => ['PERSON', `Crowd Member ${index}`]);
    const rounds = await Promise.all(Array.from({ length: 4 }, () => render(values, 'surrogate')));
    for (const issued of rounds) expect(issued).toEqual(rounds[0]);
    expect(new Set(rounds[0]!.map(({ text }) => text)).size).toBe(60);
  });

  it('refuses a format that would be used up, and says how much is left', async () => {
    const values = Array.from({ length: 30 }, (_, index): [InfoType, string] => [
      'PHONE',
      `(888) 123-45${String(index).padStart(2, '0')}`,
    ]);
    const issued = await render(values, 'format');
    const { total, used } = await forms.capacity(COLLECTION_SCOPE, 'PHONE', '(888) 123-4567');
    expect(issued.filter(({ form }) => form === 'format').length).toBeLessThan(30);
    expect(issued.filter(({ form }) => form === 'token').length).toBeGreaterThan(0);
    expect(used).toBeGreaterThanOrEqual(total * 0.01);
  });

  it('still reserves stand-ins after an index rotation, and forgets those of erased subjects', async () => {
    const [issued] = await render([['PERSON', 'Rotating Person', 'r1']], 'surrogate');
    const rotations = new KeyRotations(t.keyring);
    await rotations.run('acme', await rotations.begin('acme', 'index'));
    await tokenOf(t.vault, 'PERSON', issued!.text);
    expect((await forms.resolve(COLLECTION_SCOPE, [issued!.text])).size).toBe(0);
    const [next] = await render([['PERSON', 'Rotating Person', 'r1']], 'surrogate');
    await t.subjects.erase('acme', 'r1');
    expect((await forms.resolve(COLLECTION_SCOPE, [next!.text])).size).toBe(0);
  });
});
