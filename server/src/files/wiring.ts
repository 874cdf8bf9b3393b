import type { Route } from '../platform/http/route.ts';
import type { Storage } from '../platform/storage/index.ts';
import { discardJobHandler } from './discard-job.ts';
import { type PublicFileDeps, publicFileRoutes } from './public-routes.ts';
import { fileQuota } from './quota.ts';
import { readJobHandler } from './read-job.ts';
import { type FileRouteDeps, fileRoutes as ownRoutes } from './routes.ts';

export { fileDescription } from './description.ts';
export { createFileLinks } from './links.ts';
export { filePassages } from './passages.ts';

/** Returns the routes of an organization's files, and of the links to them. */
export const fileRoutes = (deps: PublicFileDeps & FileRouteDeps): Route[] => [
  ...ownRoutes(deps),
  ...publicFileRoutes(deps),
];

export const fileJobs = (storage: Storage) => [discardJobHandler(storage), readJobHandler(storage)];

export const fileQuotas = [fileQuota];
