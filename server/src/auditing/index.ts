export { trustedPublicKeys } from './earlier-keys.ts';
export { eraseEvent } from './erase.ts';
export { fromHeadsText, listHeads, toHeadsText } from './heads.ts';
export { createVerifier } from './key.ts';
export { pruneAudit } from './prune.ts';
export { verifyAudit } from './verify.ts';
