import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#lib/kernel';
import { policyOf } from '../testing/requests.js';
import { canonicalPolicy, policyHash } from './canonical-policy.js';
import { checkPolicy, parsePolicy } from './check-policy.js';
import { policyJsonSchema } from './policy-document.js';

const statement = (change: object = {}) => ({
  sid: 'One',
  effect: 'deny',
  principal: '*',
  action: ['vault:Reveal'],
  resource: '*',
  ...change,
});
const issuesOf = (...changes: object[]) => checkPolicy(policyOf(...changes.map(statement)));
const condition = (value: object) => issuesOf({ condition: value });

describe('policy documents', () => {
  it('accept the examples of the design', () => {
    const document = policyOf(
      {
        sid: 'SupportMasked',
        effect: 'allow',
        principal: { role: 'support' },
        action: ['vault:Reveal'],
        resource: 'pvg:acme:customers/*',
        condition: {
          StringIn: { 'resource.infoType': ['EMAIL', 'PHONE'] },
          StringEquals: { 'ctx.purpose': 'case-handling' },
        },
        reveal: 'masked',
      },
      {
        sid: 'MailerSeesAddress',
        effect: 'allow',
        principal: { tool: 'send_email' },
        action: ['vault:Reveal'],
        resource: 'pvg:acme:*/EMAIL',
        reveal: 'plain',
      },
      {
        sid: 'NoPlainToModels',
        effect: 'deny',
        principal: { kind: 'model' },
        action: ['vault:Reveal'],
        resource: '*',
        reveal: 'masked',
      },
    );
    expect(checkPolicy(document)).toEqual([]);
  });

  it.each([
    ['$or', 'alternative'],
    ['$and', 'logical'],
    ['$not', 'logical'],
    ['$nor', 'logical'],
    ['$where', 'Known'],
    ['$regex', 'Known'],
    ['StringEqual', '"StringEquals"'],
    ['stringEquals', '"StringEquals"'],
  ])('an operator %s in a condition is refused at its pointer, with a hint', (key, hint) => {
    const issues = condition({ [key]: { 'ctx.purpose': 'x' } });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({ pointer: `/statements/0/condition/${key}` });
    expect(issues[0]?.hint).toContain(hint);
  });

  it.each(['$or', '$not', '$regex', '$nin'])('an operand object that smuggles %s is refused', (key) => {
    const issues = condition({ StringEquals: { 'ctx.purpose': { [key]: ['x'] } } });
    expect(issues[0]?.pointer).toBe('/statements/0/condition/StringEquals/ctx.purpose');
  });

  it('an unknown attribute is refused at its pointer, with the nearest name', () => {
    expect(condition({ StringEquals: { 'ctx.purpse': 'x' } })).toEqual([
      {
        pointer: '/statements/0/condition/StringEquals/ctx.purpse',
        message: 'isn’t an attribute',
        hint: 'Did you mean "ctx.purpose"?',
      },
    ]);
  });

  it('an operator that can’t read the attribute’s type is refused', () => {
    expect(condition({ NumericGte: { 'ctx.purpose': 5 } })[0]?.message).toContain('can’t read');
    expect(condition({ StringEquals: { 'ctx.mfa': 'true' } })[0]?.message).toContain('can’t read');
  });

  it.each([
    [{ action: ['vault:Peek'] }, '/statements/0/action/0'],
    [{ action: [] }, '/statements/0/action'],
    [{ action: ['vault:Reveal', 'vault:Search'], reveal: 'masked' }, '/statements/0/reveal'],
    [{ action: ['vault:*'], reveal: 'masked' }, '/statements/0/reveal'],
    [{ effect: 'allow' }, '/statements/0/reveal'],
    [{ effect: 'allow', action: ['vault:Reveal', 'vault:Search'] }, '/statements/0/action'],
    [{ effect: 'permit' }, '/statements/0/effect'],
    [{ principal: {} }, '/statements/0/principal'],
    [{ principal: { rôle: 'support' } }, '/statements/0/principal/rôle'],
    [{ resource: 'pvg:acme:cust*/EMAIL' }, '/statements/0/resource'],
    [{ resource: ['*', 'pvg:acme:customers/email'] }, '/statements/0/resource/1'],
    [{ sid: 'pvg:OtherTenant' }, '/statements/0/sid'],
    [{ reveal: 'all' }, '/statements/0/reveal'],
    [{ extra: 1 }, '/statements/0/extra'],
    [{ condition: { IpInCidr: { 'ctx.sourceIp': '10.0.0.0/99' } } }, '/statements/0/condition/IpInCidr/ctx.sourceIp'],
    [{ condition: { DateBefore: { 'ctx.now': 'soon' } } }, '/statements/0/condition/DateBefore/ctx.now'],
    [{ condition: { Bool: { 'ctx.mfa': 'true' } } }, '/statements/0/condition/Bool/ctx.mfa'],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the policy language
      { condition: { StringEquals: { 'resource.subject': '${ctx.purpose}' } } },
      '/statements/0/condition/StringEquals/resource.subject',
    ],
    [{ condition: { Exists: { 'ctx.mfa': true } } }, '/statements/0/condition/Exists/ctx.mfa'],
    [
      { effect: 'allow', reveal: 'plain', condition: { Exists: { 'ctx.mfa': false } } },
      '/statements/0/condition/Exists/ctx.mfa',
    ],
    [{ condition: { StringEquals: {} } }, '/statements/0/condition/StringEquals'],
  ])('%j is refused at %s', (change, pointer) => {
    expect(issuesOf(change).map((issue) => issue.pointer)).toEqual([pointer]);
  });

  it.each(['__proto__', 'constructor', '__caslSubjectType__'])('the key %s is refused wherever it stands', (key) => {
    const text = JSON.stringify(policyOf(statement())).replace('"sid"', `"${key}":{"x":1},"sid"`);
    expect(checkPolicy(JSON.parse(text))).toEqual([
      { pointer: `/statements/0/${key}`, message: 'is a reserved name', hint: 'Remove it.' },
    ]);
  });

  it('a sid that is used twice is refused', () => {
    expect(issuesOf({}, {})[0]?.pointer).toBe('/statements/1/sid');
  });

  it.each([null, 1, 'x', [], {}, { version: '2025-01-01', statements: [] }])('%j is no policy', (input) => {
    expect(checkPolicy(input).length).toBeGreaterThan(0);
  });

  it('a text of a megabyte, nesting and too many combinations are refused without long work', () => {
    const started = performance.now();
    expect(issuesOf({ sid: 'x'.repeat(1_000_000) })).toHaveLength(1);
    expect(issuesOf({ description: 'x'.repeat(5_000_000) })[0]?.message).toBe('is too large');
    let deep: object = {};
    for (let i = 0; i < 10_000; i += 1) deep = { deep };
    expect(checkPolicy(deep)[0]?.message).toBe('is nested too deep');
    const names = Array.from({ length: 256 }, (_, index) => `r${index}`);
    const resource = names.map((name) => `pvg:*:${name}/*`);
    expect(issuesOf({ action: ['*'], principal: { role: names }, resource }).at(-1)?.message).toContain('combinations');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('a fault names pointers and never echoes a value of the document', () => {
    const secret = 'kx93-planted';
    try {
      parsePolicy(policyOf(statement({ condition: { StringEquals: { 'ctx.mfa': secret } }, effect: secret })));
      throw new Error('accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      expect((error as DomainError).code).toBe('policy.invalid');
      expect((error as DomainError).pointer).toMatch(/^\/statements\/0\//);
      expect(JSON.stringify(error) + String(error)).not.toContain(secret);
    }
  });
});

describe('the canonical form', () => {
  const one = statement({ sid: 'A', action: ['vault:Search', 'vault:Erase'] });
  const two = statement({ sid: 'B', principal: { role: ['x', 'y'] } });

  it('and its hash are the same whatever the order of statements, keys and lists', () => {
    const reordered = policyOf(
      { ...Object.fromEntries(Object.entries(two).reverse()), principal: { role: ['y', 'x'] } },
      { ...one, action: ['vault:Erase', 'vault:Search'] },
    );
    expect(policyHash(parsePolicy(reordered))).toBe(policyHash(parsePolicy(policyOf(one, two))));
    expect(policyHash(parsePolicy(reordered))).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reads back as the same policy', () => {
    const document = parsePolicy(policyOf(one, two));
    expect(canonicalPolicy(parsePolicy(JSON.parse(canonicalPolicy(document))))).toBe(canonicalPolicy(document));
  });

  it('differs when any statement decides otherwise', () => {
    expect(policyHash(parsePolicy(policyOf(one)))).not.toBe(
      policyHash(parsePolicy(policyOf({ ...one, principal: { role: 'x' } }))),
    );
  });
});

describe('the JSON Schema', () => {
  it('names every operator and attribute and allows no others', () => {
    const text = JSON.stringify(policyJsonSchema());
    for (const word of ['StringNotEquals', 'IpInCidr', 'ctx.suppliedByCaller', 'vault:Join', 'masked'])
      expect(text).toContain(`"${word}"`);
    expect(text).toContain('"additionalProperties":false');
  });
});
