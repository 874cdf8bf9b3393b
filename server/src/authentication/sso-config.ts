import { z } from 'zod';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import type { Vault } from '../platform/secrets/encryption.ts';

/** The OpenID provider of an organization, and how people come in by it. */
export type SsoConfig = {
  organizationId: string;
  organizationName: string;
  /** People with a verified address of this domain may come in for the first time. */
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

/** Says whether people can sign in by such settings. */
export const isSsoUsable = (config: unknown): boolean => settings.safeParse(config).success;

/** Single sign-on of an organization, as the system; undefined when it has none. */
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

/** Answers a row while the organization has this provider; keeps it from being turned off before the transaction ends. */
export const lockProvider = ({ organizationId, issuer }: SsoConfig): Statement => ({
  name: 'hold_provider',
  text: `SELECT organization_id FROM organization
         WHERE organization_id = $1 AND status <> 'DELETED' AND info -> 'ssoConfigInfo' @> $2::jsonb FOR SHARE`,
  values: [organizationId, JSON.stringify({ enabled: true, issuer })],
});
