import { createMongoAbility, type MongoAbility } from '@casl/ability';
import { describe, expect, it } from '@jest/globals';
import type { RevealLevel } from '#lib/kernel';
import { requestWith, snapshotOf } from '../testing/requests.js';
import { PolicySnapshot } from './policy-snapshot.js';

const allow = (reveal: RevealLevel, change: object = {}) => ({
  sid: `Allow-${reveal}`,
  effect: 'allow',
  principal: '*',
  action: ['vault:Reveal'],
  resource: '*',
  reveal,
  ...change,
});
const deny = (reveal: RevealLevel | undefined, change: object = {}) => ({
  ...allow('plain'),
  sid: `Deny-${reveal ?? 'all'}`,
  effect: 'deny',
  reveal,
  ...change,
});
const levelOf = (statements: object[], request = requestWith()) => snapshotOf(...statements).decide(request).level;
const when = (operator: string, name: string, value: unknown) => ({ condition: { [operator]: { [name]: value } } });

describe('the level of a value', () => {
  it.each([
    ['nothing matches', [], 'token'],
    ['one allow', [allow('masked')], 'masked'],
    ['the most of two allows', [allow('masked'), allow('plain')], 'plain'],
    ['an allow below the default', [allow('redacted')], 'redacted'],
    ['a deny caps strictly below its level', [allow('plain'), deny('plain')], 'masked'],
    ['the strictest of two denies', [allow('plain'), deny('plain'), deny('masked')], 'token'],
    ['a deny of token also takes the default', [deny('token')], 'redacted'],
    ['a deny of redacted leaves nothing', [allow('plain'), deny('redacted')], 'omit'],
    ['a deny without a level refuses', [allow('plain'), deny(undefined)], 'omit'],
    ['a deny of vault:* refuses', [allow('plain'), deny(undefined, { action: ['vault:*'] })], 'omit'],
    ['a deny above what is allowed changes nothing', [allow('masked'), deny('plain')], 'masked'],
    ['an allow of vault:* gives no level', [allow('plain', { action: ['vault:*'], reveal: undefined })], 'token'],
  ] as const)('%s', (_title, statements, level) => {
    expect(levelOf([...statements])).toBe(level);
    expect(levelOf([...statements].reverse())).toBe(level);
  });

  it('names the statements that decided, and all that matched', () => {
    const decision = snapshotOf(allow('plain'), allow('masked'), deny('plain'), deny('masked')).decide(requestWith());
    expect(decision).toMatchObject({
      allowed: true,
      level: 'token',
      decidedBy: ['Deny-masked'],
      matched: ['Allow-masked', 'Allow-plain', 'Deny-masked', 'Deny-plain'],
    });
  });

  it.each([
    [{ collections: { customers: 'masked' } }, {}, 'masked', 'pvg:CollectionCeiling'],
    [{ collections: { '*': 'redacted' } }, {}, 'redacted', 'pvg:CollectionCeiling'],
    [{ collections: { staff: 'token', '*': 'plain' } }, {}, 'plain', 'Allow-plain'],
    [{ purposes: { research: 'token' } }, { purpose: 'research' }, 'token', 'pvg:PurposeCeiling'],
    [{ purposes: { research: 'token' } }, { purpose: 'fraud' }, 'plain', 'Allow-plain'],
    [{ purposes: { research: 'token' } }, {}, 'token', 'pvg:PurposeCeiling'],
  ])('is capped by the ceilings %j for %j', (ceilings, context, level, by) => {
    const snapshot = PolicySnapshot.of({ version: '2026-12-01', statements: [allow('plain')], ceilings });
    expect(snapshot.decide(requestWith({ context }))).toMatchObject({ level, decidedBy: [by] });
  });
});

describe('other actions', () => {
  const search = { sid: 'Search', effect: 'allow', principal: '*', action: ['vault:Search'], resource: '*' };
  const decideSearch = (...statements: object[]) =>
    snapshotOf(...statements).decide(requestWith({ action: 'vault:Search' })).allowed;

  it('are refused without an allow, granted by one, and refused again by any deny', () => {
    expect(decideSearch()).toBe(false);
    expect(decideSearch(search)).toBe(true);
    expect(decideSearch({ ...search, sid: 'No', effect: 'deny' }, search)).toBe(false);
    expect(decideSearch(search, { ...search, sid: 'No', effect: 'deny', action: ['*'] })).toBe(false);
  });

  it('on every collection need an allow for every collection, and meet a deny of any', () => {
    const every = requestWith({ action: 'vault:Search', resource: { collectionId: '*' } });
    const customers = { ...search, resource: 'pvg:acme:customers/*' };
    expect(snapshotOf(customers).decide(every).allowed).toBe(false);
    expect(snapshotOf(search).decide(every).allowed).toBe(true);
    expect(snapshotOf(search, { ...customers, sid: 'No', effect: 'deny' }).decide(every).allowed).toBe(false);
  });
});

