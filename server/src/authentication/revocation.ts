import type { Principal } from '../platform/access/access.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import { AppError } from '../platform/errors.ts';
import type { GrantDeps } from './grants.ts';
import { hashSecret } from './secrets.ts';

type RevocationDeps = Pick<GrantDeps, 'database' | 'tokens'>;

/** Returns the principal of an access token; undefined if the token is invalid, expired or revoked. */
async function principalOf({ tokens }: RevocationDeps, token: string): Promise<Principal | undefined> {
  try {
    return await tokens.authenticate(`Bearer ${token}`);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Ends the session of a user's refresh token or access token (RFC 7009). Unknown tokens, and tokens of other clients,
 * are ignored.
 */
export async function revoke(deps: RevocationDeps, token: string, clientId: string): Promise<void> {
  const principal = token.startsWith('tpr_') ? undefined : await principalOf(deps, token);
  await deps.database.transaction(
    ({ query }) =>
      query({
        name: 'revoke_session',
        text: `DELETE FROM person_session s WHERE s.client_id = $1 AND (s.id = $2
                 OR s.id = (SELECT t.session_id FROM refresh_token t WHERE t.token_hash = $3))`,
        values: [clientId, principal?.sessionId ?? '', hashSecret(token)],
      }),
    'system',
  );
}

const insertRevoked = insertInto('revoke_token', 'revoked_token', ['id', 'expires_at'], {
  after: 'ON CONFLICT DO NOTHING',
});

/** Revokes an access token of an API client, effective from the next request in every process. */
export async function revokeOfClient(deps: RevocationDeps, token: string, clientId: string): Promise<void> {
  const principal = await principalOf(deps, token);
  if (principal?.type !== 'API_CLIENT' || principal.id !== clientId) return;
  await deps.database.transaction(
    ({ query }) => query(insertRevoked({ id: principal.tokenId, expires_at: principal.tokenExpiresAt })),
    'system',
  );
}
