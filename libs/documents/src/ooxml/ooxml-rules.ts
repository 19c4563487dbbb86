import type { InfoType } from '#lib/kernel';
import type { SegmentView } from '../segment.js';

/** Elements that are one paragraph: their texts are read together. Others with text stand alone. */
export const PARAGRAPHS = new Set(['w:p', 'a:p', 'si', 'is', 'text']);

/** Elements that show a character without writing it (ECMA-376 Part 1, 17.3.3, 21.1.2.2). */
export const MARKS: Readonly<Record<string, string>> = {
  'w:tab': ' ',
  'w:ptab': ' ',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
  'a:br': '\n',
  'a:tab': ' ',
};

/** Runs under these are tracked deletions (17.13.5). */
export const DELETED = new Set(['w:del', 'w:moveFrom']);

/** Field codes, formulas, references: read apart from the sentence they stand in. */
export const FORMULAS = new Set([
  'w:instrText',
  'w:delInstrText',
  'f',
  'formula',
  'formula1',
  'formula2',
  'definedName',
  'c:f',
  'cx:f',
  'xm:f',
]);

/** Elements of docProps, comments and threads whose whole text is a person or a company. */
export const WHOLE_VALUES: Readonly<Record<string, InfoType>> = {
  'dc:creator': 'PERSON',
  'cp:lastModifiedBy': 'PERSON',
  Manager: 'PERSON',
  Company: 'ORGANIZATION',
  author: 'PERSON',
};

export const WHOLE_ATTRIBUTES: Readonly<Record<string, InfoType>> = {
  'w:author': 'PERSON',
  'w15:author': 'PERSON',
  'w15:userId': 'USERNAME',
  displayName: 'PERSON',
  userId: 'USERNAME',
  lastModifiedBy: 'PERSON',
};

/** Blanked: two letters name a person to colleagues and are too short for a token's worth. */
export const BLANKED_ATTRIBUTES = new Set(['w:initials', 'initials']);

/** Attributes that people write. `view` is what a reader of the document sees of them. */
export const TEXT_ATTRIBUTES: Readonly<Record<string, SegmentView>> = {
  descr: 'visible',
  title: 'visible',
  alt: 'visible',
  tooltip: 'visible',
  'w:tooltip': 'visible',
  display: 'visible',
  caption: 'visible',
  prompt: 'visible',
  promptTitle: 'visible',
  error: 'visible',
  errorTitle: 'visible',
  userName: 'metadata',
  Target: 'hidden',
  location: 'formula',
  'w:anchor': 'hidden',
  ref: 'formula',
  sheet: 'formula',
  string: 'hidden',
};

/** `name` means a person's or a sheet's name in these elements only; elsewhere it is an identifier. */
export const NAMED_ELEMENTS = new Set([
  'sheet',
  'p:cmAuthor',
  'p188:author',
  'person',
  'cacheField',
  'property',
  'w:docPart',
  'p:cNvPr',
  'pic:cNvPr',
  'wp:docPr',
  'xdr:cNvPr',
]);

/** Any other attribute is read when it looks like something said rather than set: an `@`, or words. */
export const LIKE_TEXT = /@|%40|\p{L}{2,}[\s,]+\p{L}{2,}|(?:tel|mailto):/iu;

/** Pivot and table caches keep cell values in attributes `v` (18.10). */
export const CACHED_VALUES = new Set(['s', 'n', 'd', 'e']);