describe('who and what a statement matches', () => {
  it.each([
    [{ principal: { role: 'support' } }, { roles: ['support'] }, true],
    [{ principal: { role: ['user', 'support'] } }, { roles: ['support'] }, true],
    [{ principal: { role: 'support' } }, { roles: ['support-lead'] }, false],
    [{ principal: { role: 'support', kind: 'service' } }, { roles: ['support'] }, false],
    [{ principal: { group: 'fraud' } }, { groups: ['fraud'] }, true],
    [{ principal: { group: 'fraud' } }, { roles: ['fraud'] }, false],
    [{ principal: { tool: 'mailer' } }, { id: 'mailer', kind: 'tool' }, true],
    [{ principal: { tool: 'mailer' } }, { id: 'mailer', kind: 'user' }, false],
    [{ principal: { model: 'mailer' } }, { id: 'mailer', kind: 'tool' }, false],
    [{ principal: { id: 'ann' } }, {}, true],
    [{ principal: { kind: 'model' } }, { kind: 'model' }, true],
    [{ resource: 'pvg:acme:customers/EMAIL' }, {}, true],
    [{ resource: 'pvg:acme:customers/PHONE' }, {}, false],
    [{ resource: 'pvg:other:*/*' }, {}, false],
    [{ resource: ['pvg:*:staff/*', 'pvg:*:*/EMAIL'] }, {}, true],
  ] as const)('%j for %j: %s', (change, principal, matches) => {
    expect(levelOf([allow('plain', change)], requestWith({ principal: principal as never }))).toBe(
      matches ? 'plain' : 'token',
    );
  });
});

describe('conditions', () => {
  const cases = [
    ['StringEquals', 'ctx.purpose', 'fraud', { purpose: 'fraud' }, { purpose: 'Fraud' }],
    ['StringNotEquals', 'ctx.purpose', 'fraud', { purpose: 'care' }, { purpose: 'fraud' }],
    ['StringIn', 'ctx.model', ['a', 'b'], { model: 'b' }, { model: 'a, b' }],
    ['Bool', 'ctx.mfa', true, { mfa: true }, { mfa: false }],
    ['Exists', 'ctx.reason', true, { reason: 'ticket 7' }, {}],
    ['DateBefore', 'ctx.now', '2026-12-02T00:00:00Z', {}, { now: new Date('2026-12-02T00:00:00Z') }],
    ['DateAfter', 'ctx.now', '2026-12-01T08:00:00+01:00', {}, { now: new Date('2026-12-01T06:59:59Z') }],
    ['IpInCidr', 'ctx.sourceIp', '10.0.0.0/8', { sourceIp: '10.9.8.7' }, { sourceIp: '11.0.0.1' }],
    ['IpInCidr', 'ctx.sourceIp', ['10.0.0.0/8', '::1/128'], { sourceIp: '::1' }, { sourceIp: '::2' }],
    ['IpInCidr', 'ctx.sourceIp', '10.0.0.0/8', { sourceIp: '::ffff:10.0.0.1' }, { sourceIp: '10.0.0.1.evil.test' }],
  ] as const;

  it.each(cases)('%s %s %j holds for %j and not for %j', (operator, name, value, yes, no) => {
    const statement = allow('plain', when(operator, name, value));
    expect(levelOf([statement], requestWith({ context: yes }))).toBe('plain');
    expect(levelOf([statement], requestWith({ context: no }))).toBe('token');
  });

  it('a variable stands for who asks, never for what the request says', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the policy language
    const own = allow('plain', when('StringEquals', 'resource.subject', '${principal.id}'));
    expect(levelOf([own], requestWith({ resource: { subject: 'ann' } }))).toBe('plain');
    expect(levelOf([own], requestWith({ resource: { subject: 'bob' } }))).toBe('token');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the policy language
    expect(levelOf([own], requestWith({ resource: { subject: '${principal.id}' } }))).toBe('token');
  });

  it('a set satisfies an allow when every member does, and meets a deny when one does', () => {
    const crm = when('StringEquals', 'resource.origin', 'crm');
    const both = requestWith({ resource: { origins: ['crm', 'hr'] } });
    expect(levelOf([allow('plain', crm)], requestWith({ resource: { origins: ['crm'] } }))).toBe('plain');
    expect(levelOf([allow('plain', crm)], both)).toBe('token');
    expect(levelOf([allow('plain'), deny('masked', crm)], both)).toBe('token');
  });
});

