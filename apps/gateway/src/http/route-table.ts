import type { FastifyInstance } from 'fastify';

export interface ServedRoute {
  readonly method: string;
  /** As declared: `/admin/v1/policies/:policyId`. */
  readonly path: string;
}

const TABLES = new WeakMap<FastifyInstance, ServedRoute[]>();

/** Keeps a list of every route that is registered from now on: what is served, not what is declared. */
export function installRouteTable(fastify: FastifyInstance): void {
  const routes: ServedRoute[] = [];
  TABLES.set(fastify, routes);
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of Array.isArray(method) ? method : [method]) routes.push({ method: one, path: url });
  });
}

export function routeTable(fastify: FastifyInstance): readonly ServedRoute[] {
  return TABLES.get(fastify) ?? [];
}
