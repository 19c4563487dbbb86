import type { TextKind } from '#lib/kernel';
import type { JsonNode } from '../json/json-node.js';
import { stringLayer } from '../json/text-layer.js';
import { shaped, shapeOf } from './rule-shape.js';
import { decoded, itemPlace, type MediaKind, memberPlace, type Rule } from './walker.js';

/** Longer leaves with spaces are read as sentences, shorter ones as values that their label explains. */
const DATA_LENGTH_MAX = 60;
const BASE64_URL = /^data:[^,]{0,100};base64,/i;

/** Free data: strings and numbers are slots, keys too; binary data URLs are media. Also what no rule expects. */
export const data: Rule = shaped(
  (walker, node, place) => {
    if (node.kind === 'string') {
      const layer = stringLayer(place.layer, node);
      if (BASE64_URL.test(layer.text)) walker.mediaPart('file', node, place, '[file removed]', true);
      else walker.openedString(layer, place, kindOf(layer.text), data);
    } else if (node.kind === 'number') {
      walker.numberSlot(node, place);
    } else if (node.kind === 'array') {
      for (const [index, item] of node.items.entries()) data(walker, item, itemPlace(place, index));
    } else if (node.kind === 'object') {
      node.members.forEach(({ key, name, value }, ordinal) => {
        const at = memberPlace(place, name, ordinal);
        walker.keySlot(key, at);
        data(walker, value, at);
      });
    }
  },
  { kind: 'data' },
);

function kindOf(text: string): TextKind {
  return text.length > DATA_LENGTH_MAX && text.includes(' ') ? 'prose' : 'data';
}

/** A string that a person or program wrote; JSON inside it is opened, with its keys as labels. */
export const text: Rule = shaped(
  (walker, node, place) => {
    if (node.kind === 'string') walker.wholeString(node, place, 'prose', data);
    else data(walker, node, place);
  },
  { kind: 'text' },
);

/** A JSON text in a string (OpenAI `arguments`). An object where a string is typed is walked as data. */
export const jsonText: Rule = shaped(
  (walker, node, place) => {
    if (node.kind === 'string') walker.wholeString(node, place, 'data', data);
    else data(walker, node, place);
  },
  { kind: 'json-text' },
);

/** A string that is a setting rather than a message: editable, never opened. */
export const value: Rule = shaped(
  (walker, node, place) => {
    if (node.kind === 'string') walker.stringSlot(stringLayer(place.layer, node), place, 'edit', 'data');
    else data(walker, node, place);
  },
  { kind: 'value' },
);

/** A string whose charset forbids brackets: names, URLs. */
export const bare: Rule = shaped(
  (walker, node, place) => {
    if (node.kind === 'string') walker.stringSlot(stringLayer(place.layer, node), place, 'bare', 'data');
    else data(walker, node, place);
  },
  { kind: 'bare' },
);

/** An exempt string of open spelling (an id, a tool's name): only looked at. */
export const exempt: Rule = shaped(
  (walker, node, place) => {
    if (node.kind === 'string') walker.stringSlot(stringLayer(place.layer, node), place, 'refuse', 'data');
    else data(walker, node, place);
  },
  { kind: 'exempt' },
);

/** A string of a documented set. Another value is looked at as an exempt one. */
export function oneOf(...values: readonly string[]): Rule {
  const documented = new Set(values);
  const rule: Rule = (walker, node, place) => {
    if (node.kind !== 'string' || !documented.has(decoded(place, node))) exempt(walker, node, place);
  };
  return shaped(rule, { kind: 'one-of', values });
}

/** A number, boolean or null that is a setting. A string in its place is walked as data. */
export const scalar: Rule = shaped(
  (walker, node, place) => {
    if (node.kind !== 'number' && node.kind !== 'literal') data(walker, node, place);
  },
  { kind: 'scalar' },
);

/** Shorter ones, and any with spaces, are also looked through: an account number has the shape of base64 too. */
const OPAQUE_LENGTH_MIN = 100;

/** An opaque string that must go through byte for byte and matches its documented shape (signatures). */
export function opaque(shape: RegExp): Rule {
  const rule: Rule = (walker, node, place) => {
    const content = node.kind === 'string' ? decoded(place, node) : '';
    if (content.length < OPAQUE_LENGTH_MIN || content.includes(' ') || !shape.test(content))
      exempt(walker, node, place);
  };
  return shaped(rule, { kind: 'opaque' });
}

export const BASE64_SHAPE = /^[A-Za-z0-9+/_=\-\s]*$/;

/** Known to be out of scope: nothing below it becomes a slot. Never for a request. */
export const pass: Rule = shaped(() => undefined, { kind: 'scalar' });

/** An object with known fields. Members that no field names are data, or nothing at all with `rest` set to `pass`. */
export function object(fields: Readonly<Record<string, Rule>>, rest: Rule = data): Rule {
  const known = new Map(Object.entries(fields));
  const rule: Rule = (walker, node, place) => {
    if (node.kind !== 'object') return data(walker, node, place);
    node.members.forEach(({ key, name, value: member }, ordinal) => {
      const at = memberPlace(place, name, ordinal);
      const field = known.get(name);
      if (!field && rest !== pass) walker.keySlot(key, at);
      (field ?? rest)(walker, member, at);
    });
  };
  return shaped(rule, { kind: 'object', fields: known });
}

/** An object whose keys are names that may not change. */
export function namedBy(keys: 'exempt' | 'edit', member: Rule): Rule {
  const rule: Rule = (walker, node, place) => {
    if (node.kind !== 'object') return data(walker, node, place);
    node.members.forEach(({ key, name, value }, ordinal) => {
      const at = memberPlace(place, name, ordinal);
      walker.keySlot(key, at, keys === 'exempt' ? 'refuse' : 'bare');
      member(walker, value, at);
    });
  };
  return shaped(rule, { kind: 'named-by', keys, rule: member });
}

export function list(item: Rule): Rule {
  const rule: Rule = (walker, node, place) => {
    if (node.kind !== 'array') return item(walker, node, place);
    for (const [index, one] of node.items.entries()) item(walker, one, itemPlace(place, index));
  };
  return shaped(rule, { kind: 'list', rule: item });
}

/** Chooses by the kind of node; kinds not named are data. */
export function either(rules: Partial<Record<JsonNode['kind'], Rule>>): Rule {
  const rule: Rule = (walker, node, place) => (rules[node.kind] ?? data)(walker, node, place);
  return shaped(rule, { kind: 'either', rules });
}

/** A rule that refers to itself. */
export function later(rule: () => Rule): Rule {
  return shaped(
    (walker, node, place) => rule()(walker, node, place),
    () => shapeOf(rule()),
  );
}

/**
 * A string of base64 or a data URL, reported as media; `note` takes the place of its part when it is dropped. Anything
 * else (a URL of the web, a text) goes to `otherwise`.
 */
export function mediaRule(options: { kind: MediaKind; note: string; bareBase64: boolean; otherwise: Rule }): Rule {
  const { kind, note, bareBase64, otherwise } = options;
  const rule: Rule = (walker, node, place) => {
    const content = node.kind === 'string' ? decoded(place, node) : '';
    const isBase64 = bareBase64 && content !== '' && BASE64_SHAPE.test(content);
    if (isBase64 || content.startsWith('data:')) walker.mediaPart(kind, node, place, note);
    else otherwise(walker, node, place);
  };
  return shaped(rule, { kind: 'media', otherwise });
}
