import { thinHeads } from './store.ts';

export { auditingDescription } from './description.ts';
export { keepEarlierKeys } from './earlier-keys.ts';
export { type AuditKey, createAuditKey } from './key.ts';
export { auditingRoutes } from './routes.ts';
export { createSealer, type Sealer } from './seal.ts';
export { eventsAreUnsealed } from './store.ts';
export type { AuditReport } from './verify.ts';

/** The sweeps that delete expired data of the audit trail. */
export const auditingSweeps = [thinHeads];
