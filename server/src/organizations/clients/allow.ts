import { z } from 'zod';
import { inOther, type OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { inSecondOrganization } from '../../platform/http/rare.ts';
import { organizationOf, RawJson, route } from '../../platform/http/route.ts';
import { requireGrantable } from '../authority.ts';
import { clientErrors } from '../errors.ts';
import { atHomeOnly, lockClient, one, requireClient, requireHome } from './command.ts';
import { ApiClientOrganizationParams, IdentityApiClient } from './records.ts';
import {
  type ClientRow,
  encodeClient,
  grantClient,
  nextSequence,
  recordChange,
  revokeClient,
} from './store.ts';

/**
 * Reads the organization in which a client is to be allowed.
 * @throws 400 for an invalid organization
 */
function otherOrganization(orgId: string, { organizationID }: ApiClientOrganizationParams): string {
  const pointer = '/organizationID';
  if (organizationID === undefined) throw invalid([{ pointer, message: 'is required' }]);
  if (organizationID === orgId) throw invalid([{ pointer, message: 'must be another organization' }]);
  return organizationID;
}

/**
 * Allows a client of this organization in another organization. `scope.other` has checked the caller's
 * permission there.
 */
async function allowClient(
  scope: OrgTransaction,
  id: string,
  params: ApiClientOrganizationParams,
): Promise<ClientRow> {
  const other = await inOther(scope, otherOrganization(scope.organizationId, params));
  if (params.role === undefined) throw invalid([{ pointer: '/role', message: 'is required' }]);
  const { client, sequence, isHome } = await lockClient(scope, id);
  requireHome(isHome, 'allows it in other organizations');
  const theirs = await nextSequence(other, id);
  // The other organization's roles are not locked, because two organizations could deadlock. A role that is
  // deleted meanwhile grants no permissions.
  await requireGrantable(other, other, params.role);
  const [row] = await other.query<{ granted: boolean }>(grantClient(other, id, params.role));
  if (!row?.granted) throw clientErrors.api_client_granted();
  await recordChange(other, 'CREATE', theirs, undefined, await requireClient(other, id));
  const after = await requireClient(scope, id);
  await recordChange(scope, 'UPDATE', sequence, client, after);
  return after;
}

export const allowClientRoute = inSecondOrganization<ApiClientOrganizationParams>(
  (request) => otherOrganization(organizationOf(request), request.body),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/organization`,
    operationId: 'allowApiClientInOrganization',
    summary: 'Allow an API client in another organization',
    description:
      'The caller needs the permission clients:write in both organizations. The other organization can read the ' +
      'client with its role there, and can change the role or remove the client.',
    access: 'clients:write',
    body: ApiClientOrganizationParams,
    response: IdentityApiClient,
    responseDescription: 'The API client, as shown to this organization',
    errors: [...atHomeOnly, clientErrors.api_client_granted.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeClient(await allowClient(scope, params.apiClientId, body))),
      }),
    },
  }),
);

/**
 * Removes a client from an organization. The home organization can remove it from any other organization;
 * another organization can remove it from itself.
 */
async function disallowClient(scope: OrgTransaction, id: string, fromId: string): Promise<void> {
  const { client, sequence, isHome } = await lockClient(scope, id);
  if (fromId === scope.organizationId) {
    if (isHome) throw clientErrors.api_client_home('Delete the client instead.');
    await scope.query(revokeClient(id));
    await recordChange(scope, 'DELETE', sequence, client, undefined);
    return;
  }
  if (!isHome || !client.organization_ids.includes(fromId))
    throw clientErrors.api_client_not_found('The client is not authorized for that organization.');
  const other = await inOther(scope, fromId);
  const theirs = await nextSequence(other, id);
  const seen = await requireClient(other, id);
  await other.query(revokeClient(id));
  await recordChange(other, 'DELETE', theirs, seen, undefined);
  await recordChange(scope, 'UPDATE', sequence, client, await requireClient(scope, id));
}

export const disallowClientRoute = route({
  ...one,
  method: 'DELETE',
  path: `${one.path}/organization/{otherOrgId}`,
  operationId: 'disallowApiClientInOrganization',
  summary: 'Remove an API client from an organization',
  description:
    'The home organization removes the client from any other organization. Any other organization removes the client ' +
    'from itself, with its own id as `otherOrgId`.',
  access: 'clients:write',
  response: z.string(),
  responseDescription: 'The identifier of the client',
  errors: [...one.errors, clientErrors.api_client_home.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      await disallowClient(scope, params.apiClientId, params.otherOrgId);
      return { body: params.apiClientId };
    },
  },
});
