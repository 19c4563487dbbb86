import type { InfoClass, Principal, PrincipalKind } from '#lib/kernel';
import type { DecisionContext, DecisionRequest } from '../evaluator/decision.js';
import { type Action, isAction } from '../language/actions.js';
import { PRINCIPAL_ATTRIBUTES } from '../language/attributes.js';

/** Facts of an audit row: ids, numbers and lists of ids, under names without dots. */
export type DecisionRecord = Readonly<Record<string, string | number | boolean | readonly string[]>>;

const SAFE = /[^A-Za-z0-9_.:/\-[\]+*#|,]/gu;
/** Configured ids and attributes may hold spaces or `@`, which facts may not: such bytes become `=HH`. */
const encode = (text: string): string =>
  text.replace(SAFE, (char) => [...Buffer.from(char)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''));
const decode = (text: string): string =>
  Buffer.from(
    text
      .split(/(=[0-9a-f]{2})/)
      .flatMap((part) => (/^=[0-9a-f]{2}$/.test(part) ? [Number.parseInt(part.slice(1), 16)] : [...Buffer.from(part)])),
  ).toString();

/** What stands for a text that is not recorded because a person wrote it. Only its presence counts. */
const GIVEN = '(given)';

/**
 * What is recorded of a decision, so that it can be replayed against another policy: the principal's id, kind, roles, groups,
 * grants and attributes; the action; attributes of the resource and context. Never a value, a token's value or the text of
 * `ctx.reason` (its presence is recorded). Of an application that acts for the
 * principal, its attributes are left out.
 */
export function decisionRecord({ principal, action, resource, context }: DecisionRequest): DecisionRecord {
  const record: Record<string, string | number | boolean | readonly string[]> = { action };
  const text = (name: string, value: string | null | undefined) => {
    if (value) record[name] = encode(value);
  };
  const texts = (name: string, values: readonly string[] | undefined) => {
    if (values && values.length > 0) record[name] = values.map(encode);
  };
  for (const [who, one] of [
    ['principal', principal],
    ['actor', principal.actor],
  ] as const) {
    if (!one) continue;
    text(`${who}_id`, one.id);
    text(`${who}_kind`, one.kind);
    texts(`${who}_roles`, one.roles);
    texts(`${who}_groups`, one.groups);
    texts(`${who}_purposes`, one.purposes);
    texts(`${who}_collections`, one.collections);
    texts(`${who}_scopes`, one.scopes);
  }
  for (const name of PRINCIPAL_ATTRIBUTES) {
    const key = name.slice('principal.'.length);
    if (Object.hasOwn(principal.attributes, key)) text(`attribute_${key}`, principal.attributes[key]);
  }
  text('resource_collection', resource.collectionId);
  text('resource_infoType', resource.infoType);
  text('resource_class', resource.infoClass);
  text('resource_region', resource.region);
  text('resource_subject', resource.subject);
  texts('resource_origin', resource.origins);
  if (resource.tags) record.resource_tags = resource.tags.map(encode);
  for (const name of ['purpose', 'sourceIp', 'model', 'tool', 'conversation'] as const)
    text(`ctx_${name}`, context[name]);
  for (const name of ['mfa', 'suppliedByCaller'] as const) {
    const value = context[name];
    if (value !== undefined) record[`ctx_${name}`] = value;
  }
  if (context.reason) record.ctx_reason = true;
  return record;
}

/** The request that a record stands for. Null when the row holds no decision (or one of an unknown action). */
export function requestFromRecord(tenantId: string, record: DecisionRecord, now: Date): DecisionRequest | null {
  const text = (name: string) => (typeof record[name] === 'string' ? decode(record[name]) : undefined);
  const texts = (name: string) => {
    const value = record[name];
    return Array.isArray(value) ? value.map(decode) : undefined;
  };
  const flag = (name: string) => (typeof record[name] === 'boolean' ? record[name] : undefined);
  const action = text('action');
  if (action === undefined || !isAction(action)) return null;
  const who = (name: 'principal' | 'actor'): Principal | null => {
    const id = text(`${name}_id`);
    const kind = text(`${name}_kind`);
    if (id === undefined || kind === undefined) return null;
    const lists = { roles: texts(`${name}_roles`), groups: texts(`${name}_groups`), scopes: texts(`${name}_scopes`) };
    return {
      tenantId,
      id,
      kind: kind as PrincipalKind,
      roles: lists.roles ?? [],
      groups: lists.groups ?? [],
      purposes: texts(`${name}_purposes`) ?? [],
      collections: texts(`${name}_collections`) ?? [],
      attributes: {},
      ...(lists.scopes && { scopes: lists.scopes }),
    };
  };
  const own = who('principal');
  if (!own) return null;
  const actor = who('actor');
  const attributes = PRINCIPAL_ATTRIBUTES.map((name) => name.slice('principal.'.length))
    .map((key) => [key, text(`attribute_${key}`)] as const)
    .filter((entry): entry is [string, string] => entry[1] !== undefined);
  const principal = { ...own, attributes: Object.fromEntries(attributes), ...(actor && { actor }) };
  return {
    principal,
    action: action satisfies Action,
    resource: {
      tenantId,
      collectionId: text('resource_collection') ?? '*',
      infoType: text('resource_infoType'),
      infoClass: text('resource_class') as InfoClass | undefined,
      region: text('resource_region'),
      subject: text('resource_subject'),
      origins: texts('resource_origin'),
      tags: texts('resource_tags'),
    },
    context: contextFrom(text, flag, now),
  };
}

function contextFrom(
  text: (name: string) => string | undefined,
  flag: (name: string) => boolean | undefined,
  now: Date,
): DecisionContext {
  return {
    now,
    purpose: text('ctx_purpose'),
    reason: flag('ctx_reason') ? GIVEN : undefined,
    mfa: flag('ctx_mfa'),
    sourceIp: text('ctx_sourceIp'),
    model: text('ctx_model'),
    tool: text('ctx_tool'),
    conversation: text('ctx_conversation'),
    suppliedByCaller: flag('ctx_suppliedByCaller'),
  };
}
