import type { CredentialsVerdict } from '../../../marketplaces/index.ts';
import { readIntegrationSettings } from '../../../organizations/index.ts';
import type { InOrganization } from '../../../platform/access/scope.ts';
import type { Vault } from '../../../platform/secrets/encryption.ts';

/** Code of the provider in records. */
export const payA = 'PAYA';

export type ProviderDeps = {
  inOrganization: InOrganization;
  vault: Vault;
  /** Address of a local provider, for tests only. */
  payAAt?: Account['at'];
};

/**
 * Reads the account of an organization at payment provider A: the credentials `secretKey` and `webhookSecret`
 * of its integration PAYA, PAYMENT. Returns undefined if the secret key is missing.
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

/** Creates the account from these credentials; undefined if the secret key is missing. */
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

/** Type of the Stripe library, which is loaded at first use. */
type Library = typeof import('stripe');
export type Client = InstanceType<Library['default']>;

/** Stripe account of an integration: `credentials.secretKey` and `credentials.webhookSecret`. */
export type Account = {
  secretKey: string;
  webhookSecret: string | undefined;
  /** Address of a local API, for tests only. */
  at?: { host: string; port: number; protocol: 'http' };
};

/** Timeout after which the outcome of a call counts as unknown. */
const timeoutMs = 20_000;

/** Creates a Stripe client without retries: our job retries, after looking up the outcome. */
export async function createClient({ secretKey, at }: Account): Promise<Client> {
  const { default: Stripe } = await import('stripe');
  return new Stripe(secretKey, { maxNetworkRetries: 0, timeout: timeoutMs, telemetry: false, ...at });
}

/**
 * Verifies a secret key by a read-only request to Stripe for one payment. @throws if Stripe cannot be reached
 */
export async function verifyAccount(account: Account): Promise<CredentialsVerdict> {
  try {
    const client = await createClient(account);
    await client.paymentIntents.list({ limit: 1 });
    return { verified: true };
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message?: string };
    if (statusCode !== 401 && statusCode !== 403) throw error;
    return { verified: false, message: message ?? 'The secret key was rejected.' };
  }
}
