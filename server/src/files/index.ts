export type { FileRow } from './columns.ts';
export { fileName, requireAttachment, typeOf } from './content.ts';
export { fileErrors } from './errors.ts';
export { answeredForMs, keptForMs } from './links.ts';
export { documentHeaders } from './public-routes.ts';
export { fileQuota } from './quota.ts';
export {
  attachFile,
  type FileDeps,
  keepFile,
  keyOf,
  mergedEula,
  reserveFile,
  throwStorageUnavailable,
} from './service.ts';
export { attachedPurpose } from './states.ts';
export { findFile } from './store.ts';
