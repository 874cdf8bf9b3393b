export { walletReferences } from './buyer-references.ts';
export { expireWalletJob } from './expiry-job.ts';
export { walletRoutes } from './routes.ts';
