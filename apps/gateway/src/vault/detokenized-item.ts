import type { Restorable } from '#lib/deidentification';
import type { RevealLevel } from '#lib/kernel';

export type DetokenizedItem =
  | { readonly value: string; readonly level: RevealLevel }
  | { readonly level: RevealLevel }
  | { readonly unresolved: true };

/** What a caller is told of a token. Absent reads `unresolved`, whatever the reason: a caller must not learn which exist. */
export function detokenizedItem(found: Restorable | undefined): DetokenizedItem {
  if (!found) return { unresolved: true };
  const { level, text } = found;
  return level === 'plain' || level === 'masked' ? { value: text, level } : { level };
}
