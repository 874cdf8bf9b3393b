import { thinHeads } from './store.ts';

export { auditingDescription } from './description.ts';
export { keepEarlierKeys, trustedPublicKeys } from './earlier-keys.ts';
export { eraseEvent } from './erase.ts';
export { fromHeadsText, listHeads, toHeadsText } from './heads.ts';
export { type AuditKey, createAuditKey, createVerifier } from './key.ts';
export { pruneAudit } from './prune.ts';
export { auditingRoutes } from './routes.ts';
export { createSealer, type Sealer } from './seal.ts';
export { eventsAreUnsealed } from './store.ts';
export { type AuditReport, verifyAudit } from './verify.ts';

/** The sweeps of what the audit trail keeps only for a time. */
export const auditingSweeps = [thinHeads];
