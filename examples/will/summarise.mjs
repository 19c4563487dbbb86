// Summarises a will. The model reads tokens; what you see of its answer depends on the key you use.
//
//   npm start                                                   # in another terminal
//   PVG_KEY=pvg_… node examples/will/summarise.mjs              # the key "user" of .pvg/dev-keys.json
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const url = process.env.PVG_URL ?? 'http://127.0.0.1:8080';
const will = readFileSync(fileURLToPath(new URL('will.txt', import.meta.url)), 'utf8');

const response = await fetch(`${url}/v1/chat/completions`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.PVG_KEY}` },
  body: JSON.stringify({
    model: process.env.PVG_MODEL ?? 'demo',
    messages: [{ role: 'user', content: `Summarise this will.\n\n${will}` }],
  }),
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.detail);
console.log(answer.choices[0].message.content);
