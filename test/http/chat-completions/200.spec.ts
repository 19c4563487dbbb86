import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { chunk, DONE } from '../../support/capture-upstream.js';
import { inventPerson, promptOf, spellingsOf } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 60_000);

afterAll(() => t.close());

const client = (role: 'user' | 'support' | 'analyst') =>
  new OpenAI({ baseURL: `${t.url}/v1`, apiKey: t.keys[role].reveal(), maxRetries: 0 });

const lastBody = async () => (await t.upstream.captured()).bodies.at(-1)!;

const TOOL: OpenAI.ChatCompletionTool = {
  type: 'function',
  function: { name: 'refund', parameters: { type: 'object', properties: { email: { type: 'string' } } } },
};

describe('POST /v1/chat/completions', () => {
  it('sends tokens only, with the gateway’s own credential, and restores the answer for the user', async () => {
    const person = inventPerson();
    await t.upstream.script({ text: 'Dear {{PERSON}}, we wrote to {{EMAIL}}, card {{CREDIT_CARD}}.' });
    const answer = await client('user').chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: promptOf(person) }],
    });
    const { bodies, headers } = await t.upstream.captured();
    for (const value of Object.values(person)) {
      for (const spelling of spellingsOf(value)) expect(bodies.at(-1)).not.toContain(spelling);
    }
    expect(headers.at(-1)?.authorization).toBe('Bearer upstream-credential');
    expect(answer.choices[0]?.message.content).toBe(
      `Dear ${person.PERSON}, we wrote to ${person.EMAIL}, card ${person.CREDIT_CARD}.`,
    );
  });

  it('shows masks to support and tokens to the analyst, of the same answer', async () => {
    const person = inventPerson();
    await t.upstream.script({ text: '{{PERSON}} / {{EMAIL}} / {{IBAN}}' });
    const ask = (role: 'support' | 'analyst') =>
      client(role).chat.completions.create({ model: 'm', messages: [{ role: 'user', content: promptOf(person) }] });
    const support = (await ask('support')).choices[0]?.message.content ?? '';
    expect(support).toMatch(/^\p{Lu}\. \p{Lu}\. \/ [a-z]\*+@example\.com \/ \[IBAN_[0-9A-Z]{10}\]$/u);
    const analyst = (await ask('analyst')).choices[0]?.message.content ?? '';
    expect(analyst).toMatch(/^\[PERSON_[0-9A-Z]{10}\] \/ \[EMAIL_[0-9A-Z]{10}\] \/ \[IBAN_[0-9A-Z]{10}\]$/);
  });

  it('gives the analyst, who may not join, other tokens than those of the collection', async () => {
    const { EMAIL } = inventPerson();
    const tokenSeenBy = async (role: 'user' | 'support' | 'analyst') => {
      await client(role).chat.completions.create({
        model: 'm',
        messages: [{ role: 'user', content: `Mail ${EMAIL}` }],
      });
      return /\[EMAIL_[0-9A-Z]{10}\]/.exec(await lastBody())?.[0];
    };
    const [user, support, analyst] = [
      await tokenSeenBy('user'),
      await tokenSeenBy('support'),
      await tokenSeenBy('analyst'),
    ];
    expect(user).toBeDefined();
    expect(support).toBe(user);
    expect(analyst).toBeDefined();
    expect(analyst).not.toBe(user);
  });

  it('streams the same text, restored while it arrives in any pieces', async () => {
    const person = inventPerson();
    const deltas = ['Dear ', '{{PERSON[:4]}}', '{{PERSON[4:]}}', ', mail {{EMAIL[:1]}}', '{{EMAIL[1:]}}', ' sent.'];
    await t.upstream.script({
      events: [...deltas.map((content) => chunk({ content })), chunk({}, 'stop'), DONE],
      gapMs: 5,
    });
    const stream = await client('user').chat.completions.create({
      model: 'm',
      stream: true,
      messages: [{ role: 'user', content: promptOf(person) }],
    });
    let text = '';
    const finishes: unknown[] = [];
    for await (const event of stream) {
      text += event.choices[0]?.delta.content ?? '';
      if (event.choices[0]?.finish_reason) finishes.push(event.choices[0].finish_reason);
    }
    expect(text).toBe(`Dear ${person.PERSON}, mail ${person.EMAIL} sent.`);
    expect(finishes).toEqual(['stop']);
  });

  it('restores tool arguments, and masks them again when the client sends them back', async () => {
    const person = inventPerson();
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'refund', arguments: '{"email":"{{EMAIL}}","amount":1.50}' },
    };
    await t.upstream.script({
      json: {
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [
          { index: 0, message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'tool_calls' },
        ],
      },
    });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: `Refund ${person.EMAIL}` }];
    const first = await client('user').chat.completions.create({ model: 'm', messages, tools: [TOOL] });
    const message = first.choices[0]!.message;
    const toolCall = message.tool_calls![0]!;
    if (toolCall.type !== 'function') throw new Error('not a function call');
    expect(toolCall.function.arguments).toBe(`{"email":"${person.EMAIL}","amount":1.50}`);
    const token = /\[EMAIL_[0-9A-Z]{10}\]/.exec(await lastBody())![0];

    await t.upstream.script({ text: 'Refunded {{EMAIL}}.' });
    const second = await client('user').chat.completions.create({
      model: 'm',
      tools: [TOOL],
      messages: [
        ...messages,
        message,
        { role: 'tool', tool_call_id: 'call_1', content: `{"to":"${person.EMAIL}","ok":true}` },
      ],
    });
    const body = await lastBody();
    expect(body).not.toContain(person.EMAIL);
    expect(body.match(/\[EMAIL_[0-9A-Z]{10}\]/g)).toEqual([token, token, token]);
    expect(body).toContain('\\"amount\\":1.50');
    expect(second.choices[0]?.message.content).toBe(`Refunded ${person.EMAIL}.`);
  });

  it.each(['user', 'support', 'analyst'] as const)(
    'lets the model see its own words again when the %s sends the history back',
    async (role) => {
      const person = inventPerson();
      await t.upstream.script({ text: 'Hello {{PERSON}}, I will write to {{EMAIL}}.' });
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: promptOf(person) }];
      const first = await client(role).chat.completions.create({ model: 'm', messages });
      const tokens = (await lastBody()).match(/\[(?:PERSON|EMAIL)_[0-9A-Z]{10}\]/g)!;
      await client(role).chat.completions.create({
        model: 'm',
        messages: [...messages, first.choices[0]!.message, { role: 'user', content: 'Thanks.' }],
      });
      const sent = JSON.parse(await lastBody()) as { messages: { role: string; content: string }[] };
      const [person1, email1] = [tokens[0], tokens.find((token) => token.startsWith('[EMAIL'))];
      expect(sent.messages.find((one) => one.role === 'assistant')?.content).toBe(
        `Hello ${person1}, I will write to ${email1}.`,
      );
    },
  );

  it('de-identifies system, developer, parts, names, tool definitions and unknown fields', async () => {
    const person = inventPerson();
    await t.upstream.script({ text: 'ok' });
    const { status } = await t.call('/v1/chat/completions', {
      body: {
        model: 'm',
        messages: [
          { role: 'system', content: `Desk of ${person.PERSON}` },
          { role: 'developer', content: `Escalate to ${person.EMAIL}` },
          { role: 'user', content: [{ type: 'text', text: `Call ${person.PHONE}` }] },
        ],
        tools: [
          {
            type: 'function',
            function: {
              name: 'pay',
              description: `Default account ${person.IBAN}`,
              parameters: {
                type: 'object',
                properties: { to: { type: 'string', enum: [person.EMAIL], default: person.EMAIL } },
              },
            },
          },
        ],
        metadata: { customer: person.EMAIL },
        vendor_extension: { deep: [{ note: `card ${person.CREDIT_CARD}` }] },
      },
    });
    expect(status).toBe(200);
    const body = await lastBody();
    for (const value of Object.values(person))
      for (const spelling of spellingsOf(value)) expect(body).not.toContain(spelling);
    expect(new Set(body.match(/\[EMAIL_[0-9A-Z]{10}\]/g)).size).toBe(1);
  });

  it('keeps numbers, spacing, key order and duplicates of the body byte for byte', async () => {
    const { EMAIL } = inventPerson();
    const raw = `{ "messages":[ {"role":"user","content":"Mail \\u0041 ${EMAIL}" } ],"x":{"b":1.50,"a":9007199254740993,"a":[]},\n"model":"m" }`;
    await t.upstream.script({ text: 'ok' });
    expect((await t.call('/v1/chat/completions', { raw })).status).toBe(200);
    const body = await lastBody();
    const token = /\[EMAIL_[0-9A-Z]{10}\]/.exec(body)![0];
    const preamble = /\{"role":"system","content":"[^"]*"\},/.exec(body)![0];
    expect(body.replace(preamble, '')).toBe(raw.replace(EMAIL, token));
  });

  it('sends no preamble when there is nothing to keep', async () => {
    const raw = '{"model":"m","messages":[{"role":"user","content":"What is two and two?"}]}';
    await t.upstream.script({ text: 'Four.' });
    await t.call('/v1/chat/completions', { raw });
    expect(await lastBody()).toBe(raw);
  });

  it('leaves forged, foreign and damaged tokens as they are', async () => {
    const person = inventPerson();
    const stored = await t.call('/v1/vault/tokenize', { body: { items: [{ type: 'EMAIL', value: person.EMAIL }] } });
    const known = stored.json.items[0].token as string;
    const swapped = known.replace(/_(.)(.)/, (_, a, b) => (a === b ? `_${a === '0' ? '1' : '0'}${b}` : `_${b}${a}`));
    const content = `Say ${known} and [EMAIL_0000000001] and ${swapped}`;
    await t.upstream.script();
    const answer = await t.call('/v1/chat/completions', {
      body: { model: 'm', messages: [{ role: 'user', content }] },
    });
    expect(answer.json.choices[0].message.content).toBe(content);
  });

  it('reads a compressed answer and keeps no header of the compression', async () => {
    const { EMAIL } = inventPerson();
    await t.upstream.script({ text: 'To {{EMAIL}}', gzip: true });
    const answer = await t.call('/v1/chat/completions', {
      body: { model: 'm', messages: [{ role: 'user', content: `Mail ${EMAIL}` }] },
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.json.choices[0].message.content).toBe(`To ${EMAIL}`);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('x-pvg-restored')).toBe('1');
    expect(answer.headers.get('x-pvg-entities')).toBe('1');
  });

  it('keeps usage, ids and unknown keys of a stream, and ends a cut one with an error event', async () => {
    const { EMAIL } = inventPerson();
    const body = { model: 'm', stream: true, messages: [{ role: 'user', content: `Mail ${EMAIL}` }] };
    await t.upstream.script({
      events: [
        { ...chunk({ content: 'Hi {{EMAIL}}' }), system_fingerprint: 'fp', vendor: { kept: [1.0] } },
        { ...chunk({}, 'stop'), usage: { total_tokens: 7 } },
        DONE,
      ],
    });
    const whole = await t.call('/v1/chat/completions', { body });
    expect(whole.text).toContain('"system_fingerprint":"fp"');
    expect(whole.text).toContain('"vendor":{"kept":[1]}');
    expect(whole.text).toContain('"usage":{"total_tokens":7}');
    expect(whole.text).toContain(EMAIL);
    expect(whole.text).toMatch(/data: \[DONE\]\n\n: pvg restored=1 unresolved=0 mangled=0\n\n$/);

    await t.upstream.script({ events: [chunk({ content: 'Hi {{EMAIL[:9]}}' })], cut: true });
    const cut = await t.call('/v1/chat/completions', { body });
    expect(cut.text).toMatch(/data: \{"error":\{/);
    expect(cut.text).not.toContain('[DONE]');
    expect(cut.text).not.toContain('[EMAIL');
  });

  it('cancels the upstream when the client goes away', async () => {
    const before = (await t.upstream.captured()).aborted;
    await t.upstream.script({ events: Array.from({ length: 200 }, () => chunk({ content: 'word ' })), gapMs: 20 });
    const abort = new AbortController();
    const stream = await client('user').chat.completions.create(
      { model: 'm', stream: true, messages: [{ role: 'user', content: 'Go on.' }] },
      { signal: abort.signal },
    );
    for await (const _ of stream) {
      abort.abort();
      break;
    }
    for (let tries = 0; tries < 100 && (await t.upstream.captured()).aborted === before; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await t.upstream.captured()).aborted).toBe(before + 1);
  });

  it('mixes nothing up between 60 conversations at once', async () => {
    await t.upstream.script({ text: 'For {{EMAIL}}' });
    const people = Array.from({ length: 60 }, inventPerson);
    const answers = await Promise.all(
      people.map(({ EMAIL }) =>
        t.call('/v1/chat/completions', {
          body: { model: 'm', messages: [{ role: 'user', content: `Mail ${EMAIL}` }] },
        }),
      ),
    );
    answers.forEach((answer, index) => {
      expect(answer.json.choices[0].message.content).toBe(`For ${people[index]!.EMAIL}`);
    });
  });
});
