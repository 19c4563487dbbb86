import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chunk, DONE } from '../../support/capture-upstream.js';
import { inventPerson, promptOf, spellingsOf } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 60_000);

afterAll(() => t.close());

/** The sum of a metric's samples whose labels hold all that is asked for. */
function sampleOf(text: string, name: string, ...labels: string[]): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

const metrics = async () => (await t.call('/metrics', { as: null })).text;

describe('GET /metrics', () => {
  it('counts requests, entities and what became of tokens, streamed and not, and holds no value, token or id', async () => {
    const person = inventPerson();
    const ask = { model: 'm', messages: [{ role: 'user', content: promptOf(person) }] };
    await t.upstream.script({ text: 'Dear {{PERSON}}, {{EMAIL}} or [EMAIL_7Q4KX2M9W0]?' });
    const whole = await t.call('/v1/chat/completions', { body: ask });
    expect(whole.headers.get('x-pvg-restored')).toBe('2');
    await t.upstream.script({ events: [chunk({ content: 'To {{IBAN}}.' }, 'stop'), DONE] });
    await t.call('/v1/chat/completions', { body: { ...ask, stream: true } });
    await t.call(`/v1/${encodeURIComponent(person.EMAIL)}`, { body: ask });
    const text = await metrics();
    expect(sampleOf(text, 'pvg_http_requests_total', 'route="/v1/chat/completions"', 'status="200"')).toBe(2);
    expect(sampleOf(text, 'pvg_http_request_seconds_count', 'route="/v1/chat/completions"')).toBe(2);
    expect(sampleOf(text, 'pvg_exchange_overhead_seconds_count', 'surface="chat.completions"')).toBe(2);
    expect(sampleOf(text, 'pvg_answer_tokens_total', 'outcome="restored"')).toBe(3);
    expect(sampleOf(text, 'pvg_answer_tokens_total', 'outcome="mangled"')).toBe(
      Number(whole.headers.get('x-pvg-mangled')),
    );
    for (const type of Object.keys(person)) expect(sampleOf(text, 'pvg_entities_total', `type="${type}"`)).toBe(2);
    expect(sampleOf(text, 'pvg_upstream_state', 'state="up"')).toBe(1);
    for (const value of Object.values(person)) {
      for (const form of spellingsOf(value)) expect(text).not.toContain(form);
    }
    expect(text).not.toMatch(/[A-Z]_[0-9A-HJKMNP-TV-Z]{10}\b/);
    for (const key of Object.values(t.keys)) expect(text).not.toContain(key.reveal());
  });

  it('does not grow with what callers make up', async () => {
    await t.call('/v1/nowhere', { body: {} });
    const before = (await metrics()).split('\n').length;
    for (let at = 0; at < 20; at += 1) await t.call(`/v1/nowhere-${at}`, { body: {} });
    expect((await metrics()).split('\n').length).toBe(before);
  });

  it('is not there for who comes through a proxy', async () => {
    const status = await new Promise((resolve, reject) => {
      request(`${t.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });
});
