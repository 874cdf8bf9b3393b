import { z } from 'zod';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import type { Vault } from '../platform/secrets/encryption.ts';

/** The settings of an organization's OpenID provider. */
export type SsoConfig = {
  organizationId: string;
  organizationName: string;
  /** The domain whose users with verified addresses become members at their first sign-in. */
  emailDomain: string | undefined;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  defaultRole: string;
};

const settings = z.object({
  enabled: z.literal(true),
  issuer: z.url(),
  clientID: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  defaultRole: z.string().min(1).default('VIEWER'),
});

/** Whether SSO settings are enabled and complete. */
export const isSsoUsable = (config: unknown): boolean => settings.safeParse(config).success;

/** Reads the SSO settings of an organization, in the system role; undefined without settings. */
export async function readSsoConfig(
  queryable: Queryable,
  vault: Vault,
  organizationId: string,
): Promise<SsoConfig | undefined> {
  const [row] = await queryable.query<
    RowOf<'organization', 'name' | 'email_domain'> & { config: string | null }
  >({
    name: 'read_sso_config',
    text: `SELECT name, email_domain, info -> 'ssoConfigInfo' AS config FROM organization
           WHERE organization_id = $1 AND status <> 'DELETED'`,
    values: [organizationId],
  });
  const config = settings.safeParse(JSON.parse(row?.config ?? '{}'));
  if (!row || !config.success) return undefined;
  const { issuer, clientID, clientSecret, defaultRole } = config.data;
  return {
    organizationId,
    organizationName: row.name,
    emailDomain: row.email_domain?.trim().replace(/^@/, '').toLowerCase() || undefined,
    issuer,
    clientId: clientID,
    clientSecret: clientSecret && vault.decrypt(clientSecret, `sso ${organizationId}`),
    defaultRole,
  };
}

/**
 * Locks the SSO settings until the end of the transaction. The statement returns no row if the provider was removed.
 */
export const lockProvider = ({ organizationId, issuer }: SsoConfig): Statement => ({
  name: 'hold_provider',
  text: `SELECT organization_id FROM organization
         WHERE organization_id = $1 AND status <> 'DELETED' AND info -> 'ssoConfigInfo' @> $2::jsonb FOR SHARE`,
  values: [organizationId, JSON.stringify({ enabled: true, issuer })],
});
