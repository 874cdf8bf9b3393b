export { accountOf, type ProviderDeps, payA, readAccount } from './account.ts';
export { type Account, createClient } from './client.ts';
export { type Notice, readNotification, signatureHeader } from './notification.ts';
export { createPayA } from './provider.ts';
export { verifyAccount } from './verify.ts';
