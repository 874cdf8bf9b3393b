export { walletReferences } from './buyer-references.ts';
export { encodeWallet, type WalletRow } from './columns.ts';
export { defaultWalletOf } from './commands.ts';
export { expireWalletJob } from './expiry-job.ts';
export { keepMethod } from './methods.ts';
export { BillingWallet, BillingWalletType } from './records.ts';
export { walletRoutes } from './routes.ts';
export { changeWallet, findWallet, lockWallet, lockWallets } from './store.ts';
