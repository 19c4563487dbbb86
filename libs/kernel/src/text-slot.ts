import type { Edit } from './span.js';

/** What the text of a slot is, so that detection knows how to read it. */
export type TextKind = 'prose' | 'data' | 'code';

/**
 * "Here is text; put this back in its place." One string that a person or a program wrote inside a larger body: a
 * message, a JSON leaf of a tool call's arguments, a table cell. The seam sees slots only, so it knows neither JSON nor PDF.
 */
export interface TextSlot {
  /** Where the slot stands, for errors and audit: a JSON Pointer or a part name. Holds no user data beyond key names. */
  readonly path: string;
  readonly text: string;
  readonly kind: TextKind;
  /** The JSON key, column header or form label that names the value; context for detection. */
  readonly label?: string;
  /**
   * `edit`: findings are replaced. `refuse`: the field may not change (an id, a role), so a validated finding refuses the
   * whole request. `bare`: replaced by the bracketless token form, for fields whose charset forbids brackets.
   */
  readonly mode: 'edit' | 'refuse' | 'bare';
}

/** A body that was opened into slots and can be closed again with some of them edited. */
export interface SlottedBody {
  readonly slots: readonly TextSlot[];
  /** The body with the given edits made (offsets in each slot's text). Everything else stays byte for byte. */
  splice(edits: ReadonlyMap<TextSlot, readonly Edit[]>): string;
}
