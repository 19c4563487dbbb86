import { DomainError, isInfoType, isSlug } from '#lib/kernel';
import type { AuditEvent } from './audit-event.js';

const TEXT_LENGTH_MAX = 200;
const LIST_LENGTH_MAX = 1_000;
const FACT_COUNT_MAX = 40;

const ACTION = /^[a-z][a-z0-9_]{0,59}\.[a-z][a-z0-9_]{0,59}$/;
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;
/** Ids, slugs, vault tokens, paths, hashes. No space and no `@`: what a person wrote does not pass. */
const ID = /^[A-Za-z0-9_.:/\-[\]+*=#|,]{1,200}$/;
/** An id that others chose, such as a JWT subject: anything printable. */
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/**
 * Refuses an event that could hold a value: facts are ids, numbers and lists of ids. The caller is at fault, and what it
 * wanted to record must not happen unrecorded, so this throws.
 */
export function checkEvent(event: AuditEvent): void {
  const { actor, resource, decision } = event;
  check('tenantId', isSlug(event.tenantId));
  check('action', ACTION.test(event.action));
  check('requestId', ID.test(event.requestId));
  check('actor.id', isPrintable(actor.id));
  check('actor.kind', NAME.test(actor.kind));
  check('actor.onBehalfOf', actor.onBehalfOf === undefined || isPrintable(actor.onBehalfOf));
  check('resource.kind', NAME.test(resource.kind));
  check('resource.id', resource.id === undefined || ID.test(resource.id));
  check('resource.infoType', resource.infoType === undefined || isInfoType(resource.infoType));
  check('resource.collection', resource.collection === undefined || ID.test(resource.collection));
  check('purpose', event.purpose === undefined || ID.test(event.purpose));
  check('reason', event.reason === undefined || isPrintable(event.reason));
  if (decision) {
    check('decision.policyHash', ID.test(decision.policyHash));
    check('decision.decidedBy', isIdList(decision.decidedBy));
    check('decision.level', decision.level === undefined || NAME.test(decision.level));
  }
  const facts = Object.entries(event.facts ?? {});
  check('facts', facts.length <= FACT_COUNT_MAX);
  for (const [name, fact] of facts) check(`facts.${NAME.test(name) ? name : '?'}`, NAME.test(name) && isFact(fact));
}

function isFact(fact: unknown): boolean {
  if (typeof fact === 'number') return Number.isFinite(fact);
  if (typeof fact === 'string') return fact === '' || ID.test(fact);
  return typeof fact === 'boolean' || (Array.isArray(fact) && isIdList(fact));
}

function isIdList(list: readonly unknown[]): boolean {
  return list.length <= LIST_LENGTH_MAX && list.every((entry) => typeof entry === 'string' && ID.test(entry));
}

function isPrintable(text: string): boolean {
  return text.length <= TEXT_LENGTH_MAX && PRINTABLE.test(text);
}

function check(field: string, holds: boolean): void {
  if (holds) return;
  throw new DomainError('internal', {
    publicMessage: 'The request could not be completed.',
    detail: `an audit event's ${field} is not of the form that the log takes`,
  });
}
