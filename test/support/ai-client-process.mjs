// The Vercel AI SDK as its users run it, in a plain node process: prints what it got as JSON.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';

const [url, apiKey, prompt] = process.argv.slice(2);
const model = createOpenAICompatible({ name: 'pvg', baseURL: `${url}/v1`, apiKey })('demo');

const { text } = await generateText({ model, prompt });
let streamed = '';
for await (const delta of streamText({ model, prompt }).textStream) streamed += delta;
const received = [];
const send = tool({
  description: 'Sends.',
  inputSchema: jsonSchema({ type: 'object', properties: { email: { type: 'string' }, name: { type: 'string' } } }),
  execute: async (input) => {
    received.push(input);
    return { sent: input.email };
  },
});
const stepped = await generateText({ model, prompt, stopWhen: stepCountIs(3), tools: { send } });
process.stdout.write(JSON.stringify({ text, streamed, received, stepped: stepped.text }));
