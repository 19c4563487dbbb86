export { type DetectionOptions, THRESHOLD_DEFAULT, THRESHOLD_STRICT } from './detection-options.js';
export { ALL_RECOGNIZERS, Detector, type DetectorParts } from './detector.js';
export type { DetectionText, Explanation, Finding, ScoreStep } from './finding.js';
export { NameRecognizer, type NameRecognizerOptions, type NameSpan } from './name-recognizer.js';
export { CompromiseNames } from './names/compromise-names.js';
export {
  checked,
  compact,
  type Pattern,
  type PatternRecognizer,
  patternRecognizer,
  type Recognizer,
  type ScanMatch,
  type Validation,
} from './recognizer.js';
