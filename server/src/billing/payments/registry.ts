import { accountOf, type ProviderDeps, payA, readAccount, verifyAccount } from './payA/account.ts';
import { createPayA } from './payA/provider.ts';
import type { ProviderRegistry } from './provider.ts';
import { createTestProvider } from './test-provider.ts';

/** Finds the payment provider of an organization; TEST organizations have the sandbox’s provider. */
export const createProviders = (deps: ProviderDeps): ProviderRegistry => ({
  find: async ({ organizationId, environment }, partner) => {
    if (environment === 'TEST') return createTestProvider(deps.inOrganization, organizationId);
    const account = partner === payA ? await readAccount(deps, organizationId) : undefined;
    return account && createPayA(account);
  },
  verify: async (partner, credentials) => {
    if (partner !== payA) return undefined;
    const account = accountOf(credentials, deps.payAAt);
    return account
      ? verifyAccount(account)
      : { verified: false, message: 'credentials.secretKey is missing.' };
  },
});
