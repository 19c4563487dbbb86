/** What the tagger tells apart, by kernel's names. The order is that of the weights: append only, and retrain. */
export const TAGGED_TYPES = ['PERSON', 'LOCATION', 'ORGANIZATION', 'DATE', 'ADDRESS'] as const;
export type TaggedType = (typeof TAGGED_TYPES)[number];

/** BIO labels: 0 is outside, `2t + 1` begins type t, `2t + 2` is inside it. */
export const LABEL_COUNT = 1 + 2 * TAGGED_TYPES.length;
export const OUTSIDE = 0;

export function beginLabel(type: TaggedType): number {
  return 2 * TAGGED_TYPES.indexOf(type) + 1;
}

export function isInside(label: number): boolean {
  return label > 0 && label % 2 === 0;
}

export function typeOf(label: number): TaggedType | undefined {
  return label === OUTSIDE ? undefined : TAGGED_TYPES[(label - 1) >> 1];
}

/** Inside a type only after its beginning or its inside. */
export function mayFollow(previous: number, label: number): boolean {
  return !isInside(label) || previous === label || previous === label - 1;
}
