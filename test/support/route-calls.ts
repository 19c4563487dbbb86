import type { ServedRoute } from '../../apps/gateway/src/http/route-table.js';
import type { Answer, TestGateway } from './test-gateway.js';

const messages = [{ role: 'user', content: 'Hello' }];
const token = '[EMAIL_0000000000]';

/** Bodies that get past the schema: these routes are decided on by what the body names. A new one needs a line here. */
export const BODIES: Readonly<Record<string, unknown>> = {
  'POST /admin/v1/playground': { model: 'm', text: 'Hello', roles: ['user'] },
  'POST /v1/agents/run': { model: 'm', input: 'Hello' },
  'POST /v1/chat/completions': { model: 'm', messages },
  'POST /v1/completions': { model: 'm', prompt: 'Hello' },
  'POST /v1/embeddings': { model: 'm', input: 'Hello' },
  'POST /v1beta/models/:call': { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
  'POST /v1/models/:call': { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
  'POST /v1/messages': { model: 'm', max_tokens: 9, messages },
  'POST /v1/messages/count_tokens': { model: 'm', messages },
  'POST /api/chat': { model: 'm', messages },
  'POST /api/generate': { model: 'm', prompt: 'Hello' },
  'POST /v1/responses': { model: 'm', input: 'Hello' },
  'PUT /admin/v1/session/password': { password: 'correct horse battery' },
  'PUT /admin/v1/session/totp': { code: '000000' },
  'POST /v1/privacy/inspect': { texts: ['Hello'] },
  'POST /v1/privacy/deidentify': { texts: ['Hello'] },
  'POST /v1/privacy/reidentify': { texts: ['Hello'] },
  'POST /v1/vault/tokenize': { items: [{ type: 'EMAIL', value: 'a@example.com' }] },
  'POST /v1/vault/detokenize': { tokens: [token] },
  'POST /v1/vault/search': { type: 'EMAIL', exact: 'a@example.com' },
  'POST /v1/vault/bulk/tokenize': { type: 'EMAIL', value: 'a@example.com' },
  'POST /v1/vault/bulk/import': { type: 'EMAIL', value: 'a@example.com', token },
  'POST /v1/vault/bulk/detokenize': { token },
  'POST /v1/subjects/proposals': { items: [{ token }, { token }] },
  'PUT /v1/subjects/:id/hold': { reason: 'Litigation' },
  'POST /v1/subjects/:id/erase': { confirm: 'a' },
  'POST /v1/subjects/:id/link': { tokens: [token] },
  'POST /v1/subjects/:id/unlink': { tokens: [token] },
};

/** Routes that take a file. */
const UPLOADS = /^POST \/v1\/(?:documents\/\w+|jobs)$/;
const UPLOAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello\r\n--b--\r\n';

/** A path with ids of nothing. */
export function pathOfNothing(path: string): string {
  return path
    .replace(':version', '1')
    .replace(':prefix', '000000000000')
    .replace(/(grants|proposals|claim-rules)\/:id/, '$1/00000000-0000-4000-8000-000000000000')
    .replace(/:(?!call$)\w+/g, 'a')
    .replace(':call', 'm:generateContent');
}

/** Calls a route with a body that gets past its schema, and nobody's credentials but those of `headers`. */
export async function callRoute(
  t: TestGateway,
  { method, path }: ServedRoute,
  options: { readonly headers?: Record<string, string>; readonly at?: string; readonly body?: unknown } = {},
): Promise<Answer> {
  const { headers = {}, at = pathOfNothing(path) } = options;
  const bulk = path.includes('/bulk/');
  const body = JSON.stringify(options.body ?? BODIES[`${method} ${path}`] ?? {});
  if (UPLOADS.test(`${method} ${path}`)) {
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    return t.call(at, { as: null, method, headers: { ...headers, ...type }, raw: UPLOAD });
  }
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
  return t.call(at, {
    as: null,
    method,
    headers: { ...headers, ...(bulk && { 'content-type': 'application/x-ndjson' }) },
    ...(hasBody && { raw: bulk ? `${body}\n` : body }),
  });
}
