/** A rectangle: page units with y upwards (PDF user space), or pixels with y downwards. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The direction in which a text runs, in degrees counter-clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** A stretch that is to look empty, with what is written on it; '' for nothing. */
export interface Label {
  readonly box: Box;
  readonly turn: Turn;
  readonly text: string;
}

/** A word that was read from pixels: its place in the text, and in the picture. */
export interface RecognisedWord extends Box {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** What recognition read from one picture. */
export interface Recognised {
  readonly text: string;
  readonly words: readonly RecognisedWord[];
}

export interface ChildLimits {
  readonly pagesMax: number;
  readonly pixelsMax: number;
}

export interface Opened {
  readonly pages: number;
  readonly annotations: boolean;
  readonly metadata: boolean;
}

export interface PageTexts {
  /** The text that the page holds as text, hidden and covered text included. */
  readonly text: string;
  /** Tells the page's pixels from others'; null where there is nothing to recognise in them. */
  readonly digest: string | null;
}

/** An edit of a page's own text: the stretches to take out, and what is written at the first of them. */
export interface TextEdit {
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  readonly text: string;
}

export interface PageEdits {
  readonly page: number;
  readonly texts: readonly TextEdit[];
  /** In pixels of the recognised picture. */
  readonly labels: readonly Label[];
}

export interface Written {
  readonly bytes: Uint8Array;
  /** Pages that became pictures. */
  readonly rasterised: number;
  /** Text that a reader of the page could not see was replaced. */
  readonly hidden: boolean;
}

export type PagedKind = 'pdf' | 'png' | 'jpeg';

/** One document is open at a time; every request is answered by one reply. */
export type ChildRequest =
  | { readonly what: 'open'; readonly kind: PagedKind; readonly bytes: Uint8Array; readonly limits: ChildLimits }
  /** `pixels`: whether the page's pixels are wanted too. */
  | { readonly what: 'page'; readonly page: number; readonly pixels: boolean }
  | { readonly what: 'recognise'; readonly page: number }
  /** `values` must not stand anywhere in the written file. */
  | { readonly what: 'write'; readonly edits: readonly PageEdits[]; readonly values: readonly string[] }
  | { readonly what: 'close' };

export interface ChildReplies {
  open: Opened;
  page: PageTexts;
  recognise: Recognised;
  write: Written;
  close: null;
}

/** A fault that the child names in fixed words, never the document's. */
export interface ChildFault {
  readonly fault: 'encrypted' | 'unreadable' | 'pagesMax' | 'pixelsMax' | 'leftover';
  readonly detail: string;
}

/** A document that is open in the child. */
export interface PagedDocument {
  readonly opened: Opened;
  page(index: number, pixels: boolean): Promise<PageTexts>;
  recognise(index: number): Promise<Recognised>;
  write(edits: readonly PageEdits[], values: readonly string[]): Promise<Written>;
  close(): void;
}
