import { readIntegrationSettings } from '../../../organizations/index.ts';
import type { InOrganization } from '../../../platform/access/scope.ts';
import type { Vault } from '../../../platform/secrets/encryption.ts';
import type { Account } from './client.ts';

/** What the provider is called in records. */
export const payA = 'PAYA';

export type ProviderDeps = {
  inOrganization: InOrganization;
  vault: Vault;
  /** Where the provider is, in tests. */
  payAAt?: Account['at'];
};

/**
 * The account of an organization at payment provider A: the credentials `secretKey` and `webhookSecret` of its integration
 * PAYA, PAYMENT. None without a key.
 */
export async function readAccount(
  { inOrganization, vault, payAAt }: ProviderDeps,
  organizationId: string,
): Promise<Account | undefined> {
  const name = { partner: payA, service: 'PAYMENT' };
  const settings = await inOrganization(organizationId, 'payments', (scope) =>
    readIntegrationSettings(scope, vault, name),
  );
  return accountOf(settings?.credentials ?? {}, payAAt);
}

/** The account that credentials are of; none without a key. */
export function accountOf(
  { secretKey, webhookSecret }: Record<string, unknown>,
  at: Account['at'],
): Account | undefined {
  if (typeof secretKey !== 'string' || secretKey === '') return undefined;
  return {
    secretKey,
    webhookSecret: typeof webhookSecret === 'string' && webhookSecret !== '' ? webhookSecret : undefined,
    ...(at ? { at } : {}),
  };
}
