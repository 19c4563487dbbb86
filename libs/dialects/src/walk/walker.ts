import { applyEdits, DomainError, type Edit, type SlottedBody, type TextKind, type TextSlot } from '#lib/kernel';
import type { JsonNode, JsonString } from '../json/json-node.js';
import { textOf } from '../json/json-node.js';
import { tryReadJson } from '../json/read-json.js';
import { bodyLayer, stringLayer, type TextLayer } from '../json/text-layer.js';

/** A slot of a body whose texts belong to messages. */
export interface BodySlot extends TextSlot {
  /** Index of the message it stands in; null outside the messages (tools, settings). */
  readonly message: number | null;
}

/**
 * One whole text of a message, in the spelling a client shows and sends back: a content string or part, the arguments of
 * a call. Exchange memory puts it back verbatim; its slots are those that stand inside it.
 */
export interface BodyText {
  readonly message: number;
  /** Path below the message: `content`, `content/0/text`, `tool_calls/0/function/arguments`. */
  readonly field: string;
  readonly text: string;
  readonly slots: readonly BodySlot[];
}

export type MediaKind = 'image' | 'audio' | 'file';

/** A binary part, which no text detector can read: the gateway refuses the request or drops the part. */
export interface MediaPart {
  readonly path: string;
  readonly kind: MediaKind;
  readonly message: number | null;
}

export interface SpliceOptions {
  /** Whole texts to put back verbatim; edits of slots inside them are ignored. */
  readonly texts?: ReadonlyMap<BodyText, string>;
  /** Media parts to replace by a short note. */
  readonly drop?: Iterable<MediaPart>;
  /** Text of a system message of our own, put at a fixed place. */
  readonly preamble?: string;
}

/** A request or answer opened into slots. `splice` changes what it is told to and keeps every other byte. */
export interface OpenedBody extends SlottedBody {
  readonly slots: readonly BodySlot[];
  readonly texts: readonly BodyText[];
  readonly media: readonly MediaPart[];
  splice(edits: ReadonlyMap<TextSlot, readonly Edit[]>, options?: SpliceOptions): string;
}

/** Where a node stands: the text it was read from, its path, and the key that names it. */
export interface Place {
  readonly layer: TextLayer;
  readonly path: string;
  readonly label?: string;
}

/** What to do with one node of a body: make slots of it, exempt it, or walk into it. */
export type Rule = (walker: Walker, node: JsonNode, place: Place) => void;

/** JSON opened inside strings: each level may be this deep, and so many levels may follow each other. */
const OPENED_DEPTH_MAX = 50;
const OPENED_LEVELS_MAX = 10;

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$-]{0,39}$/;

/** The place of a member. Paths reach logs and audit, so a key that is not a plain word shows as its ordinal. */
export function memberPlace(place: Place, name: string, ordinal: number): Place {
  return { layer: place.layer, path: `${place.path}/${PLAIN_KEY.test(name) ? name : `~${ordinal}`}`, label: name };
}

export function itemPlace(place: Place, index: number): Place {
  return { ...place, path: `${place.path}/${index}` };
}

/**
 * Walks one body by rules and collects its slots.
 *
 * INVARIANT (`walk/walker.spec.ts`): every string leaf, number leaf and key of data becomes a slot unless a rule exempts it
 * by name; what no rule expects is walked as data.
 */
export class Walker {
  readonly slots: BodySlot[] = [];
  readonly texts: BodyText[] = [];
  readonly media: MediaPart[] = [];
  /** Set by the rule that walks the messages. */
  message: number | null = null;
  private messagePath = '';
  private openedLevels = 0;
  private part: { node: JsonNode; layer: TextLayer; noted: (note: string) => object } | null = null;
  private readonly origins = new Map<TextSlot, (edits: readonly Edit[]) => Edit[]>();
  private readonly wholes = new Map<BodyText, (text: string) => Edit>();
  private readonly removals = new Map<MediaPart, () => Edit>();
  private preambleAt: ((text: string) => Edit) | null = null;
  readonly root: TextLayer;

  constructor(raw: string) {
    this.root = bodyLayer(raw);
  }

  enterMessage(index: number | null, path = ''): void {
    this.message = index;
    this.messagePath = path;
  }

  /** A string whose text may be edited, or (`refuse`) only looked at. */
  stringSlot(inner: TextLayer, place: Place, mode: TextSlot['mode'], kind: TextKind): void {
    if (inner.text === '') return;
    this.add(inner.text, place, mode, kind, (edits) => edits.map((edit) => inner.lift(edit)));
  }

  /** A key of data: tokens in keys are bare. */
  keySlot(key: JsonString, place: Place, mode: TextSlot['mode'] = 'bare'): void {
    const inner = stringLayer(place.layer, key);
    if (inner.text === '') return;
    const { layer, path } = place;
    this.add(inner.text, { layer, path }, mode, 'data', (edits) => edits.map((edit) => inner.lift(edit)));
  }

