import type { DatabaseClient } from '#lib/database';
import { DomainError, type InfoType, parseVaultToken, type VaultToken } from '#lib/kernel';
import { type Keyring, wipe } from '#lib/keyring';
import { type Form, formOf } from '../collections/collection-settings.js';
import type { Collections } from '../collections/collections.js';
import { exactDigest, indexLabel } from '../values/blind-index.js';
import { scopeName, type TokenScope } from '../values/token-scope.js';
import { addDays, parseDate } from './dates.js';
import { FormMatcher, type IssuedForm } from './form-matcher.js';
import { formatCapacity, formatValue } from './format-value.js';
import { generaliseValue } from './generalise-value.js';
import { maskValue } from './mask-value.js';
import { RandomSource } from './random-source.js';
import { redactedText } from './redacted-text.js';
import { renditionCandidates } from './rendition-candidates.js';
import { type SurrogateLocale, surrogateValue } from './surrogate-value.js';
import { declareStandIns, insertRendition, type Rendition, readRenditions, renditionsOf } from './value-forms.js';

export interface FormRequest {
  readonly token: VaultToken;
  readonly type: InfoType;
  readonly value: string;
  readonly subject?: string | null;
}

export interface FormOptions {
  /** Instead of what the collection says. */
  readonly form?: Form;
  readonly locale?: SurrogateLocale;
  /** Text of the request: no rendition that occurs in it is used. */
  readonly avoid?: string;
  /** The same text without the values that are rendered: no shifted date that occurs in it is used. One date may well be shifted
   * to where another one was. */
  readonly avoidShifted?: string;
}

