import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { importJobHandler } from './import-job.ts';
import { changesJobHandler, comparisonJobHandler } from './reconcile-job.ts';

export { beginSynchronization } from './requests.ts';
export { synchronizationRoutes } from './routes.ts';

/** Returns all jobs of imports and reconciliation. */
export const synchronizationJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  importJobHandler(registry),
  changesJobHandler(registry),
  comparisonJobHandler(registry),
];
