/**
 * How text is written where it stands. `text`: as it is. `json`: fragments of a JSON text (tool arguments), so that what is
 * put into its strings must be escaped as JSON. `python`: the same for Python source.
 */
export type Container = 'text' | 'json' | 'python';

/** One stream of text in an answer: its fragments belong together and nothing else does. */
export interface TextLane {
  /** Index of the choice, candidate or output item; −1 outside of them (errors). */
  readonly choice: number;
  /** `content`, `reasoning_content`, `tool_calls/0/arguments`, `error`, … */
  readonly field: string;
  readonly container: Container;
  /** Name of the tool or function whose arguments these are. */
  readonly tool?: string;
  /** The text has been shown before in this stream (a `done` event repeats the deltas): not to be counted again. */
  readonly repeat?: true;
}

/** Takes a lane's text in fragments and gives what may be shown; `flush` gives what it still holds back. Usable again after. */
export interface LaneWriter {
  push(fragment: string): string;
  flush(): string;
}

export type LaneFactory = (lane: TextLane) => LaneWriter;

/** Runs one whole text through a lane of its own. */
export function rewriteWhole(open: LaneFactory, lane: TextLane, text: string): string {
  const writer = open(lane);
  return writer.push(text) + writer.flush();
}
