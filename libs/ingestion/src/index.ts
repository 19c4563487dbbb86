export { JobBlobs } from './blobs/job-blobs.js';
export { type DocumentOrder, DocumentService, type DocumentWork } from './documents/document-service.js';
export { type SpooledDocument, spoolDocument } from './documents/spooled-document.js';
export type { ItemPayload } from './jobs/enqueue-items.js';
export type {
  ItemError,
  ItemReport,
  Job,
  JobItem,
  JobItemState,
  JobKind,
  JobOptions,
  JobState,
} from './jobs/job-types.js';
export { JOB_CHANNEL, JOB_LIMITS, type JobLimits, Jobs, type NewJob, type ReceivingJob } from './jobs/jobs.js';
export { type FileTask, type FileWork, ItemWorker, type ProcessFile } from './worker/item-worker.js';
export { openJobScope, type Policies } from './worker/job-scope.js';
export { type JobWorkerOptions, startJobWorker } from './worker/job-worker.js';
export { documentProcessor, type OpenJobScope } from './worker/process-document.js';
export { type QueueWorker, type QueueWorkerOptions, startQueueWorker } from './worker/queue-worker.js';
