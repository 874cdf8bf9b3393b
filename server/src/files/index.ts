export { typeOf } from './content.ts';
export { discardJobHandler } from './discard-job.ts';
export { fileErrors } from './errors.ts';
export { answeredForMs, createFileLinks, keptForMs } from './links.ts';
export { documentHeaders, publicFileRoutes } from './public-routes.ts';
export { fileQuota } from './quota.ts';
export { fileRoutes } from './routes.ts';
export { type FileDeps, keepFile, keyOf, mergedEula, reserveFile } from './service.ts';
export { type FileRow, findFile } from './store.ts';
