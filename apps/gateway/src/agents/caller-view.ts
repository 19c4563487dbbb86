import {
  type AnswerProtector,
  ExchangeMemory,
  type ExchangeScope,
  memoryScope,
  type Restoration,
} from '#lib/deidentification';
import { RestoredLanes } from '../proxy/restored-lanes.js';

export interface CallerLane {
  push(text: string): Promise<string>;
  flush(): Promise<string>;
}

export interface CallerViewParts {
  readonly protector: AnswerProtector;
  readonly scope: ExchangeScope;
  readonly surface: string;
  /** What the exchange knows by now. */
  readonly restoration: () => Restoration;
}

/**
 * What the caller of a run is shown, and what of it is remembered for its next turn. Personal data that the model wrote by
 * itself is treated as the collection says, in a run as in any other answer.
 */
export class CallerView {
  restored = 0;
  unresolved = 0;
  private tokenised = '';
  private rendered = '';

  constructor(private readonly parts: CallerViewParts) {}

  /** A lane of the answer's text. What it was in tokens is kept, so that the caller can send it back. */
  answerLane(): Promise<CallerLane> {
    return this.lane('text', (tokenised, rendered) => {
      this.tokenised += tokenised;
      this.rendered += rendered;
    });
  }

  /** A lane of other text that the model writes. */
  otherLane(): Promise<CallerLane> {
    return this.lane('text', () => undefined);
  }

  /** Text between two turns of the answer. */
  separate(): string {
    this.tokenised += SEPARATOR;
    this.rendered += SEPARATOR;
    return SEPARATOR;
  }

  /** A text that the model wrote, by itself. */
  async written(text: string, container: 'text' | 'json' = 'text'): Promise<string> {
    const lane = await this.lane(container, () => undefined);
    return (await lane.push(text)) + (await lane.flush());
  }

  /** A text of a tool, which was read when it came. */
  show(text: string, container: 'text' | 'json' = 'text'): string {
    const lanes = new RestoredLanes(this.parts.restoration());
    const lane = lanes.open({ choice: 0, field: 'content', container });
    const shown = lane.push(text) + lane.flush();
    this.count(lanes);
    return shown;
  }

  async remember(
    memory: ExchangeMemory,
    scope: ExchangeScope,
    more: readonly { rendered: string; tokenised: string }[],
  ) {
    const own = { rendered: this.rendered, tokenised: this.tokenised };
    const changed = [own, ...more].filter(({ rendered, tokenised }) => rendered !== tokenised);
    if (changed.length > 0) await memory.remember(memoryScope(scope), changed);
  }

  private async lane(
    container: 'text' | 'json',
    keep: (tokenised: string, rendered: string) => void,
  ): Promise<CallerLane> {
    const { protector, scope, surface } = this.parts;
    const restoration = this.parts.restoration();
    const guard = (await protector.open(scope, surface, restoration))?.lane(container);
    const lanes = new RestoredLanes(restoration);
    const lane = lanes.open({ choice: 0, field: 'content', container });
    const pass = (tokenised: string): string => {
      const rendered = lane.push(tokenised);
      keep(tokenised, rendered);
      return rendered;
    };
    return {
      push: async (text) => pass(guard ? await guard.push(text) : text),
      flush: async () => {
        const last = guard ? pass(await guard.flush()) : '';
        const rest = lane.flush();
        keep('', rest);
        this.count(lanes);
        return last + rest;
      },
    };
  }

  private count({ counts }: RestoredLanes): void {
    this.restored += counts.restored;
    this.unresolved += counts.unresolved;
  }
}

const SEPARATOR = '\n\n';
