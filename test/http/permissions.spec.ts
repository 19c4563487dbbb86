import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExecutionContext, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { type ApiFamily, upstreamConfig } from '#lib/config';
import { PermissionGuard } from '../../apps/gateway/src/http/permission.guard.js';
import { PERMISSION } from '../../apps/gateway/src/http/permission.js';
import { routeTable, type ServedRoute } from '../../apps/gateway/src/http/route-table.js';
import { addPrincipal } from '../support/more-principals.js';
import { callRoute } from '../support/route-calls.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

let t: TestGateway;
let nobody: Record<string, string>;
let routes: readonly ServedRoute[];

beforeAll(async () => {
  // One upstream of each family, so that no surface says "unknown model" before it asks; none of them is ever called.
  const upstreams = API_FAMILIES.map((api) => upstreamConfig({ name: api, api, baseUrl: 'http://127.0.0.1:9' }));
  t = await createTestGateway({ upstreams });
  nobody = await addPrincipal(t, { id: 'nobody' });
  routes = routeTable(t.gateway.app.getHttpAdapter().getInstance());
}, 120_000);

afterAll(() => t.close());

const API_FAMILIES: readonly ApiFamily[] = ['openai', 'anthropic', 'gemini', 'ollama'];

/** Whoever adds a route here lets everybody in. */
const PUBLIC = [
  '/console',
  '/console/*',
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/readyz',
  '/admin/v1/setup',
  '/admin/v1/sign-in',
  '/admin/v1/sign-in/oidc/:name',
  '/admin/v1/sign-in/oidc/:name/callback',
  '/admin/v1/invitation',
];

/** Public for this one method; by the others it concerns a session. */
const PUBLIC_CALLS = ['POST /admin/v1/session'];

/** Routes about the session of the caller himself: a key has none. */
const SELF = /^\/admin\/v1\/session(\/|$)/;

/** Routes that decide value by value: whoever has no right at all gets an answer in which nothing is resolved. */
const VALUES = ['POST /v1/vault/detokenize', 'POST /v1/vault/bulk/detokenize'];

/** Routes that name a thing of the caller's own: somebody else's does not exist, whatever rights he has. */
const OWN = '/v1/responses/:id';

describe('every route of the running gateway', () => {
  it('names its permission', () => {
    const unnamed: string[] = [];
    let handlers = 0;
    for (const module of t.gateway.app.get(ModulesContainer).values()) {
      for (const { metatype } of module.controllers.values()) {
        if (typeof metatype !== 'function') continue;
        const paths = [Reflect.getMetadata(PATH_METADATA, metatype)].flat().length;
        for (const name of Object.getOwnPropertyNames(metatype.prototype)) {
          const handler = Object.getOwnPropertyDescriptor(metatype.prototype, name)?.value as object | undefined;
          if (typeof handler !== 'function' || Reflect.getMetadata(METHOD_METADATA, handler) === undefined) continue;
          handlers += paths;
          const permission = Reflect.getMetadata(PERMISSION, handler) ?? Reflect.getMetadata(PERMISSION, metatype);
          if (permission === undefined) unnamed.push(`${metatype.name}.${name}`);
        }
      }
    }
    expect(unnamed).toEqual([]);
    expect(handlers).toBe(routes.filter(({ method }) => method !== RequestMethod[RequestMethod.HEAD]).length);
    expect(handlers).toBeGreaterThan(70);
  });

  it('is refused by the guard when it names none', async () => {
    const guard = new PermissionGuard(new Reflector(), ...([] as unknown as [never, never, never, never]));
    const context = { getHandler: () => () => undefined, getClass: () => class {} } as unknown as ExecutionContext;
    await expect(guard.canActivate(context)).rejects.toMatchObject({ code: 'internal' });
  });

  it('asks for credentials, unless it is one of the public ones', async () => {
    const open: string[] = [];
    for (const route of routes) {
      const { status } = await callRoute(t, route);
      const name = `${route.method} ${route.path}`;
      if (status !== 401 && !PUBLIC_CALLS.includes(name)) open.push(route.path);
    }
    expect([...new Set(open)].sort()).toEqual(PUBLIC.toSorted());
  });

  it('refuses a principal without rights, or resolves nothing for him', async () => {
    const surprising: string[] = [];
    for (const route of routes.filter(({ path }) => !PUBLIC.includes(path))) {
      const name = `${route.method} ${route.path}`;
      if (PUBLIC_CALLS.includes(name)) continue;
      const { status, text } = await callRoute(t, route, { headers: nobody });
      const refused = VALUES.includes(name)
        ? status === 200 && text.includes('"unresolved":true')
        : status === (route.path === OWN ? 404 : SELF.test(route.path) ? 401 : 403);
      if (!refused) surprising.push(`${name} → ${status}`);
    }
    expect(surprising).toEqual([]);
  }, 60_000);
});
