import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routeTable } from '../../apps/gateway/src/http/route-table.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly 'x-sensitive'?: boolean;
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
}

let t: TestGateway;
let document: {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

beforeAll(async () => {
  t = await createTestGateway();
  document = (await t.call('/openapi.json', { as: null })).json;
}, 120_000);

afterAll(() => t.close());

/** Schemas of the policy language and of collections, which their libraries describe as a whole. */
const DESCRIBED_ELSEWHERE = [
  'PolicyDocument',
  'PolicyStatement',
  'DecisionRequestSpec',
  'DecisionRequestSpecAnswer',
  'PutCollectionRequest',
];

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

function* sensitive(schema: Schema, path: string): Generator<string> {
  if (schema['x-sensitive']) yield path;
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* sensitive(property, `${path}.${name}`);
  if (schema.items) yield* sensitive(schema.items, `${path}[]`);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* sensitive(part, path);
}

describe('openapi.json', () => {
  /** Pages, files and figures: nothing that a client of the API calls. */
  const NOT_THE_API = ['/openapi.json', '/console', '/console/*', '/metrics'];

  it('describes every route of the API that is served, but for itself', () => {
    const served = routeTable(t.gateway.app.getHttpAdapter().getInstance())
      .filter(({ method, path }) => method !== 'HEAD' && !NOT_THE_API.includes(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(described.sort()).toEqual(served.sort());
  });

  it('holds no reference into nothing, and no operation twice', () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((name) => !document.components.schemas[name])).toEqual([]);
    expect(text).not.toContain('#/definitions/');
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes every property, parameter and answer of the vault and admin APIs', () => {
    const bare: string[] = [];
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (DESCRIBED_ELSEWHERE.includes(name)) continue;
      if (!schema.description) bare.push(name);
      for (const [property, inner] of Object.entries(schema.properties ?? {})) {
        const described = inner.description || inner.$ref || inner.allOf?.some(({ $ref }) => $ref);
        if (!described) bare.push(`${name}.${property}`);
      }
    }
    for (const { path, method, operation } of operations()) {
      if (!/^\/(admin\/v1|v1\/(vault|subjects))\//.test(path)) continue;
      const name = `${method} ${path}`;
      if (!operation.tags?.length) bare.push(`${name}: no tag`);
      const answers = Object.entries(operation.responses);
      if (!answers.some(([status, { description }]) => /^[23]/.test(status) && description))
        bare.push(`${name}: no answer`);
      for (const parameter of operation.parameters ?? []) {
        if (!parameter.description) bare.push(`${name}: ${parameter.name}`);
      }
    }
    expect(bare).toEqual([]);
  });

  // Taking a path from this list means that the field is no longer treated as holding values: that is the change to review.
  it('marks exactly these fields as holding values or secrets', () => {
    const paths = Object.entries(document.components.schemas).flatMap(([name, schema]) => [...sensitive(schema, name)]);
    expect([...new Set(paths)].sort()).toEqual([
      'AgentRun.calls[].arguments',
      'AgentRun.output',
      'AgentRunRequest.files[].text',
      'AgentRunRequest.input',
      'AgentStep.arguments',
      'AgentStep.text',
      'ConfirmTotpRequest.code',
      'CreateMcpServerRequest.credential',
      'CreateToolRequest.credential',
      'CreateUpstreamRequest.credential',
      'CreatedApiKey.key',
      'DeidentifyRequest.detection.allow[].text',
      'DeidentifyRequest.detection.deny[].text',
      'DeidentifyRequest.detection.recognizers[].dictionary',
      'DeidentifyRequest.json',
      'DeidentifyRequest.messages',
      'DeidentifyRequest.texts',
      'DeidentifyResponse.json',
      'DeidentifyResponse.messages',
      'DeidentifyResponse.texts',
      'DetectionSettings.allow[].text',
      'DetectionSettings.deny[].text',
      'DetectionSettings.recognizers[].dictionary',
      'DetokenizeResponse.items[].value',
      'InspectRequest.detection.allow[].text',
      'InspectRequest.detection.deny[].text',
      'InspectRequest.detection.recognizers[].dictionary',
      'InspectRequest.texts',
      'JobItem.name',
      'PlaygroundRequest.text',
      'PlaygroundSegment.text',
      'ProposeLinksRequest.items[].value',
      'RedeemInvitationRequest.password',
      'RedeemInvitationRequest.token',
      'ReidentifyRequest.json',
      'ReidentifyRequest.messages',
      'ReidentifyRequest.texts',
      'ReidentifyResponse.json',
      'ReidentifyResponse.messages',
      'ReidentifyResponse.texts',
      'SearchRequest.domain',
      'SearchRequest.exact',
      'SearchRequest.last4',
      'SearchRequest.prefix',
      'SearchRequest.range.from',
      'SearchRequest.range.to',
      'SearchResponse.groups[].term',
      'Session.csrfToken',
      'SetPasswordRequest.password',
      'SetupRequest.password',
      'SetupRequest.token',
      'SetupResponse.key',
      'SignInInvitation.token',
      'SignInRequest.code',
      'SignInRequest.key',
      'SignInRequest.password',
      'StepUpRequest.code',
      'StepUpRequest.password',
      'TokenizeItem.value',
      'ToolCredentialRequest.credential',
      'TotpSecret.secret',
      'TotpSecret.uri',
      'TryDetectionRequest.texts',
      'UpstreamCredentialRequest.credential',
    ]);
  });
});