describe('no tags', () => {
  const held = deny(undefined, when('StringEquals', 'resource.tags', 'hold'));
  it.each([
    [['hold', 'vip'], 'omit'],
    [['vip'], 'plain'],
    [[], 'plain'],
    [undefined, 'omit'],
  ] as const)('of %j are told from tags that nobody knows: %s', (tags, level) => {
    expect(levelOf([allow('plain'), held], requestWith({ resource: { tags } }))).toBe(level);
  });

  it('satisfy no allow', () => {
    const tagged = allow('plain', when('StringNotEquals', 'resource.tags', 'hold'));
    expect(levelOf([tagged], requestWith({ resource: { tags: [] } }))).toBe('token');
    expect(
      levelOf([allow('plain', when('Exists', 'resource.tags', true))], requestWith({ resource: { tags: [] } })),
    ).toBe('token');
  });
});

describe('what the request lacks counts against the caller', () => {
  const risky = { principal: { role: 'support' }, ...when('NumericGte', 'principal.risk', 5) };
  const support = (attributes: Record<string, string>) =>
    requestWith({ principal: { roles: ['support'], attributes } });

  it('a deny on a risk applies when the risk is unknown or no number, and says so', () => {
    const snapshot = snapshotOf(allow('plain'), deny(undefined, risky));
    expect(snapshot.decide(support({ risk: '4' })).level).toBe('plain');
    expect(snapshot.decide(support({ risk: '5' }))).toMatchObject({ allowed: false, missingContext: [] });
    for (const attributes of [{}, { risk: 'low' }, { risk: '' }]) {
      expect(snapshot.decide(support(attributes as never))).toMatchObject({
        allowed: false,
        decidedBy: ['Deny-all'],
        missingContext: ['principal.risk'],
      });
    }
  });

  it('a deny whose other condition is known not to hold does not apply', () => {
    const both = { condition: { StringEquals: { 'ctx.purpose': 'fraud' }, Bool: { 'ctx.mfa': false } } };
    const request = requestWith({ context: { mfa: true } });
    expect(levelOf([allow('plain'), deny('plain', both)], request)).toBe('plain');
  });

  it('a deny of a purpose reports the missing purpose', () => {
    const snapshot = snapshotOf(allow('plain'), deny('masked', when('StringNotEquals', 'ctx.purpose', 'fraud')));
    expect(snapshot.decide(requestWith())).toMatchObject({ level: 'token', missingContext: ['ctx.purpose'] });
    expect(snapshot.decide(requestWith({ context: { purpose: 'fraud' } }))).toMatchObject({
      level: 'plain',
      missingContext: [],
    });
  });

  it('an allow reports what would have helped', () => {
    const decision = snapshotOf(allow('plain', when('Exists', 'ctx.reason', true))).decide(requestWith());
    expect(decision).toMatchObject({ level: 'token', decidedBy: [], missingContext: [] });
    const masked = snapshotOf(allow('masked', when('StringEquals', 'ctx.purpose', 'care'))).decide(requestWith());
    expect(masked.missingContext).toEqual(['ctx.purpose']);
  });

  it('a deny by info type applies to a request that names no type', () => {
    const untyped = requestWith({ resource: { infoType: undefined } });
    expect(levelOf([allow('plain'), deny('masked', { resource: 'pvg:*:*/IBAN' })], untyped)).toBe('token');
    expect(levelOf([allow('plain', { resource: 'pvg:*:*/EMAIL' })], untyped)).toBe('token');
  });
});

describe('rules that no document lifts', () => {
  it.each([
    [{ principal: { tenantId: 'other' } }, 'pvg:OtherTenant'],
    [{ principal: { collections: ['staff'] } }, 'pvg:CollectionNotGranted'],
    [{ principal: { purposes: ['care'] }, context: { purpose: 'fraud' } }, 'pvg:PurposeNotGranted'],
    [{ principal: { purposes: ['care', 'fraud'] }, context: { purpose: 'care,fraud' } }, 'pvg:PurposeNotGranted'],
    [{ principal: { purposes: [] }, context: { purpose: '' } }, 'pvg:PurposeNotGranted'],
    [{ principal: { roles: null as never } }, 'pvg:EvaluationFailed'],
  ])('%j is refused by %s', (given, by) => {
    const decision = snapshotOf(allow('plain')).decide(requestWith(given as never));
    expect(decision).toMatchObject({ allowed: false, level: 'omit', decidedBy: [by] });
  });
});

