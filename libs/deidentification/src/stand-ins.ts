import { bareVaultToken, type InfoType, type TextSlot, type VaultToken } from '#lib/kernel';
import {
  type CollectionSettings,
  type Form,
  formOf,
  type IssuedForm,
  isReversible,
  redactedText,
  renderForGood,
  type TokenizeItem,
  type TokenScope,
  type Vault,
} from '#lib/vault';
import type { Issued } from './reidentifier.js';

/** What leaves in place of a value. */
export interface StandIn {
  /** Null where nothing of the value is kept. */
  readonly token: VaultToken | null;
  readonly type: InfoType;
  readonly form: Form;
  readonly text: string;
}

/** Values to be kept, and what leaves in place of those that are not: by the key of the value. */
export interface Sorted {
  readonly kept: ReadonlyMap<string, TokenizeItem>;
  readonly withheld: ReadonlyMap<string, StandIn>;
}

/** Tells the values whose form can be turned back, and so are kept, from the others, of which nothing is. */
export function sortByForm(
  items: ReadonlyMap<string, TokenizeItem>,
  settings: CollectionSettings,
  asked: Form | undefined,
): Sorted {
  const kept = new Map<string, TokenizeItem>();
  const withheld = new Map<string, StandIn>();
  for (const [key, item] of items) {
    const { type, value } = item;
    const form = asked ?? formOf(settings, type);
    if (isReversible(form)) kept.set(key, item);
    else withheld.set(key, { token: null, type, form, text: renderForGood(form, type, value) });
  }
  return { kept, withheld };
}

/**
 * What leaves in place of each value that is kept, by its key. Two spellings of one value have one token, and one rendition.
 * `text` is that of the request, `rest` what is left of it without the values: nothing made up occurs in them.
 */
export async function standInsOf(
  vault: Vault,
  scope: TokenScope,
  issued: ReadonlyMap<string, Issued>,
  options: { readonly form: Form | undefined; readonly text: string; readonly rest: string },
): Promise<{ standIns: Map<string, StandIn>; forms: IssuedForm[] }> {
  const first = new Map<VaultToken, Issued>();
  for (const one of issued.values()) if (!first.has(one.token)) first.set(one.token, one);
  const { form, text, rest } = options;
  const requests = [...first.values()].map(({ token, record, value }) => {
    return { token, type: record.type, value, subject: record.subject };
  });
  const forms = await vault.render(scope, requests, {
    avoid: text,
    avoidShifted: rest,
    ...(form !== undefined && { form }),
  });
  const byToken = new Map(forms.map((one) => [one.token, one]));
  const standIns = new Map<string, StandIn>();
  for (const [key, { token, record }] of issued) standIns.set(key, { ...byToken.get(token)!, type: record.type });
  return { standIns, forms };
}

/** Where brackets are forbidden the token stands without them, whatever the form; nothing else is sure to fit there. */
export function standInText({ token, type, text }: StandIn, mode: TextSlot['mode']): string {
  if (mode !== 'bare') return text;
  return token === null ? redactedText(type).slice(1, -1) : bareVaultToken(token);
}

/** Whether a model sees a token, about which it should be told. */
export function showsToken({ form }: StandIn): boolean {
  return form === 'token' || form === 'token-last4';
}
