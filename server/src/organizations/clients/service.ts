import { inOther, type OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { type Authority, findRole, lockMembers, requireGrantable, requireNoMore } from '../authority.ts';
import { bindingFrom, bindPrincipal, type ChannelPartners } from '../binding.ts';
import { type ClientRow, encodeClient } from './columns.ts';
import { lockElsewhere } from './elsewhere.ts';
import { clientErrors } from './errors.ts';
import type { ApiClientOrganizationParams, IdentityApiClient } from './records.ts';
import { hashSecret, makeSecret } from './secrets.ts';
import {
  findClient,
  grantClient,
  insertClient,
  nextSequence,
  recordChange,
  removeClient,
  replaceSecret,
  revokeClient,
  updateClient,
} from './store.ts';

export type RandomBytes = (size: number) => Buffer;

/** Makes a client of the organization; its secret is in the answer and nowhere else. */
const unnamed = 'API client';

export async function createClientHere(
  scope: OrgTransaction,
  random: RandomBytes,
  input: Pick<IdentityApiClient, 'name' | 'description' | 'role' | 'channelPartnerId'>,
  partners?: ChannelPartners,
): Promise<{ client: ClientRow; secret: string }> {
  const { role } = input;
  if (role === undefined) throw invalid([{ pointer: '/role', message: 'is required' }]);
  const authority = await authorityOf(scope);
  await requireGrantable(scope, authority, role);
  const boundTo =
    partners && (await bindingFrom(scope, { authority, partners }, input.channelPartnerId, null));
  const id = scope.newId('cli');
  const secret = makeSecret(random);
  const { name = unnamed, description = null } = input;
  const sequence = await nextSequence(scope, id);
  await scope.query(insertClient(scope, { id, name, description, role, secretHash: hashSecret(secret) }));
  if (boundTo) await scope.query(bindPrincipal(id, boundTo));
  const client = await requireClient(scope, id);
  await recordChange(scope, 'CREATE', sequence, undefined, client);
  return { client, secret };
}

/** An answer with a secret; a repeat by idempotency key has stars in its place. */
export const answerWithSecret = (client: ClientRow, secret: string): Answer => ({
  headers: { 'cache-control': 'no-store' },
  body: new RawJson(encodeClient(client, secret)),
  repeat: new RawJson(encodeClient(client, '********')),
});

/** @throws 404 */
async function requireClient(scope: OrgTransaction, id: string): Promise<ClientRow> {
  const client = await findClient(scope, id);
  if (!client) throw clientErrors.api_client_not_found();
  return client;
}

/** Reads what the caller may do now that nobody else changes roles here; the service itself may do everything. */
const authorityOf = async (scope: OrgTransaction): Promise<Pick<Authority, 'permissions'>> =>
  scope.actor.type === 'SERVICE' ? scope : lockMembers(scope, 'clients:write');

/** Locks the client for a change; nobody changes one that may do more than itself. */
async function lockClient(scope: OrgTransaction, id: string) {
  const authority = await authorityOf(scope);
  const sequence = await nextSequence(scope, id);
  const client = await requireClient(scope, id);
  requireNoMore(authority, (await findRole(scope, client.role)) ?? []);
  const isHome = client.home_organization_id === scope.organizationId;
  return { client, sequence, isHome, authority };
}

const requireHome = (isHome: boolean, what: string): void => {
  if (!isHome) throw clientErrors.api_client_of_another_organization(`Only its own organization ${what}.`);
};

/** Changes a client. Name and description are the home's to change, the role is each organization's. */
export async function changeClient(
  scope: OrgTransaction,
  id: string,
  patch: {
    name?: string | null | undefined;
    description?: string | null | undefined;
    role?: string | undefined;
    channelPartnerId?: string | null | undefined;
  },
  partners: ChannelPartners,
): Promise<ClientRow> {
  const { client, sequence, isHome, authority } = await lockClient(scope, id);
  const next = {
    id,
    name: patch.name === null ? unnamed : (patch.name ?? client.name),
    description: patch.description === undefined ? client.description : patch.description,
    role: patch.role ?? client.role,
  };
  if (next.name !== client.name || next.description !== client.description)
    requireHome(isHome, 'changes its name and description');
  if (next.role !== client.role) await requireGrantable(scope, authority, next.role);
  const binding = { authority, partners };
  const boundTo = await bindingFrom(scope, binding, patch.channelPartnerId, client.channel_partner_id);
  await scope.query(updateClient(scope, next));
  if (boundTo !== client.channel_partner_id) await scope.query(bindPrincipal(id, boundTo));
  const after = await requireClient(scope, id);
  await recordChange(scope, 'UPDATE', sequence, client, after);
  return after;
}

/**
 * Replaces the secret. One that an earlier rotation left over ends now. Whoever has the secret may do what the client
 * may do, in every organization that let it in: so each is compared, and each gets an event of its own.
 */
export async function rotateSecret(
  scope: OrgTransaction,
  random: RandomBytes,
  id: string,
  overlapHours: number,
): Promise<{ client: ClientRow; secret: string }> {
  const { client, sequence, isHome } = await lockClient(scope, id);
  requireHome(isHome, 'renews its secret');
  const elsewhere = await lockElsewhere(scope, client);
  const secret = makeSecret(random);
  await scope.query(replaceSecret(scope, id, hashSecret(secret), overlapHours));
  const after = await requireClient(scope, id);
  await recordChange(scope, 'ROTATE_SECRET', sequence, client, after);
  for (const { other, sequence: theirs, seen } of elsewhere)
    await recordChange(other, 'ROTATE_SECRET', theirs, seen, await requireClient(other, id));
  return { client: after, secret };
}

/** Deletes the client everywhere; each organization that had it gets an event of its own. */
export async function deleteClientHere(scope: OrgTransaction, id: string): Promise<void> {
  const { client, sequence, isHome } = await lockClient(scope, id);
  requireHome(isHome, 'deletes it');
  const others = [];
  for (const organizationId of client.organization_ids) {
    if (organizationId === scope.organizationId) continue;
    const other = await inOther(scope, organizationId);
    others.push({ other, sequence: await nextSequence(other, id), seen: await requireClient(other, id) });
  }
  await scope.query(removeClient(id));
  await recordChange(scope, 'DELETE', sequence, client, undefined);
  for (const { other, sequence: theirs, seen } of others)
    await recordChange(other, 'DELETE', theirs, seen, undefined);
}

/** Reads in which other organization a client is to be allowed. @throws 400 */
export function otherOrganization(orgId: string, { organizationID }: ApiClientOrganizationParams): string {
  const pointer = '/organizationID';
  if (organizationID === undefined) throw invalid([{ pointer, message: 'is required' }]);
  if (organizationID === orgId) throw invalid([{ pointer, message: 'must be another organization' }]);
  return organizationID;
}

/** Lets a client of this organization act in another one. The caller's permission there was checked: `scope.other`. */
export async function allowClient(
  scope: OrgTransaction,
  id: string,
  params: ApiClientOrganizationParams,
): Promise<ClientRow> {
  const other = await inOther(scope, otherOrganization(scope.organizationId, params));
  if (params.role === undefined) throw invalid([{ pointer: '/role', message: 'is required' }]);
  const { client, sequence, isHome } = await lockClient(scope, id);
  requireHome(isHome, 'lets it act in others');
  const theirs = await nextSequence(other, id);
  // Its roles are not locked, as two organizations could wait for each other then: a role that goes allows nothing.
  await requireGrantable(other, other, params.role);
  const [row] = await other.query<{ granted: boolean }>(grantClient(other, id, params.role));
  if (!row?.granted) throw clientErrors.api_client_granted();
  await recordChange(other, 'CREATE', theirs, undefined, await requireClient(other, id));
  const after = await requireClient(scope, id);
  await recordChange(scope, 'UPDATE', sequence, client, after);
  return after;
}

/** Takes a client's right to act in an organization away: its home from any other, another one from itself. */
export async function disallowClient(scope: OrgTransaction, id: string, fromId: string): Promise<void> {
  const { client, sequence, isHome } = await lockClient(scope, id);
  if (fromId === scope.organizationId) {
    if (isHome) throw clientErrors.api_client_home('Delete the client instead.');
    await scope.query(revokeClient(id));
    await recordChange(scope, 'DELETE', sequence, client, undefined);
    return;
  }
  if (!isHome || !client.organization_ids.includes(fromId))
    throw clientErrors.api_client_not_found('The client may not act in that organization.');
  const other = await inOther(scope, fromId);
  const theirs = await nextSequence(other, id);
  const seen = await requireClient(other, id);
  await other.query(revokeClient(id));
  await recordChange(other, 'DELETE', theirs, seen, undefined);
  await recordChange(scope, 'UPDATE', sequence, client, await requireClient(scope, id));
}
