/** What the original's range from the reading position to `end` becomes. */
export interface Change {
  readonly end: number;
  readonly text: string;
}
