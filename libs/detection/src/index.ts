export {
  CUSTOM_DICTIONARY_SIZE_MAX,
  CUSTOM_PATTERN_LENGTH_MAX,
  CustomRecognizer,
  type CustomRecognizerDefinition,
  compileCustomRecognizer,
} from './custom/custom-recognizer.js';
export type { ListTerm } from './custom/lists.js';
export { type DetectionOptions, THRESHOLD_DEFAULT, THRESHOLD_STRICT } from './detection-options.js';
export { ALL_RECOGNIZERS, Detector, type DetectorParts } from './detector.js';
export { renderEntities } from './entities-page.js';
export type { DetectionText, Explanation, Finding, ScoreStep } from './finding.js';
export { NameRecognizer, type NameRecognizerOptions, type NameSpan } from './name-recognizer.js';
export { NameTagger } from './name-tagger/index.js';
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
export { type SuggestedSpan, withSuggestions } from './suggestions.js';
