import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chunk, DONE } from '../../support/capture-upstream.js';
import { inventPerson, promptOf, spellingsOf } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

const SETTINGS = {
  types: {
    PERSON: { form: 'surrogate' },
    EMAIL: { form: 'surrogate' },
    PHONE: { form: 'token-last4' },
    CREDIT_CARD: { form: 'format' },
    IBAN: { form: 'redact' },
    US_SSN: { ceiling: 'masked' },
  },
};

beforeAll(async () => {
  t = await createTestGateway();
  const made = await t.call('/admin/v1/collections/default', {
    as: 'admin',
    method: 'PUT',
    body: SETTINGS,
    headers: { 'if-match': (await t.call('/admin/v1/collections/default', { as: 'admin' })).headers.get('etag') ?? '' },
  });
  expect(made.status).toBe(200);
}, 60_000);

afterAll(() => t.close());

type Role = 'user' | 'support' | 'analyst';
const ask = (messages: readonly object[], as: Role = 'user', more: object = {}) =>
  t.call('/v1/chat/completions', { as, body: { model: 'm', messages, ...more } });
const lastBody = async () => (await t.upstream.captured()).bodies.at(-1)!;
const contentsOf = (body: string) =>
  (JSON.parse(body) as { messages: { role: string; content: string }[] }).messages
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => content);
const answerOf = (answer: { json: { choices: { message: { content: string } }[] } }) =>
  answer.json.choices[0]!.message.content;

const PATTERN =
  /^Hello, my name is (.+)\. My e-mail is (\S+) and my phone number is (\[PHONE_[0-9A-Z]{10}-\d{4}\])\. I paid with card (.+); please refund to IBAN (\[REDACTED_IBAN\])\.$/;

describe('POST /v1/chat/completions in a collection with forms', () => {
  it('sends what the collection says for each type, and nothing of the values', async () => {
    const person = inventPerson();
    await t.upstream.script({ text: 'ok' });
    await ask([{ role: 'user', content: promptOf(person) }]);
    const [sent] = contentsOf(await lastBody());
    const [, name, email, phone, card] = PATTERN.exec(sent!)!;
    expect(email).toContain('.example');
    expect(email!.split('@')[0]).toBe(
      name!
        .toLowerCase()
        .replace(/[^a-z ]/g, '')
        .replace(' ', '.'),
    );
    expect(phone).toContain(person.PHONE.replace(/\D/g, '').slice(-4));
    expect(card!.replace(/\D/g, '')).toMatch(/^424242/);
    for (const value of Object.values(person)) for (const form of spellingsOf(value)) expect(sent).not.toContain(form);
  });

  it.each([
    ['user', (person: ReturnType<typeof inventPerson>) => `${person.PERSON} ${person.EMAIL} ${person.PHONE}`],
    ['support', () => expect.stringMatching(/^\p{Lu}\. \p{Lu}\. \w\*+@example\.com \*+\d{4}$/u)],
    ['analyst', () => expect.stringMatching(/^\[PERSON_\w{10}\] \[EMAIL_\w{10}\] \[PHONE_\w{10}\]$/)],
  ] as const)('gives the %s back what its policy allows, whole and in a stream of any pieces', async (role, shown) => {
    const person = inventPerson();
    await t.upstream.script({ text: 'ok' });
    await ask([{ role: 'user', content: promptOf(person) }], role);
    const [, name, email, phone] = PATTERN.exec(contentsOf(await lastBody())[0]!)!;
    const text = `${name} ${email} ${phone}`;
    await t.upstream.script({ text });
    expect(answerOf(await ask([{ role: 'user', content: promptOf(person) }], role))).toEqual(shown(person));
    for (const size of [1, 7]) {
      const pieces = text.match(new RegExp(`.{1,${size}}`, 'gu'))!;
      await t.upstream.script({
        events: [...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), DONE],
      });
      const stream = await ask([{ role: 'user', content: promptOf(person) }], role, { stream: true });
      const streamed = [...stream.text.matchAll(/^data: (\{.*\})$/gm)]
        .map(([, data]) => JSON.parse(data!).choices[0].delta.content ?? '')
        .join('');
      expect(streamed).toEqual(shown(person));
    }
  });

  it.each(['user', 'support', 'analyst'] as const)(
    'sends the history of the %s byte for byte as the model saw it, turn after turn',
    async (role) => {
      const person = inventPerson();
      const messages: object[] = [{ role: 'user', content: promptOf(person) }];
      await t.upstream.script({ text: 'ok' });
      await ask(messages, role);
      const [, name] = PATTERN.exec(contentsOf(await lastBody())[0]!)!;
      let before: string[] = [];
      for (const word of ['one', 'two', 'three']) {
        await t.upstream.script({ text: `${word}: ${name} is fine, ${name}.` });
        const answer = await ask(messages, role);
        const contents = contentsOf(await lastBody());
        expect(contents.slice(0, before.length)).toEqual(before);
        before = contents;
        messages.push({ role: 'assistant', content: answerOf(answer) }, { role: 'user', content: `And ${word}?` });
      }
      expect(before.filter((content) => content.includes(name!))).toHaveLength(3);
    },
  );

  it('restores a surrogate of a turn that the client no longer sends, from the model’s own words', async () => {
    const person = inventPerson();
    await t.upstream.script({ text: 'ok' });
    const first = { role: 'user', content: promptOf(person) };
    const conversation = { 'x-pvg-conversation': 'trimmed' };
    const say = (messages: readonly object[]) =>
      t.call('/v1/chat/completions', { body: { model: 'm', messages }, headers: conversation });
    await say([first]);
    const [, name] = PATTERN.exec(contentsOf(await lastBody())[0]!)!;
    await t.upstream.script({ text: `It is ${name}.` });
    const answer = answerOf(await say([first]));
    await t.upstream.script({ text: `As I said, ${name}.` });
    const later = await say([
      { role: 'assistant', content: answer },
      { role: 'user', content: 'Who was it?' },
    ]);
    expect(contentsOf(await lastBody())[0]).toBe(`It is ${name}.`);
    // Presented, not supplied: here the policy of the role decides, which shows tokens.
    expect(answerOf(later)).toMatch(/^As I said, \[PERSON_\w{10}\]\.$/);
  });

  it('never uses a surrogate that the request itself spells', async () => {
    const { PERSON } = inventPerson();
    await t.upstream.script({ text: 'ok' });
    await ask([{ role: 'user', content: `My name is ${PERSON}.` }]);
    const surrogate = /My name is (.+)\./.exec(contentsOf(await lastBody())[0]!)![1]!;
    await ask([{ role: 'user', content: `My name is ${PERSON}. Is the word ${surrogate} known?` }]);
    const [sent] = contentsOf(await lastBody());
    expect(sent).not.toContain(PERSON);
    expect(sent!.startsWith(`My name is ${surrogate}`)).toBe(false);
  });

  it('caps what anybody sees at the ceiling of the type', async () => {
    await t.upstream.script({ text: 'Number {{US_SSN}}' });
    const answer = await ask([{ role: 'user', content: 'My social security number is 219-09-9876.' }]);
    expect(answerOf(answer)).toBe('Number ****9876');
    const [token] = /\[US_SSN_\w{10}\]/.exec(await lastBody())!;
    const rows = await t.testDatabase.admin<{ detail: string }>(
      `SELECT detail FROM audit_event WHERE action = 'vault_token.reveal_decided' AND detail LIKE $1`,
      [`%${token}%`],
    );
    expect(rows.some(({ detail }) => detail.includes('pvg:CollectionCeiling'))).toBe(true);
  });
});

