import { type Remembered, type Restoration, type RestoreCounts, StreamRestorer } from '#lib/deidentification';
import type { LaneFactory, TextLane } from '#lib/dialects';
import { findVaultTokens } from '#lib/kernel';

interface OpenLane {
  readonly restorer: StreamRestorer;
  tokenised: string;
  rendered: string;
}

/** The lanes of one answer: restores each and keeps what exchange memory needs of those that held tokens. */
export class RestoredLanes {
  private readonly lanes: OpenLane[] = [];
  private finished: Remembered[] = [];

  constructor(private readonly restoration: Restoration) {}

  /** For a dialect: opens a lane of text. */
  readonly open: LaneFactory = (lane: TextLane) => {
    const opened: OpenLane = {
      restorer: new StreamRestorer(this.restoration, lane.container),
      tokenised: '',
      rendered: '',
    };
    this.lanes.push(opened);
    return {
      push: (fragment) => {
        opened.tokenised += fragment;
        return this.kept(opened, opened.restorer.push(fragment));
      },
      flush: () => {
        const rest = this.kept(opened, opened.restorer.flush());
        this.finish(opened);
        return rest;
      },
    };
  };

  get counts(): RestoreCounts {
    return this.lanes.reduce(
      (sum, { restorer: { counts } }) => ({
        restored: sum.restored + counts.restored,
        unresolved: sum.unresolved + counts.unresolved,
        mangled: sum.mangled + counts.mangled,
      }),
      { restored: 0, unresolved: 0, mangled: 0 },
    );
  }

  /** Takes the lanes finished since the last call that a later turn may send back. */
  takeFinished(): Remembered[] {
    const taken = this.finished;
    this.finished = [];
    return taken;
  }

  private kept(lane: OpenLane, text: string): string {
    lane.rendered += text;
    return text;
  }

  private finish(lane: OpenLane): void {
    const { tokenised, rendered } = lane;
    if (tokenised !== rendered || findVaultTokens(tokenised).length > 0) this.finished.push({ rendered, tokenised });
    lane.tokenised = '';
    lane.rendered = '';
  }
}
