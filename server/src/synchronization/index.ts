import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { importJobHandler } from './import-job.ts';
import { changesJobHandler, comparisonJobHandler } from './reconcile-job.ts';

export { importJob } from './import-job.ts';
export { changesJob, comparisonJob } from './reconciliation-jobs.ts';
export { beginSynchronization, requestImport } from './requests.ts';
export { synchronizationRoutes } from './routes.ts';

/** All kinds of jobs by which what is held is kept as marketplaces have it. */
export const synchronizationJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  importJobHandler(registry),
  changesJobHandler(registry),
  comparisonJobHandler(registry),
];
