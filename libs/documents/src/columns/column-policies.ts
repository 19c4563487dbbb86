import { DomainError, type InfoType, isInfoType } from '#lib/kernel';
import { type LocalForm, localForm } from './local-forms.js';
import { typeOfLabel } from './type-of-label.js';

/**
 * What becomes of a column or of the values under a key.
 * `detect`: read like any text. `keep`: left alone, unread. `value`: each cell is one value of the type, shown in the form
 * that the vault makes (token, surrogate, mask …). `local`: changed here, without the vault, for good.
 */
export type ColumnPolicy =
  | { readonly kind: 'detect' }
  | { readonly kind: 'keep' }
  | { readonly kind: 'value'; readonly type: InfoType; readonly form: string }
  | { readonly kind: 'local'; readonly type: InfoType; readonly form: LocalForm };

export const DETECT: ColumnPolicy = { kind: 'detect' };

/** Forms that the vault makes of a whole cell. */
export const VALUE_FORMS = ['token', 'surrogate', 'format', 'mask'] as const;
const LOCAL_FORMS: readonly LocalForm[] = ['redact', 'drop', 'year', 'month'];

/**
 * Policies by column name: `{ "email": "token", "notes": "detect", "dob": "year", "ssn": "token:US_SSN", "*": "keep" }`.
 * Names match header cells and JSON keys without regard to case and surrounding space; `user.email` matches a key path, and
 * `#3` the third column of a file without a header. `*` is every other column; without it they are detected.
 */
export class ColumnPolicies {
  private constructor(private readonly byName: ReadonlyMap<string, ColumnPolicy>) {}

  /** Throws `request.invalid`, naming the column's position in the list, when a policy is not one of the above. */
  static parse(policies: Readonly<Record<string, string>>): ColumnPolicies {
    const byName = new Map<string, ColumnPolicy>();
    Object.entries(policies).forEach(([name, policy], index) => {
      byName.set(fold(name), parsePolicy(name, policy, index));
    });
    return new ColumnPolicies(byName);
  }

  /** The policy of a column by its header, or by its 1-based position where the file has no header. */
  ofColumn(header: string | undefined, position: number): ColumnPolicy {
    return (
      (header !== undefined ? this.byName.get(fold(header)) : undefined) ??
      this.byName.get(`#${position}`) ??
      this.byName.get('*') ??
      DETECT
    );
  }

  /** The policy of a JSON value by its keys from the root; array positions don't count. The longest match wins. */
  ofKeys(keys: readonly string[]): ColumnPolicy {
    if (this.byName.size === 0) return DETECT;
    for (let from = 0; from < keys.length; from += 1) {
      const policy = this.byName.get(fold(keys.slice(from).join('.')));
      if (policy) return policy;
    }
    return this.byName.get('*') ?? DETECT;
  }
}

function parsePolicy(name: string, policy: string, index: number): ColumnPolicy {
  const [form = '', wanted] = policy.split(':', 2).map((part) => part.trim());
  const type = wanted === undefined || wanted === '' ? (typeOfLabel(name) ?? 'CUSTOM') : wanted;
  if (!isInfoType(type)) throw invalid(index, 'the type after the colon is no info type');
  if (form === 'detect' || form === 'keep') return { kind: form };
  const local = LOCAL_FORMS.find((one) => one === form);
  if (local) return { kind: 'local', type, form: local };
  const known = VALUE_FORMS.find((one) => one === form);
  if (known) return { kind: 'value', type, form: known };
  throw invalid(index, `use one of detect, keep, ${[...VALUE_FORMS, ...LOCAL_FORMS].join(', ')}`);
}

function invalid(index: number, reason: string): DomainError {
  return new DomainError('request.invalid', {
    publicMessage: `Column policy ${index + 1} cannot be used: ${reason}.`,
    facts: { position: index + 1 },
  });
}

function fold(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase();
}

/** The one of two policies that lets less through. */
export function strictest(one: ColumnPolicy, other: ColumnPolicy): ColumnPolicy {
  return strictness(other) > strictness(one) ? other : one;
}

function strictness(policy: ColumnPolicy): number {
  switch (policy.kind) {
    case 'keep':
      return 0;
    case 'detect':
      return 1;
    case 'value':
      return 2;
    case 'local':
      return policy.form === 'drop' || policy.form === 'redact' ? 4 : 3;
  }
}

/** Applies a local policy to a cell; other policies leave it. */
export function localText(policy: ColumnPolicy, text: string): string {
  return policy.kind === 'local' && text !== '' ? localForm(policy.form, policy.type, text) : text;
}
