export { keepEarlierKeys, trustedPublicKeys } from './earlier-keys.ts';
export { eraseEvent } from './erase.ts';
export { fromHeadsText, listHeads, toHeadsText } from './heads.ts';
export { type AuditKey, createAuditKey, createVerifier } from './key.ts';
export { pruneAudit } from './prune.ts';
export { auditingRoutes } from './routes.ts';
export { createSealer, type Sealer } from './seal.ts';
export { thinHeads } from './store.ts';
export { type AuditReport, verifyAudit } from './verify.ts';
