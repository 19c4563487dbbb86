export { type AnswerGuard, AnswerProtector } from './answers/answer-protector.js';
export type { GuardedLane } from './answers/guarded-lane.js';
export { carry, nothingOfCallers, writtenInTokens } from './deidentified-call.js';
export {
  type Closing,
  type DeidentifiedExchange,
  Deidentifier,
  type DeidentifyOptions,
  type Entity,
  memoryScope,
} from './deidentifier.js';
export {
  type Analyzer,
  CollectionDetector,
  type CollectionDetectorParts,
  type DetectionTask,
} from './detection/collection-detector.js';
export { DetectionProfiles, type StoredDetection } from './detection/detection-profiles.js';
export { compileDetection, DetectionSettings } from './detection/detection-settings.js';
export { RemoteAnalyzer } from './detection/remote-analyzer.js';
export type { ExchangeScope, HistoryText } from './exchange.js';
export { ExchangeMemory, type MemoryScope, NoExchangeMemory, type Remembered } from './exchange-memory.js';
export { type ReidentifiedBody, Reidentifier } from './reidentifier.js';
export {
  type Container,
  type RestoreCounts,
  StreamRestorer,
  type TokenReading,
  type TokenResolver,
} from './reidentify-stream/index.js';
export { type Restorable, Restoration, renderAt } from './restoration.js';
export { RevealDecider } from './reveal.js';
export { tokenScope } from './token-scope.js';
export { type ReleasedValue, ToolSeam, type ToolValue } from './tool-seam.js';