const STORED: readonly Form[] = ['surrogate', 'format', 'date-shift'];
const CANDIDATES_PER_QUERY = 10_000;
/** Would end a string or a line of what it is put into. */
const UNSAFE = /["\\\p{C}]/u;

const ATTEMPTS_MAX = 24;
/** A format whose made-up values would be used up to this share is refused: the token stands in. */
const FILL_MAX = 0.01;
const SHIFT_DAYS_MAX = 365;

/**
 * Renders values in the form that their collection says. What is made up is stored with the token, unique in the scope, so
 * that the same value is rendered alike and can be turned back; a value that has no such rendition gets its token.
 *
 * INVARIANT: a made-up value never equals a stored real one of the scope, nor one in the text of the request.
 */
export class Forms {
  constructor(
    private readonly keyring: Keyring,
    private readonly collections: Collections,
  ) {}

  /** One rendition for each request, in order. */
  async render(scope: TokenScope, requests: readonly FormRequest[], options: FormOptions = {}): Promise<IssuedForm[]> {
    const settings = await this.collections.get(scope.tenantId, scope.collectionId);
    const formFor = (request: FormRequest) => options.form ?? formOf(settings, request.type);
    const stored = requests.filter((request) => STORED.includes(formFor(request)));
    const locale = options.locale ?? settings.locale ?? 'en';
    const made =
      stored.length === 0
        ? new Map<string, string>()
        : await this.#stored(scope, stored, formFor, { ...options, locale });
    return requests.map((request): IssuedForm => {
      const form = formFor(request);
      const text = made.get(`${form} ${request.token}`) ?? immediate(form, request);
      return text === null
        ? { token: request.token, form: 'token', text: request.token }
        : { token: request.token, form, text };
    });
  }

  /** The tokens of renditions that the scope has issued, by text. */
  async resolve(scope: TokenScope, texts: readonly string[]): Promise<Map<string, VaultToken>> {
    const resolved = new Map<string, VaultToken>();
    const rows = await this.keyring.database.withTenant(scope.tenantId, (c) =>
      readRenditions(c, scope.tenantId, scopeName(scope), { renditions: texts }),
    );
    for (const text of texts) {
      const tokens = new Set(rows.filter((row) => row.text === text).map((row) => row.token));
      const [token] = tokens;
      if (tokens.size === 1 && token !== undefined) resolved.set(text, token as VaultToken);
      const last4 = parseTokenLast4(text);
      if (last4) resolved.set(text, last4);
    }
    return resolved;
  }

  /** The renditions of tokens that any scope of the tenant has issued. */
  async of(tenantId: string, tokens: readonly VaultToken[]): Promise<IssuedForm[]> {
    if (tokens.length === 0 || !(await this.#anyMade(tenantId))) return [];
    const rows = await this.keyring.database.withTenant(tenantId, (c) => renditionsOf(c, tenantId, tokens));
    return rows.map(({ token, form, text }) => ({ token: token as VaultToken, form, text }));
  }

  /** The renditions of the scopes that occur in texts as whole words. One that two tokens of a scope share is left out. */
  async findIn(scopes: readonly TokenScope[], texts: readonly string[]): Promise<IssuedForm[]> {
    const tenantId = scopes[0]?.tenantId;
    if (tenantId === undefined || !(await this.#anyMade(tenantId))) return [];
    const candidates = [...renditionCandidates(texts)];
    const found = new Map<string, IssuedForm>();
    for (let at = 0; at < candidates.length; at += CANDIDATES_PER_QUERY) {
      const renditions = candidates.slice(at, at + CANDIDATES_PER_QUERY);
      for (const scope of scopes) {
        const rows = await this.keyring.database.withTenant(tenantId, (c) =>
          readRenditions(c, tenantId, scopeName(scope), { renditions }),
        );
        for (const { token, form, text } of rows)
          found.set(`${token} ${text}`, { token: token as VaultToken, form, text });
      }
    }
    return [...found.values()];
  }

  async #anyMade(tenantId: string): Promise<boolean> {
    return (await this.keyring.tenant(tenantId)).standIns;
  }

  /** How many values of a type, shaped like this one, a format can still stand in for. */
  async capacity(scope: TokenScope, type: InfoType, value: string): Promise<{ total: number; used: number }> {
    const used = await this.keyring.database.withTenant(scope.tenantId, (c) => countUsed(c, scope, type));
    return { total: formatCapacity(type, value), used };
  }

  async #stored(
    scope: TokenScope,
    requests: readonly FormRequest[],
    formFor: (request: FormRequest) => Form,
    options: FormOptions,
  ): Promise<Map<string, string>> {
    const { tenantId } = scope;
    const name = scopeName(scope);
    const shift = await this.#shiftFor(tenantId);
    await this.#declare(tenantId);
    return this.keyring.database.withTenant(tenantId, async (c) => {
      const tokens = requests.map(({ token }) => token);
      const known = await readRenditions(c, tenantId, name, { tokens });
      const made = new Map(known.map((row) => [`${row.form} ${row.token}`, row.text]));
      // Written by the caller itself it could not be told from what stands for the value: here the token stands instead.
      const shifted = (row: Rendition) => row.form === 'date-shift';
      const met = new Set([
        ...metIn(
          options.avoid,
          known.filter((row) => !shifted(row)),
        ),
        ...metIn(options.avoidShifted, known.filter(shifted)),
      ]);
      const persons = new Map<string, string>();
      // Names first, so that addresses can follow them.
      const ordered = [...requests].sort((a, b) => Number(b.type === 'PERSON') - Number(a.type === 'PERSON'));
      for (const request of ordered) {
        const form = formFor(request);
        const id = `${form} ${request.token}`;
        if (met.has(id)) {
          made.delete(id);
          continue;
        }
        const text = made.get(id) ?? (await this.#make(c, scope, request, form, options, persons, shift));
        if (text === null) continue;
        made.set(id, text);
        if (request.type === 'PERSON' && form === 'surrogate') persons.set(request.value, text);
      }
      return made;
    });
  }

  /** From the first stand-in on, whoever stores a value looks for one that it equals. */
  async #declare(tenantId: string): Promise<void> {
    if ((await this.keyring.tenant(tenantId)).standIns) return;
    await this.keyring.database.withTenant(tenantId, async (c) => {
      await this.keyring.change(c, tenantId);
      await declareStandIns(c, tenantId);
    });
    this.keyring.refresh(tenantId);
  }

  async #make(
    c: DatabaseClient,
    scope: TokenScope,
    request: FormRequest,
    form: Form,
    options: FormOptions,
    persons: ReadonlyMap<string, string>,
    shift: (owner: string) => number,
  ): Promise<string | null> {
    if (form === 'date-shift') {
      const parsed = parseDate(request.value);
      if (!parsed) return null;
      const owner = request.subject ? `subject:${request.subject}` : scopeName(scope);
      const text = parsed.write(addDays(parsed, shift(owner)));
      return options.avoidShifted?.includes(text) ? null : this.#keep(c, scope, request, form, text);
    }
    if (form === 'format') {
      const used = await countUsed(c, scope, request.type);
      if (used >= formatCapacity(request.type, request.value) * FILL_MAX) return null;
    }
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const random = new RandomSource(`${form}|${request.token}|${attempt}`);
      const context = { locale: options.locale ?? 'en', persons };
      const text =
        form === 'format'
          ? formatValue(request.type, request.value, random)
          : surrogateValue(request.type, request.value, random, context);
      if (text === null || text === request.value || UNSAFE.test(text)) return null;
      if (options.avoid?.includes(text)) continue;
      const kept = await this.#keep(c, scope, request, form, text);
      if (kept !== null) return kept;
    }
    return null;
  }

  /** Stores a rendition; null when it is taken, or equals a stored real value. */
  async #keep(
    c: DatabaseClient,
    scope: TokenScope,
    request: FormRequest,
    form: Form,
    text: string,
  ): Promise<string | null> {
    const rendition: Rendition = { token: request.token, form, text };
    const digests = await this.#digests(c, scope, request.type, text);
    return insertRendition(c, scope.tenantId, scopeName(scope), rendition, digests);
  }

  async #digests(c: DatabaseClient, scope: TokenScope, type: InfoType, text: string) {
    const keys = await this.keyring.tenantKeys.read(c, scope.tenantId);
    if (!keys) throw new DomainError('keyring.unknown_key', { publicMessage: 'The tenant has no keys.' });
    const versions = [keys.indexVersion, ...keys.alsoIndexVersions];
    return this.keyring.withIndexKeys(
      scope.tenantId,
      versions,
      (keyOf) =>
        versions.map((version) => {
          const key = keyOf(version, indexLabel(scope.tenantId, scopeName(scope), type));
          return { version, digest: exactDigest(key, type, text) };
        }),
      c,
    );
  }

  /** Days by which the dates of an owner are shifted: constant, from the index root, never zero. */
  async #shiftFor(tenantId: string): Promise<(owner: string) => number> {
    const key = await this.keyring.kms.deriveIndexKey(Buffer.alloc(0), `pvg/1|date-shift|${tenantId}`);
    const seed = key.toString('base64');
    wipe(key);
    return (owner) => {
      const random = new RandomSource(`${seed}|${owner}`);
      const days = 1 + random.below(SHIFT_DAYS_MAX);
      return random.below(2) === 0 ? days : -days;
    };
  }
}