  /** A number of data: an edited one becomes a quoted string, since a token is no number. */
  numberSlot(node: JsonNode, place: Place): void {
    const text = place.layer.text.slice(node.start, node.end);
    this.add(text, place, 'edit', 'data', (edits) => [
      place.layer.lift({ start: node.start, end: node.end, text: JSON.stringify(applyEdits(text, edits)) }),
    ]);
  }

  /** A string that may hold JSON: opened leaf by leaf when it is an object or array, else one slot. */
  openedString(inner: TextLayer, place: Place, kind: TextKind, data: Rule): void {
    const tree = /^[ \t\r\n]*[[{]/.test(inner.text) ? tryReadJson(inner.text, OPENED_DEPTH_MAX) : null;
    if (!tree) {
      this.stringSlot(inner, place, 'edit', kind);
      return;
    }
    if (this.openedLevels >= OPENED_LEVELS_MAX) {
      throw new DomainError('request.too_deep', {
        publicMessage: `JSON stands inside strings of JSON more than ${OPENED_LEVELS_MAX} times over.`,
      });
    }
    this.openedLevels += 1;
    data(this, tree, { ...place, layer: inner, path: `${place.path}#` });
    this.openedLevels -= 1;
  }

  /** As `openedString`, for a string that is one whole text of a message. */
  wholeString(node: JsonString, place: Place, kind: TextKind, data: Rule): void {
    const inner = stringLayer(place.layer, node);
    const first = this.slots.length;
    this.openedString(inner, place, kind, data);
    if (this.message === null) return;
    const field = place.path.slice(this.messagePath.length + 1);
    const whole: BodyText = { message: this.message, field, text: inner.text, slots: this.slots.slice(first) };
    this.texts.push(whole);
    this.wholes.set(whole, (text) => inner.lift({ start: 0, end: inner.text.length, text }));
  }

  /** Media found by `walk` stand in `part`, which is what a drop replaces, by a part that holds a note. */
  withinPart(part: JsonNode, layer: TextLayer, walk: () => void, noted = textPart): void {
    const outer = this.part;
    this.part = { node: part, layer, noted };
    walk();
    this.part = outer;
  }

  /** A binary string. When dropped, a text part that says `note` takes its part's place, or `note` its own (`alone`). */
  mediaPart(kind: MediaKind, node: JsonNode, place: Place, note: string, alone = false): void {
    const media: MediaPart = { path: place.path, kind, message: this.message };
    const part = alone ? null : this.part;
    this.media.push(media);
    this.removals.set(media, () => {
      if (!part) return place.layer.lift({ start: node.start, end: node.end, text: JSON.stringify(note) });
      const text = JSON.stringify(part.noted(note));
      return part.layer.lift({ start: part.node.start, end: part.node.end, text });
    });
  }

  preamble(edit: (text: string) => Edit): void {
    this.preambleAt = edit;
  }

  /** The opened body, with what else its dialect knows of it. */
  body<T extends object>(facts: T): OpenedBody & NoInfer<T> {
    const { slots, texts, media } = this;
    const body: OpenedBody = { slots, texts, media, splice: (edits, options) => this.splice(edits, options ?? {}) };
    // Not object spread: it took four times as long as the walk of a small body.
    return Object.assign(body, facts);
  }

  private add(
    text: string,
    place: Place,
    mode: TextSlot['mode'],
    kind: TextKind,
    lift: (edits: readonly Edit[]) => Edit[],
  ): void {
    const { path, label } = place;
    const slot: BodySlot = { path, text, kind, ...(label !== undefined && { label }), mode, message: this.message };
    this.slots.push(slot);
    this.origins.set(slot, lift);
  }

  private splice(edits: ReadonlyMap<TextSlot, readonly Edit[]>, options: SpliceOptions): string {
    const raw: Edit[] = [];
    const covered = new Set<TextSlot>();
    for (const [whole, text] of options.texts ?? []) {
      for (const slot of whole.slots) covered.add(slot);
      if (text !== whole.text) raw.push(this.wholes.get(whole)!(text));
    }
    const removed: Edit[] = [];
    for (const media of options.drop ?? []) removed.push(this.removals.get(media)!());
    for (const [slot, slotEdits] of edits) {
      if (slotEdits.length === 0 || covered.has(slot)) continue;
      if (slot.mode === 'refuse') throw new RangeError(`the field ${slot.path} may not change`);
      raw.push(...this.origins.get(slot)!(slotEdits));
    }
    if (options.preamble !== undefined && this.preambleAt) raw.push(this.preambleAt(options.preamble));
    const kept = raw.filter((edit) => !removed.some((gone) => edit.start >= gone.start && edit.end <= gone.end));
    return applyEdits(this.root.text, [...kept, ...dedupe(removed)]);
  }
}

const textPart = (note: string): object => ({ type: 'text', text: note });

/** Two media of one part are removed once. */
function dedupe(edits: readonly Edit[]): Edit[] {
  return edits.filter((edit, index) => edits.findIndex((other) => other.start === edit.start) === index);
}

export function decoded(place: Place, node: JsonString): string {
  return textOf(place.layer.text, node);
}
