import type { Route } from '../platform/http/route.ts';
import type { Storage } from '../platform/storage/index.ts';
import { discardJobHandler } from './discard-job.ts';
import { type PublicFileDeps, publicFileRoutes } from './public-routes.ts';
import { fileQuota } from './quota.ts';
import { readJobHandler } from './read-job.ts';
import { type FileRouteDeps, fileRoutes as ownRoutes } from './routes.ts';

export type { FileRow } from './columns.ts';
export { fileName, requireAttachment, typeOf } from './content.ts';
export { fileDescription } from './description.ts';
export { fileErrors } from './errors.ts';
export { answeredForMs, createFileLinks, keptForMs } from './links.ts';
export { filePassages } from './passages.ts';
export { documentHeaders } from './public-routes.ts';
export { fileQuota } from './quota.ts';
export {
  attachFile,
  type FileDeps,
  keepFile,
  keyOf,
  mergedEula,
  reserveFile,
  storageAway,
} from './service.ts';
export { attachedPurpose } from './states.ts';
export { findFile } from './store.ts';

/** Files of organizations, and the links that open them. */
export const fileRoutes = (deps: PublicFileDeps & FileRouteDeps): Route[] => [
  ...ownRoutes(deps),
  ...publicFileRoutes(deps),
];

export const fileJobs = (storage: Storage) => [discardJobHandler(storage), readJobHandler(storage)];

export const fileQuotas = [fileQuota];
