import { readIntegrationSettings } from '../../../organizations/index.ts';
import type { InOrganization } from '../../../platform/access/scope.ts';
import type { Vault } from '../../../platform/secrets/encryption.ts';
import type { Account } from './client.ts';

/** What the provider is called in records. */
export const payA = 'PAYA';

export type ProviderDeps = { inOrganization: InOrganization; vault: Vault };

/**
 * The account of an organization at payment provider A: the credentials `secretKey` and `webhookSecret` of its integration
 * PAYA, PAYMENT. None without a key.
 */
export async function readAccount(
  { inOrganization, vault }: ProviderDeps,
  organizationId: string,
): Promise<Account | undefined> {
  const name = { partner: payA, service: 'PAYMENT' };
  const settings = await inOrganization(organizationId, 'payments', (scope) =>
    readIntegrationSettings(scope, vault, name),
  );
  const { secretKey, webhookSecret } = settings?.credentials ?? {};
  if (typeof secretKey !== 'string' || secretKey === '') return undefined;
  return {
    secretKey,
    webhookSecret: typeof webhookSecret === 'string' && webhookSecret !== '' ? webhookSecret : undefined,
  };
}
