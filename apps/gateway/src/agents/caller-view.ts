import { ExchangeMemory, type ExchangeScope, memoryScope, type Restoration } from '#lib/deidentification';
import type { LaneWriter } from '#lib/dialects';
import { RestoredLanes } from '../proxy/restored-lanes.js';

/** What the caller of a run is shown, and what of it is remembered for its next turn. */
export class CallerView {
  restored = 0;
  unresolved = 0;
  private tokenised = '';
  private rendered = '';

  constructor(private readonly restoration: () => Restoration) {}

  /** A lane of the answer's text. What it was in tokens is kept, so that the caller can send it back. */
  answerLane(): LaneWriter {
    const lanes = new RestoredLanes(this.restoration());
    const lane = lanes.open({ choice: 0, field: 'content', container: 'text' });
    return {
      push: (text) => {
        this.tokenised += text;
        return this.keep(lane.push(text));
      },
      flush: () => {
        const rest = this.keep(lane.flush());
        this.restored += lanes.counts.restored;
        this.unresolved += lanes.counts.unresolved;
        return rest;
      },
    };
  }

  /** Text between two turns of the answer. */
  separate(): string {
    this.tokenised += '\n\n';
    return this.keep('\n\n');
  }

  /** A text by itself. */
  show(text: string, container: 'text' | 'json' = 'text'): string {
    const lanes = new RestoredLanes(this.restoration());
    const lane = lanes.open({ choice: 0, field: 'content', container });
    const shown = lane.push(text) + lane.flush();
    this.restored += lanes.counts.restored;
    this.unresolved += lanes.counts.unresolved;
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

  private keep(text: string): string {
    this.rendered += text;
    return text;
  }
}
