import { DomainError } from '#lib/kernel';
import { readJson } from '../json/read-json.js';
import { data, list, object, pass, text } from '../walk/rules.js';
import { type OpenedBody, Walker } from '../walk/walker.js';

/** Opens any JSON text: every string, number and key is a slot, keys serve as labels. Throws as `readJson` does. */
export function readJsonBody(raw: string): OpenedBody {
  const walker = new Walker(raw);
  data(walker, readJson(raw), { layer: walker.root, path: '' });
  return walker.body({});
}

/** Opens a JSON array of texts that people or programs wrote: one slot each, or the leaves of a text that is JSON. */
export function readTexts(raw: string): OpenedBody {
  const walker = new Walker(raw);
  list(text)(walker, readJson(raw), { layer: walker.root, path: '' });
  return walker.body({});
}

/**
 * Opens one string member of a JSON object; every other member stays as it is, unread. Throws `request.invalid` when the
 * object has no such string: a record whose text is somewhere else must not pass unread.
 */
export function readJsonField(raw: string, field: string): OpenedBody {
  const root = readJson(raw);
  const members = root.kind === 'object' ? root.members.filter(({ name }) => name === field) : [];
  if (members.length !== 1 || members[0]!.value.kind !== 'string') {
    throw new DomainError('request.invalid', {
      publicMessage: 'The record must be a JSON object that has the named field once, as a string.',
    });
  }
  const walker = new Walker(raw);
  object({ [field]: text }, pass)(walker, root, { layer: walker.root, path: '' });
  return walker.body({});
}
