import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson, promptOf, spellingsOf } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 60_000);

afterAll(() => t.close());

const TOKEN = /\[[A-Z_]+_[0-9A-Z]{10}\]/g;

describe('POST /v1/privacy/inspect', () => {
  it('tells type, span in UTF-16 units, score, recognizer and why, and stores nothing', async () => {
    const person = inventPerson();
    const text = `🙂🙂 ${promptOf(person)}`;
    const { status, json } = await t.call('/v1/privacy/inspect', { body: { texts: [text, 'Nothing here.'] } });
    expect(status).toBe(200);
    expect(json.results[1].findings).toEqual([]);
    const found = new Map<string, string>();
    for (const finding of json.results[0].findings) {
      found.set(finding.type, text.slice(finding.start, finding.end));
      expect(finding).toMatchObject({
        score: expect.any(Number),
        recognizer: expect.any(String),
        explanation: expect.any(Object),
      });
    }
    expect(Object.fromEntries(found)).toMatchObject({ ...person });
    expect(await t.testDatabase.admin('SELECT FROM vault_value')).toEqual([]);
  });

  it('looks for the types asked for alone', async () => {
    const { json } = await t.call('/v1/privacy/inspect', {
      body: { texts: [promptOf(inventPerson())], types: ['IBAN'] },
    });
    expect(json.results[0].findings.map((one: { type: string }) => one.type)).toEqual(['IBAN']);
  });
});

describe('POST /v1/privacy/deidentify and /reidentify', () => {
  it('gives texts back with tokens, the same value the same token, and lists the entities', async () => {
    const person = inventPerson();
    const texts = [promptOf(person), `Again ${person.EMAIL}`];
    const { status, json } = await t.call('/v1/privacy/deidentify', { body: { texts } });
    expect(status).toBe(200);
    for (const value of Object.values(person))
      for (const form of spellingsOf(value)) expect(JSON.stringify(json)).not.toContain(form);
    const email = json.entities.find((one: { type: string }) => one.type === 'EMAIL').token;
    expect(json.texts[1]).toBe(`Again ${email}`);
    expect(json.entities.map((one: { type: string }) => one.type).sort()).toEqual([
      'CREDIT_CARD',
      'EMAIL',
      'IBAN',
      'PERSON',
      'PHONE',
    ]);
  });

  it('gives support the masks of stored values, and names what stays', async () => {
    const person = inventPerson();
    const { json } = await t.call('/v1/privacy/deidentify', { body: { texts: [promptOf(person)] } });
    const back = await t.call('/v1/privacy/reidentify', { as: 'support', body: { texts: json.texts } });
    expect(back.json.texts[0]).toMatch(/my name is \p{Lu}\. \p{Lu}\./u);
    expect(back.json.unresolved).toHaveLength(2);
    expect(back.json.unresolved.join()).toMatch(/CREDIT_CARD.*IBAN|IBAN.*CREDIT_CARD/);
    const none = await t.call('/v1/privacy/reidentify', { as: 'user', body: { texts: json.texts } });
    expect(none.json.texts).toEqual(json.texts);
    expect(none.json.unresolved).toHaveLength(5);
  });

  it('keeps every byte of JSON but the values, numbers and order included', async () => {
    const { EMAIL, PHONE } = inventPerson();
    const json = `{ "b":1.50, "a": 9007199254740993 ,"email":"${EMAIL}","list":[ {"phone" : "${PHONE}"},{} ,[]],"a":null}`;
    const { text } = await t.call('/v1/privacy/deidentify', { raw: `{"json":${json}}` });
    const part = text.slice('{"json":'.length, text.indexOf(',"entities"'));
    const [email, phone] = part.match(TOKEN)!;
    expect(part).toBe(json.replace(EMAIL, email!).replace(PHONE, phone!));
  });

  it('reads chat messages as the proxy does', async () => {
    const { EMAIL } = inventPerson();
    const messages = [
      { role: 'user', content: `Mail ${EMAIL}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: JSON.stringify({ to: EMAIL }) } }],
      },
    ];
    const { json } = await t.call('/v1/privacy/deidentify', { body: { messages } });
    expect(JSON.stringify(json)).not.toContain(EMAIL);
    expect(JSON.parse(json.messages[1].tool_calls[0].function.arguments).to).toBe(json.messages[0].content.slice(5));
  });

  it('changes nothing in a second pass', async () => {
    const first = await t.call('/v1/privacy/deidentify', { body: { texts: [promptOf(inventPerson())] } });
    const second = await t.call('/v1/privacy/deidentify', { body: { texts: first.json.texts } });
    expect(second.json).toEqual({ texts: first.json.texts, entities: [] });
  });

  it('takes exactly one of texts, json and messages', async () => {
    for (const body of [{}, { texts: ['a'], json: 1 }, { text: 'a' }]) {
      expect((await t.call('/v1/privacy/deidentify', { body })).status).toBe(400);
    }
  });
});

describe('editing the policy', () => {
  it('changes the next answer', async () => {
    const { EMAIL } = inventPerson();
    const { json } = await t.call('/v1/privacy/deidentify', { body: { texts: [EMAIL] } });
    const ask = async () =>
      (await t.call('/v1/privacy/reidentify', { as: 'support', body: { texts: json.texts } })).json.texts[0];
    expect(await ask()).toMatch(/\*/);
    await t.testDatabase.admin(
      `UPDATE policy_version SET document = jsonb_set(document, '{statements}', (
         SELECT jsonb_agg(CASE WHEN s->>'sid' = 'SupportSeesMasks' THEN jsonb_set(s, '{reveal}', '"plain"') ELSE s END)
         FROM jsonb_array_elements(document->'statements') s)) WHERE state = 'active'`,
    );
    expect(await eventually(ask, EMAIL)).toBe(EMAIL);
  });
});

/** Asks until the answer is the expected one, at most two seconds. */
async function eventually(ask: () => Promise<string>, expected: string): Promise<string> {
  let answer = await ask();
  for (let tries = 0; tries < 40 && answer !== expected; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer = await ask();
  }
  return answer;
}