describe('the scopes of a credential', () => {
  const all = { sid: 'All', effect: 'allow', principal: '*', action: ['*'], resource: '*' };
  const snapshot = snapshotOf(all, allow('plain'));
  const scoped = (scopes: string[], action: 'vault:Reveal' | 'vault:Search' | 'policy:Read') =>
    snapshot.decide(requestWith({ principal: { scopes }, action }));

  it('limit its actions, and what it sees to tokens', () => {
    expect(scoped(['vault:*'], 'vault:Search').allowed).toBe(true);
    expect(scoped(['gateway:Invoke'], 'vault:Search').decidedBy).toEqual(['pvg:ScopeNotGranted']);
    expect(scoped([], 'policy:Read').allowed).toBe(false);
    expect(scoped(['*'], 'vault:Reveal').level).toBe('plain');
    expect(scoped(['gateway:Invoke'], 'vault:Reveal')).toMatchObject({
      level: 'token',
      decidedBy: ['pvg:ScopeNotGranted'],
    });
  });

  it('and collections do not stand in the way of actions on the tenant as a whole', () => {
    const principal = { collections: ['customers'] };
    const on = (action: 'policy:Read' | 'vault:Search') =>
      snapshot.decide(requestWith({ principal, action, resource: { collectionId: '*' } })).allowed;
    expect(on('policy:Read')).toBe(true);
    expect(on('vault:Search')).toBe(false);
  });
});

describe('traps of the matcher underneath', () => {
  it('exist: CASL itself lets the last rule win, matches by type name, and skips denies it can’t read', () => {
    const of = (rules: object[]) => createMongoAbility(rules as never) as unknown as MongoAbility;
    const value = { risk: undefined, constructor: Object, __caslSubjectType__: 'V' };
    expect(
      of([
        { action: 'r', subject: 'V', inverted: true },
        { action: 'r', subject: 'V' },
      ]).can('r', 'V'),
    ).toBe(true);
    expect(of([{ action: 'r', subject: 'V', conditions: { owner: 1 } }]).can('r', 'V')).toBe(true);
    const skipped = { action: 'r', subject: 'V', inverted: true, conditions: { risk: { $gte: 5 } } };
    expect(of([{ action: 'r', subject: 'V' }, skipped]).can('r', value as never)).toBe(true);
  });

  it('a conditional allow is never granted by its type alone', () => {
    const conditional = allow('plain', when('StringEquals', 'resource.region', 'eu'));
    expect(levelOf([conditional])).toBe('token');
    expect(levelOf([conditional], requestWith({ resource: { region: null } }))).toBe('token');
  });

  it('a deny listed before an allow still wins', () => {
    expect(levelOf([deny(undefined), allow('plain')])).toBe('omit');
  });

  it('attributes that name JavaScript internals, and forged subject types, change nothing', () => {
    const forged = JSON.parse('{"__proto__":{"risk":"0"},"__caslSubjectType__":"all","constructor":"x"}');
    const risky = deny(undefined, when('NumericGte', 'principal.risk', 5));
    const request = requestWith({ principal: { attributes: forged } });
    expect(levelOf([allow('plain'), risky], request)).toBe('omit');
    const odd = {
      ...request,
      __caslSubjectType__: 'all',
      resource: { ...request.resource, __caslSubjectType__: 'all' },
    };
    expect(levelOf([allow('plain'), risky], odd as never)).toBe('omit');
  });

  it('values of the wrong type are unknown, not equal to anything', () => {
    const request = requestWith({ resource: { region: { $ne: null } as never } });
    expect(levelOf([allow('plain', when('StringNotEquals', 'resource.region', 'us'))], request)).toBe('token');
    expect(levelOf([deny('token', when('StringEquals', 'resource.region', 'us'))], request)).toBe('redacted');
    const mfa = requestWith({ context: { mfa: 'true' as never } });
    expect(levelOf([allow('plain', when('Bool', 'ctx.mfa', true))], mfa)).toBe('token');
  });

  it('a stored document with an operator of CASL’s own is refused when it is loaded', () => {
    const smuggled = deny(undefined, { condition: { $or: [{ 'ctx.mfa': false }] } });
    expect(() => snapshotOf(allow('plain'), smuggled)).toThrow(expect.objectContaining({ code: 'policy.invalid' }));
  });
});