describe('POST /v1/privacy/deidentify with `as`', () => {
  const deidentify = (text: string, as?: string) =>
    t.call('/v1/privacy/deidentify', { body: { texts: [text], ...(as && { as }) } });

  it.each(['token', 'token-last4', 'surrogate', 'format', 'date-shift'])(
    'gives %s, that reidentify turns back',
    async (as) => {
      const person = inventPerson();
      const text = `${promptOf(person)} Born on 1984-03-09 in the family.`;
      const made = (await deidentify(text, as)).json;
      for (const value of Object.values(person)) expect(made.texts[0]).not.toContain(value);
      const back = await t.call('/v1/privacy/reidentify', {
        body: { texts: made.texts },
        as: 'support',
      });
      // Support may see names as initials, and the words around them are untouched.
      expect(back.json.texts[0]).toMatch(/^Hello, my name is \p{Lu}\. \p{Lu}\.\. My e-mail is \w\*+@example\.com and/u);
    },
  );

  it.each([
    ['mask', /^Mail \w\*\*\*@example\.com\.$/],
    ['redact', /^Mail \[REDACTED_EMAIL\]\.$/],
    ['generalise', /^Mail \[REDACTED_EMAIL\]\.$/],
  ])('gives %s for good, and keeps nothing of the value', async (as, shown) => {
    const { EMAIL } = inventPerson();
    const count = async () => (await t.testDatabase.admin('SELECT FROM vault_value')).length;
    const before = await count();
    const { json } = await deidentify(`Mail ${EMAIL}.`, as);
    expect(json.texts[0]).toMatch(shown);
    expect(json.entities).toEqual([{ token: null, type: 'EMAIL' }]);
    expect(await count()).toBe(before);
  });

  it('refuses a form that there is not', async () => {
    expect((await deidentify('x', 'rot13')).status).toBe(400);
  });
});
