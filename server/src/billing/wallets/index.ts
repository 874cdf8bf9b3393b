export type { WalletRow } from './columns.ts';
export { isCharged, lockCharged } from './default.ts';
export { detachJob, type FundsPayload, fundsJob } from './jobs.ts';
export { keepMethod, mirrorMethods, type ShownMethod, type ShownMethods } from './methods.ts';
export { BillingWalletType } from './records.ts';
export { changeWallet, findWallet, lockWallets } from './store.ts';
