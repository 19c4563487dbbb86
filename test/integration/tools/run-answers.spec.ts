import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ToolRegistry } from '#lib/tools';
import { chunk, DONE } from '../../support/capture-upstream.js';
import { calls } from '../../support/model-replies.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const OWN = 'marta.kowalczyk@example.org';
/** What the model makes up. */
const NEW = 'bea.invented@example.org';
const COLLECTIONS = ['pass', 'token', 'mask', 'redact'] as const;
type Collection = (typeof COLLECTIONS)[number];

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
  for (const answerPii of COLLECTIONS) {
    const put = await t.call(`/admin/v1/collections/${answerPii}`, { as: 'admin', method: 'PUT', body: { answerPii } });
    expect(put.status).toBe(200);
  }
  t.gateway.app.get(ToolRegistry, { strict: false }).provide({
    name: 'note',
    parameters: { type: 'object', properties: { text: { type: 'string' } } },
    run: () => 'noted',
  });
}, 60_000);

afterAll(() => t.close());

const input = `I am ${OWN}. Whom do I ask?`;
const WRITTEN = `Dear {{EMAIL}}, ask ${NEW} today.`;
/** The capture upstream fills a placeholder in where it stands whole. */
const PIECES = WRITTEN.split(/(\{\{EMAIL\}\})/).flatMap((part) =>
  part === '{{EMAIL}}' ? [part] : part.match(/.{1,3}/g)!,
);
const SHOWN: Readonly<Record<Collection, RegExp>> = {
  pass: /^bea\.invented@example\.org$/,
  token: /^\[EMAIL_[0-9A-Z]{10}\]$/,
  mask: /^b\*+@example\.org$/,
  redact: /^\[REDACTED_EMAIL\]$/,
};
const clientTools = [{ type: 'function', function: { name: 'mail', parameters: { type: 'object', properties: {} } } }];

/** Whom an answer says to ask; the caller's own address is restored beside it. */
const asked = (text: string): string => new RegExp(`^Dear ${OWN}, ask (\\S+) today\\.$`).exec(text)?.[1] ?? text;

describe.each(COLLECTIONS)(
  'personal data that a model makes up in a run, in a collection that says "%s"',
  (collection) => {
    const post = (path: string, body: object) => t.call(path, { body, headers: { 'x-pvg-collection': collection } });

    it('is treated so in answers, thoughts and arguments of the trace', async () => {
      const turn = calls(['note', JSON.stringify({ text: NEW })]) as { json: { choices: { message: object }[] } };
      Object.assign(turn.json.choices[0]!.message, { reasoning_content: `I think of ${NEW} ` });
      await t.upstream.script(turn, { text: WRITTEN });
      const { json } = await post('/v1/agents/run', { model: 'm', input });
      expect(asked(json.output)).toMatch(SHOWN[collection]);
      const [thought, action] = json.trace;
      expect(/^I think of (\S+) $/.exec(thought.text)![1]).toMatch(SHOWN[collection]);
      expect(JSON.parse(action.arguments).text).toMatch(SHOWN[collection]);
    });

    it('is treated so in calls that are handed back, and in streamed traces', async () => {
      await t.upstream.script(calls(['mail', JSON.stringify({ to: NEW })]));
      const handed = await post('/v1/agents/run', { model: 'm', input, clientTools });
      expect(JSON.parse(handed.json.calls[0].arguments).to).toMatch(SHOWN[collection]);
      const pieces = PIECES.map((content) => chunk({ content }));
      await t.upstream.script({ events: [...pieces, chunk({}, 'stop'), DONE] });
      const { text } = await post('/v1/agents/run', { model: 'm', input, stream: true });
      const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
      const deltas = events.filter(({ type }) => type === 'delta').map((one) => one.text);
      expect(asked(deltas.join(''))).toMatch(SHOWN[collection]);
      expect(asked(events.at(-1).output)).toMatch(SHOWN[collection]);
      if (collection !== 'pass') expect(text).not.toContain('bea.invented');
    });

    it('is treated so in chat completions with tools, whole and streamed, its thoughts cut anywhere', async () => {
      const body = { model: 'm', messages: [{ role: 'user', content: input }], tools: [{ type: 'pvg', name: 'note' }] };
      await t.upstream.script({ text: WRITTEN });
      const whole = await post('/v1/chat/completions', body);
      expect(asked(whole.json.choices[0].message.content)).toMatch(SHOWN[collection]);
      const events = PIECES.map((part) => chunk({ content: part, reasoning_content: part }));
      await t.upstream.script({ events: [...events, chunk({}, 'stop'), DONE] });
      const { text } = await post('/v1/chat/completions', { ...body, stream: true });
      const chunks = [...text.matchAll(/^data: (\{.*)$/gm)].map(
        ([, data]) => JSON.parse(data!).choices[0]?.delta ?? {},
      );
      const joined = (key: string) => chunks.map((delta) => delta[key] ?? '').join('');
      expect(asked(joined('content'))).toMatch(SHOWN[collection]);
      expect(asked(joined('reasoning_content'))).toMatch(SHOWN[collection]);
      if (collection !== 'pass') expect(text).not.toContain('bea.invented');
    });
  },
);
