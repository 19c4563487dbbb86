export type { RedactionOptions } from '../redact-records.js';
export { PvgDocumentTransformer } from './pvg-document-transformer.js';
