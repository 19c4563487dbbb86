import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '#lib/config';
import { Secret } from '#lib/kernel';
import { RemoteAnalyzer } from './remote-analyzer.js';

/** Answers of presidio-analyzer 2.2 to these texts, as it sent them. */
const RECORDED: Readonly<Record<string, string>> = {
  'My card 4095-2609-9393-4932 and ann.lee@example.org, 212-555-0187':
    '[{"analysis_explanation": null, "end": 27, "entity_type": "CREDIT_CARD", "recognition_metadata": {"recognizer_identifier": "CreditCardRecognizer_140453320234576", "recognizer_name": "CreditCardRecognizer"}, "score": 1.0, "start": 8}, {"analysis_explanation": null, "end": 51, "entity_type": "EMAIL_ADDRESS", "recognition_metadata": {"recognizer_identifier": "EmailRecognizer_140453302204432", "recognizer_name": "EmailRecognizer"}, "score": 1.0, "start": 32}, {"analysis_explanation": null, "end": 51, "entity_type": "URL", "recognition_metadata": {"recognizer_identifier": "UrlRecognizer_140453302191696", "recognizer_name": "UrlRecognizer"}, "score": 0.5, "start": 40}, {"analysis_explanation": null, "end": 65, "entity_type": "PHONE_NUMBER", "recognition_metadata": {"recognizer_identifier": "PhoneRecognizer_140453302190800", "recognizer_name": "PhoneRecognizer"}, "score": 0.4, "start": 53}]',
  '😀 mail ann.lee@example.org 😀 call 212-555-0187':
    '[{"analysis_explanation": null, "end": 26, "entity_type": "EMAIL_ADDRESS", "recognition_metadata": {"recognizer_identifier": "EmailRecognizer_140453302204432", "recognizer_name": "EmailRecognizer"}, "score": 1.0, "start": 7}, {"analysis_explanation": null, "end": 46, "entity_type": "PHONE_NUMBER", "recognition_metadata": {"recognizer_identifier": "PhoneRecognizer_140453302190800", "recognizer_name": "PhoneRecognizer"}, "score": 0.4, "start": 34}]',
};
const [PLAIN, EMOJI] = Object.keys(RECORDED) as [string, string];

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Asked {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { text: string; language: string };
}

async function analyzer(
  answer: (asked: Asked, response: ServerResponse) => void,
  settings: object = {},
): Promise<{ remote: RemoteAnalyzer; asked: Asked[] }> {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const one = { url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) };
      asked.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = loadConfig({});
  const defaults = { baseUrl, language: 'en', timeoutMs: 2_000, types: {} };
  return { remote: RemoteAnalyzer.fromConfig({ ...config, analyzer: { ...defaults, ...settings } })!, asked };
}

const recorded = ({ body }: Asked, response: ServerResponse) => response.end(RECORDED[body.text] ?? '[]');
const values = (text: string, spans: readonly { start: number; end: number; type: string }[]) =>
  spans.map(({ start, end, type }) => [type, text.slice(start, end)]);

describe('analyzer behind Presidio’s interface', () => {
  it('gives its entities the names of the product', async () => {
    const { remote, asked } = await analyzer(recorded, { apiKey: new Secret('sesame') });
    const [spans] = await remote.analyze([PLAIN]);
    expect(values(PLAIN, spans!)).toEqual([
      ['CREDIT_CARD', '4095-2609-9393-4932'],
      ['EMAIL', 'ann.lee@example.org'],
      ['URL', 'example.org'],
      ['PHONE', '212-555-0187'],
    ]);
    expect(asked).toEqual([{ url: '/analyze', authorization: 'Bearer sesame', body: { text: PLAIN, language: 'en' } }]);
  });

  it('turns offsets in code points to UTF-16', async () => {
    const { remote } = await analyzer(recorded);
    const [spans] = await remote.analyze([EMOJI]);
    expect(values(EMOJI, spans!)).toEqual([
      ['EMAIL', 'ann.lee@example.org'],
      ['PHONE', '212-555-0187'],
    ]);
  });

  it('answers in the order of the texts and asks for no empty one', async () => {
    const { remote, asked } = await analyzer((one, response) =>
      setTimeout(() => recorded(one, response), Math.random() * 30),
    );
    const texts = [EMOJI, '  ', PLAIN, 'nothing here', EMOJI, ''];
    const spans = await remote.analyze(texts);
    expect(spans.map((list) => list.length)).toEqual([2, 0, 4, 0, 2, 0]);
    expect(asked).toHaveLength(4);
  });

  it('takes types of one’s own, and unknown names that are no info type as CUSTOM', async () => {
    const answer = JSON.stringify(
      ['WARD', 'PL_PESEL', 'some-thing'].map((entity_type, start) => ({
        entity_type,
        start,
        end: start + 1,
        score: 1,
      })),
    );
    const { remote } = await analyzer((_, response) => response.end(answer), { types: { WARD: 'LOCATION' } });
    expect((await remote.analyze(['abcdef']))[0]!.map(({ type }) => type)).toEqual(['LOCATION', 'PL_PESEL', 'CUSTOM']);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['status 500', (response) => response.writeHead(500).end('{"error":"planted@example.org"}')],
    ['no JSON', (response) => response.end('<html>planted@example.org')],
    ['another shape', (response) => response.end('{"error":"planted@example.org"}')],
    ['a span past the end', (response) => response.end('[{"entity_type":"PERSON","start":0,"end":99,"score":1}]')],
    [
      'a span that ends before it begins',
      (response) => response.end('[{"entity_type":"A","start":3,"end":2,"score":1}]'),
    ],
    ['a score above one', (response) => response.end('[{"entity_type":"A","start":0,"end":2,"score":7}]')],
    [
      'an answer cut off',
      (response) => response.writeHead(200, { 'content-length': '100' }).write('[', () => response.destroy()),
    ],
    ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['no end of it', (response) => flood(response)],
    ['nothing at all', () => undefined],
  ])('refuses to go on after %s, and its error tells nothing of the text', async (_, answer) => {
    const { remote } = await analyzer((__, response) => answer(response), { timeoutMs: 700 });
    const error = await remote.analyze(['planted@example.org']).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'detection.failed' });
    expect(inspect(error, { depth: 9 })).not.toContain('planted');
  });
});

function flood(response: ServerResponse): void {
  const chunk = ' '.repeat(1024 * 1024);
  const more = () => {
    if (!response.destroyed && response.write(chunk)) setImmediate(more);
  };
  response.on('drain', more).on('error', () => undefined);
  more();
}
