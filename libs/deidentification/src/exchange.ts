import type { DetectionOptions } from '#lib/detection';
import type { Principal, TextSlot } from '#lib/kernel';
import type { PolicySnapshot } from '#lib/policy';

/** One request of one caller: everything a decision about its values needs. One policy snapshot from start to end. */
export interface ExchangeScope {
  readonly requestId: string;
  readonly principal: Principal;
  readonly collectionId: string;
  /** Unique within the tenant; already bound to the principal. */
  readonly conversationId: string;
  readonly policy: PolicySnapshot;
  /**
   * Counts values that are about to get tokens of collection scope, which tell whether they are stored. Rejects, and nothing
   * is told, when there were too many. Absent: not counted.
   */
  readonly takeJoins?: (count: number) => Promise<void>;
  /** The request's own detection settings, over those of the collection. */
  readonly detection?: DetectionOptions;
  readonly context: {
    readonly now: Date;
    readonly purpose?: string;
    readonly reason?: string;
    readonly mfa?: boolean;
    readonly sourceIp?: string;
    readonly model?: string;
    readonly tool?: string;
  };
}

/** One whole text of the history, as the caller sends it back, and the slots that stand inside it. */
export interface HistoryText {
  readonly text: string;
  readonly slots: readonly TextSlot[];
}
