import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { type Authority, findRole, lockMembers, requireNoMore } from '../authority.ts';
import type { ChannelPartners } from '../binding.ts';
import { clientErrors } from '../errors.ts';
import { type ClientRow, encodeClient, findClient, nextSequence } from './store.ts';

export type RandomBytes = (size: number) => Buffer;

export type ClientRouteDeps = { randomBytes: RandomBytes; channelPartners: ChannelPartners };

export const one = {
  path: '/org/{orgId}/apiClient/{apiClientId}',
  group: 'API',
  errors: [clientErrors.api_client_not_found.definition],
} as const;

export const atHomeOnly = [
  clientErrors.api_client_not_found.definition,
  clientErrors.api_client_of_another_organization.definition,
];

/** Response with a secret. The secret is masked in the response to a repeated idempotency key. */
export const answerWithSecret = (client: ClientRow, secret: string): Answer => ({
  headers: { 'cache-control': 'no-store' },
  body: new RawJson(encodeClient(client, secret)),
  repeatBody: new RawJson(encodeClient(client, '********')),
});

/** @throws 404 */
export async function requireClient(scope: OrgTransaction, id: string): Promise<ClientRow> {
  const client = await findClient(scope, id);
  if (!client) throw clientErrors.api_client_not_found();
  return client;
}

/**
 * Reads the caller's permissions, and locks the roles against other changes. The service itself has every
 * permission.
 */
export const authorityOf = async (scope: OrgTransaction): Promise<Pick<Authority, 'permissions'>> =>
  scope.actor.type === 'SERVICE' ? scope : lockMembers(scope, 'clients:write');

/** Locks the client for a change, and requires that the caller has every permission of the client. */
export async function lockClient(scope: OrgTransaction, id: string) {
  const authority = await authorityOf(scope);
  const sequence = await nextSequence(scope, id);
  const client = await requireClient(scope, id);
  requireNoMore(authority, (await findRole(scope, client.role)) ?? []);
  const isHome = client.home_organization_id === scope.organizationId;
  return { client, sequence, isHome, authority };
}

export const requireHome = (isHome: boolean, what: string): void => {
  if (!isHome) throw clientErrors.api_client_of_another_organization(`Only its home organization ${what}.`);
};
