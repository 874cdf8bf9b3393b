import type { Route } from '../platform/http/route.ts';
import type { Storage } from '../platform/storage/index.ts';
import { discardJobHandler } from './discard-job.ts';
import { type PublicFileDeps, publicFileRoutes } from './public-routes.ts';
import { fileQuota } from './quota.ts';
import { fileRoutes as ownRoutes } from './routes.ts';

export type { FileRow } from './columns.ts';
export { typeOf } from './content.ts';
export { fileDescription } from './description.ts';
export { fileErrors } from './errors.ts';
export { answeredForMs, createFileLinks, keptForMs } from './links.ts';
export { documentHeaders } from './public-routes.ts';
export { type FileDeps, keepFile, keyOf, mergedEula, reserveFile } from './service.ts';
export { findFile } from './store.ts';

/** Files of organizations, and the links that open them. */
export const fileRoutes = (deps: PublicFileDeps): Route[] => [...ownRoutes(deps), ...publicFileRoutes(deps)];

export const fileJobs = (storage: Storage) => [discardJobHandler(storage)];

export const fileQuotas = [fileQuota];
