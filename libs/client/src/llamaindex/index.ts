export type { RedactionOptions } from '../redact-records.js';
export { PvgTransform, type TextNodeLike } from './pvg-transform.js';
