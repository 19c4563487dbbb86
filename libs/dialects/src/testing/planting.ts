import { type RuleShape, shapeOf } from '../walk/rule-shape.js';
import type { Rule } from '../walk/walker.js';

/** Where a string of a caller's can stand in a body. */
export interface PlantingPlace {
  /** For a person who reads it: `messages[].content`, `tools[].function.parameters.{key}`. */
  readonly path: string;
  /** Whether the rules let its text be edited; the others go through as they are, or the request is refused. */
  readonly edited: boolean;
  /** A sentence reads naturally here; elsewhere a bare value stands. */
  readonly prose: boolean;
  /** The part of a body that has a string in this place. */
  readonly plant: (value: string) => unknown;
}

const VALUE: Omit<PlantingPlace, 'prose'> = { path: '', edited: true, plant: (value) => value };
const DATA: readonly PlantingPlace[] = [
  { ...VALUE, prose: false },
  { path: '.{field}', edited: true, prose: false, plant: (value) => ({ contact: value }) },
  { path: '.{key}', edited: true, prose: false, plant: (value) => ({ [value]: 1 }) },
  { path: '[]', edited: true, prose: false, plant: (value) => [[value]] },
];

/** A rule of more fields (JSON Schema) is followed in full where it is met first, and elsewhere to see that it is followed. */
const FIELDS_MANY = 30;
const SAMPLED = 12;

/**
 * Every place of a body in which the rules that open it expect a string, unexpected ones included: a string where a number
 * belongs, unknown fields, keys. Rules that hold themselves are followed once.
 */
export function plantingPlaces(rule: Rule): PlantingPlace[] {
  return [...placesOf(rule, { outer: new Set(), followed: new Set() })];
}

interface Way {
  /** What the place stands in. */
  readonly outer: ReadonlySet<RuleShape>;
  /** Rules of many fields that were followed anywhere. */
  readonly followed: Set<RuleShape>;
}

function* placesOf(rule: Rule, { outer, followed }: Way): Generator<PlantingPlace> {
  const shape = shapeOf(rule);
  if (outer.has(shape)) return;
  const within: Way = { outer: new Set(outer).add(shape), followed };
  switch (shape.kind) {
    case 'text':
      yield { ...VALUE, prose: true };
      yield { path: '#.{field}', edited: true, prose: false, plant: (value) => JSON.stringify({ contact: value }) };
      return;
    case 'json-text':
      for (const { path, plant, ...place } of DATA.slice(1))
        yield { ...place, path: `#${path}`, plant: (value) => JSON.stringify(plant(value)) };
      yield* DATA.slice(1);
      return;
    case 'value':
    case 'bare':
      yield { ...VALUE, prose: false };
      yield DATA[1]!;
      return;
    case 'data':
      yield* DATA;
      return;
    case 'scalar':
      yield { ...VALUE, prose: false };
      return;
    case 'exempt':
    case 'opaque':
    case 'one-of':
      yield { ...VALUE, edited: false, prose: false };
      return;
    case 'media':
      yield* placesOf(shape.otherwise, within);
      return;
    case 'list':
      for (const place of placesOf(shape.rule, within)) yield below(place, '[]', (inner) => [inner]);
      return;
    case 'choice':
      for (const one of shape.rules) yield* placesOf(one, within);
      return;
    case 'either':
      if (!shape.rules.string) yield { ...VALUE, prose: false };
      for (const [kind, one] of Object.entries(shape.rules)) {
        // A string goes to the rule of strings, whatever the others are.
        if (kind === 'string' || shapeOf(one).kind !== 'scalar') yield* placesOf(one, within);
      }
      return;
    case 'named-by':
      yield {
        path: '.{key}',
        edited: shape.keys === 'edit',
        prose: false,
        plant: (value) => ({ [value]: sampleOf(shape.rule) }),
      };
      for (const place of placesOf(shape.rule, within)) yield below(place, '.name', (inner) => ({ name: inner }));
      return;
    case 'object': {
      const places = placesOfObject(shape, within);
      if (!followed.has(shape)) {
        if (shape.fields.size > FIELDS_MANY) followed.add(shape);
        yield* places;
        return;
      }
      const all = [...places];
      yield* all.filter((_, index) => index % Math.ceil(all.length / SAMPLED) === 0);
    }
  }
}

function* placesOfObject({ fields }: RuleShape & { kind: 'object' }, within: Way): Generator<PlantingPlace> {
  const told = discriminators(fields);
  for (const [name, field] of fields) {
    for (const place of placesOf(field, within))
      yield below(place, `.${name}`, (inner) => ({ ...told, [name]: inner }));
  }
  yield { path: '.{unknown}', edited: true, prose: false, plant: (value) => ({ ...told, not_documented: value }) };
  yield { path: '.{unknown key}', edited: true, prose: false, plant: (value) => ({ ...told, [value]: 'x' }) };
}

/** The fields by which a rule among several is chosen. */
function discriminators(fields: ReadonlyMap<string, Rule>): Record<string, string> {
  const told: Record<string, string> = {};
  for (const name of ['type', 'role']) {
    const field = fields.get(name);
    const shape = field && shapeOf(field);
    if (shape?.kind === 'one-of') told[name] = shape.values[0]!;
  }
  return told;
}

/** Something harmless that a rule expects. */
function sampleOf(rule: Rule): unknown {
  const { kind } = shapeOf(rule);
  if (kind === 'scalar') return 1;
  return kind === 'list' ? [] : kind === 'either' || kind === 'object' ? {} : 'x';
}

function below(place: PlantingPlace, path: string, around: (inner: unknown) => unknown): PlantingPlace {
  return { ...place, path: `${path}${place.path}`, plant: (value) => around(place.plant(value)) };
}
