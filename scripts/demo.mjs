// `npm run demo`: the main job end to end, with the real OpenAI client, on a temporary folder.
// Exits with an error when a planted value reaches the upstream or a role sees more than its policy allows.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { build } from './build.mjs';
import { inventPerson } from './demo/invented-person.mjs';
import { box, check, failures, heading, highlight } from './demo/print.mjs';
import { GATEWAY, startListening, stop } from './gateway-process.mjs';

const MAIL_TOOL = {
  type: 'function',
  function: {
    name: 'send_email',
    description: 'Sends a mail to a customer.',
    parameters: {
      type: 'object',
      properties: { email: { type: 'string' }, name: { type: 'string' } },
      required: ['email'],
    },
  },
};

await build();
const folder = mkdtempSync(join(tmpdir(), 'pvg-demo-'));
// Started by root, Postgres runs as another user and must be able to pass.
chmodSync(folder, 0o711);
const capture = join(folder, 'upstream-received.txt');
writeFileSync(capture, '');
const children = [];
let exitCode = 1;
try {
  await demo();
  exitCode = failures() === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`The demo failed: ${error.message}\n`);
} finally {
  await Promise.all(children.map(stop));
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);

async function demo() {
  const upstream = startListening('scripts/demo/capture-upstream.mjs', { args: [capture] });
  children.push(upstream.child);
  const env = {
    ...process.env,
    PVG_HOME: join(folder, 'home'),
    PVG_PORT: '0',
    PVG_LOG_LEVEL: 'warn',
    PVG_UPSTREAM_BASE_URL: `${await upstream.listening}/v1`,
  };
  for (const name of ['DATABASE_URL', 'PVG_MIGRATION_DATABASE_URL', 'PVG_UPSTREAM_API_KEY', 'PVG_CONFIG'])
    delete env[name];
  const gateway = startListening(GATEWAY, { env });
  children.push(gateway.child);
  const url = await gateway.listening;
  const keys = JSON.parse(readFileSync(join(folder, 'home/dev-keys.json'), 'utf8'));

  const person = inventPerson();
  const prompt =
    `Hello, my name is ${person.PERSON}. My e-mail is ${person.EMAIL} and my phone number is ${person.PHONE}. ` +
    `I paid with card ${person.CREDIT_CARD}; please refund to IBAN ${person.IBAN}.`;
  heading('Sent by every role');
  box('prompt', highlight(prompt, Object.values(person)));

  for (const role of ['user', 'support', 'analyst']) {
    heading(`As "${role}"`);
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: keys[role], maxRetries: 0 });
    await converse(role, client, prompt, person);
  }

  const received = readFileSync(capture);
  heading('Everything the upstream received');
  const leaked = Object.entries(person).flatMap(([type, value]) =>
    spellings(value).map((spelling) => ({ type, spelling })),
  );
  for (const { type, spelling } of leaked) {
    if (received.includes(spelling)) check(false, `a ${type} reached the upstream`);
  }
  check(
    true,
    `${received.length} bytes in ${String(received).split('POST ').length - 1} requests searched for every value and its parts`,
  );
}

async function converse(role, client, prompt, person) {
  const messages = [{ role: 'user', content: prompt }];
  const before = readFileSync(capture).length;
  const answer = await client.chat.completions.create({ model: 'demo', messages });
  const text = answer.choices[0].message.content;
  box('upstream received', sliceOf(before));
  box('role got', highlight(text, Object.values(person)));
  seen(role, text, person, 'answer');

  const stream = await client.chat.completions.create({ model: 'demo', messages, stream: true });
  let streamed = '';
  let events = 0;
  for await (const chunk of stream) {
    events += 1;
    streamed += chunk.choices[0]?.delta.content ?? '';
  }
  check(streamed === text, `${role}: the stream (${events} events) gives the same text`);

  const history = [
    ...messages,
    answer.choices[0].message,
    { role: 'user', content: 'Send the refund note by mail, please.' },
  ];
  const called = await client.chat.completions.create({ model: 'demo', messages: history, tools: [MAIL_TOOL] });
  const call = called.choices[0].message.tool_calls?.[0];
  check(Boolean(call), `${role}: the model calls the tool`);
  if (!call) return;
  box('tool call as the role gets it', highlight(call.function.arguments, Object.values(person)));
  seen(role, call.function.arguments, person, 'tool arguments');

  const turnStart = readFileSync(capture).length;
  const done = await client.chat.completions.create({
    model: 'demo',
    tools: [MAIL_TOOL],
    messages: [
      ...history,
      called.choices[0].message,
      {
        role: 'tool',
        tool_call_id: call.id,
        content: JSON.stringify({ sent: true, to: JSON.parse(call.function.arguments).email }),
      },
    ],
  });
  const final = done.choices[0].message.content;
  box('second turn: role got', highlight(final, Object.values(person)));
  seen(role, final, person, 'second turn');
  const tokens = (bytes) => [...new Set(bytes.match(/\[EMAIL_[0-9A-Z]{10}\]/g) ?? [])];
  const first = tokens(sliceOf(before, turnStart));
  const second = tokens(sliceOf(turnStart));
  check(second.length === 1 && second[0] === first[0], `${role}: the model saw the same e-mail token in both turns`);
}

/** What each role may see, as docs/guides/policies.md states it: everything, masks of three types, or tokens. */
function seen(role, text, person, where) {
  const plain = Object.entries(person).filter(([, value]) =>
    spellings(value).some((spelling) => text.includes(spelling)),
  );
  if (role === 'user') {
    check(
      !/\[[A-Z_]+_[0-9A-Z]{10}\]/.test(text) && text.includes(person.EMAIL),
      `${role}: sees plain values in the ${where}`,
    );
    return;
  }
  check(plain.length === 0, `${role}: sees no plain value in the ${where}`);
  const masked = /\*|•/.test(text);
  check(
    masked === (role === 'support'),
    `${role}: sees ${role === 'support' ? 'masks' : 'tokens only'} in the ${where}`,
  );
}

/** A value as written, without its spaces, and its parts of four letters or more. */
function spellings(value) {
  return [
    ...new Set([
      value,
      value.replaceAll(' ', ''),
      ...value.split(/[ .@]/).filter((part) => /^[a-z]{4,}$/i.test(part) && part !== 'example'),
    ]),
  ];
}

function sliceOf(from, to) {
  return readFileSync(capture).subarray(from, to).toString('utf8');
}