/** Which of the renditions occur in a text, as `<form> <token>`. */
function metIn(text: string | undefined, known: readonly Rendition[]): Set<string> {
  const met = new Set<string>();
  if (text === undefined || known.length === 0) return met;
  const matcher = new FormMatcher(
    known.map((row) => ({ token: `${row.form} ${row.token}` as VaultToken, text: row.text })),
  );
  for (const { token } of matcher.scan(text, true).matches) met.add(token);
  return met;
}

/** A value in a form that can't be turned back: nothing of it has to be kept. Throws a RangeError for any other form. */
export function renderForGood(form: Form, type: InfoType, value: string): string {
  switch (form) {
    case 'mask':
      return maskValue(type, value);
    case 'redact':
      return redactedText(type);
    case 'generalise':
      return generaliseValue(type, value);
    default:
      throw new RangeError('a form that can be turned back');
  }
}

/** Forms that need nothing stored; null where the token itself stands. */
function immediate(form: Form, request: FormRequest): string | null {
  switch (form) {
    case 'token-last4': {
      const characters = [...request.value.replace(/[^\p{L}\p{N}]/gu, '')];
      const last4 = characters.slice(-4).join('');
      return characters.length >= 8 && /^[A-Za-z0-9]{4}$/.test(last4)
        ? `${request.token.slice(0, -1)}-${last4}]`
        : null;
    }
    case 'mask':
    case 'redact':
    case 'generalise':
      return renderForGood(form, request.type, request.value);
    default:
      return null;
  }
}

/** The token of a `token-last4` rendition; null for any other text. */
export function parseTokenLast4(text: string): VaultToken | null {
  const body = /^(\[[A-Z][A-Z0-9_]*)-[A-Za-z0-9]{4}\]$/.exec(text)?.[1];
  return body === undefined ? null : (parseVaultToken(`${body}]`)?.token ?? null);
}

async function countUsed(c: DatabaseClient, scope: TokenScope, type: InfoType): Promise<number> {
  const { rows } = await c.query<{ used: string }>(
    `SELECT count(*) AS used FROM value_form f JOIN vault_value v ON v.tenant_id = f.tenant_id AND v.token = f.token
     WHERE f.tenant_id = $1 AND f.scope = $2 AND f.form = 'format' AND v.info_type = $3`,
    [scope.tenantId, scopeName(scope), type],
  );
  return Number(rows[0]?.used ?? 0);
}
