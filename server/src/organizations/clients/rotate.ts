import { inOther, type OrgTransaction } from '../../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../../platform/database/rows.ts';
import { errors } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { findRole } from '../authority.ts';
import { permissionsOf } from '../roles/permissions.ts';
import type { OrganizationStatus } from '../states.ts';
import {
  answerWithSecret,
  atHomeOnly,
  type ClientRouteDeps,
  lockClient,
  one,
  type RandomBytes,
  requireClient,
  requireHome,
} from './command.ts';
import { IdentityApiClient, RotateSecretParams } from './records.ts';
import { hashSecret, makeSecret } from './secrets.ts';
import { type ClientRow, findClient, nextSequence, recordChange, replaceSecret } from './store.ts';

/**
 * Replaces the secret, and revokes a secret that remains from an earlier rotation. The new secret is valid in
 * every organization of the client, so each organization checks the caller's permissions and records an event.
 */
export async function rotateSecret(
  scope: OrgTransaction,
  random: RandomBytes,
  id: string,
  overlapHours: number,
): Promise<{ client: ClientRow; secret: string }> {
  const { client, sequence, isHome } = await lockClient(scope, id);
  requireHome(isHome, 'rotates its secret');
  const elsewhere = await lockInOtherOrganizations(scope, client);
  const secret = makeSecret(random, client.type);
  await scope.query(replaceSecret(scope, id, hashSecret(secret), overlapHours));
  const after = await requireClient(scope, id);
  await recordChange(scope, 'ROTATE_SECRET', sequence, client, after);
  for (const { other, sequence: theirs, seen } of elsewhere)
    await recordChange(other, 'ROTATE_SECRET', theirs, seen, await requireClient(other, id));
  return { client: after, secret };
}

type OtherOrganizationClient = { other: OrgTransaction; sequence: number; seen: ClientRow };

/**
 * Locks the client in every other organization in which it may act. No organization can be added meanwhile,
 * because only the home organization adds organizations and its client is locked already. The organizations are
 * locked in order of their ids to prevent deadlocks.
 * @throws 403 when the client has permissions in one of these organizations that the caller lacks there
 */
async function lockInOtherOrganizations(
  scope: OrgTransaction,
  client: ClientRow,
): Promise<OtherOrganizationClient[]> {
  const locked: OtherOrganizationClient[] = [];
  for (const organizationId of [...client.organization_ids].sort()) {
    if (organizationId === scope.organizationId) continue;
    const caller = await callerIn(scope, organizationId);
    // A deleted organization rejects every principal, so the secret grants no access there.
    if (caller.status === 'DELETED') continue;
    const isRefused = caller.require_second_factor && scope.lacksSecondFactor === true;
    const permissions = isRefused ? new Set<string>() : permissionsOf(caller.role ?? '', caller.permissions);
    const other = await inOther(
      caller.role === null ? scope : { ...scope, other: { organizationId, permissions } },
      organizationId,
    );
    const sequence = await nextSequence(other, client.id);
    const seen = await findClient(other, client.id);
    // The organization removed the client while this transaction waited for the row.
    if (!seen) continue;
    if (scope.actor.type !== 'SERVICE') await requireCovered(other, permissions, seen.role);
    locked.push({ other, sequence, seen });
  }
  return locked;
}

/**
 * Requires that the caller has every permission of the client in an organization. The error omits the client's
 * role there, because the home organization is not allowed to read that role.
 */
async function requireCovered(
  other: OrgTransaction,
  permissions: ReadonlySet<string>,
  role: string,
): Promise<void> {
  const allowed = (await findRole(other, role)) ?? new Set<string>();
  if ([...allowed].every((permission) => permissions.has(permission))) return;
  throw errors.forbidden(
    `In organization ${other.organizationId}, the client has permissions that you do not have there. ` +
      'Remove the client from that organization first, or ask a member with those permissions to rotate the secret.',
  );
}

type CallerAccessRow = RowOf<
  'organization',
  'status' | 'require_second_factor',
  { status: OrganizationStatus }
> &
  OuterRowOf<'principal_grant', 'role'> &
  OuterRowOf<'custom_role', 'permissions'>;

async function callerIn(scope: OrgTransaction, organizationId: string): Promise<CallerAccessRow> {
  const other = await inOther(scope, organizationId);
  const [row] = await other.query<CallerAccessRow>({
    name: 'read_caller_elsewhere',
    text: `SELECT o.status, o.require_second_factor, g.role, r.permissions FROM organization o
             LEFT JOIN principal_grant g ON g.organization_id = $1 AND g.principal_id = $2
             LEFT JOIN custom_role r ON r.organization_id = $1 AND r.name = g.role
           WHERE o.organization_id = $1`,
    values: [organizationId, scope.actor.id],
  });
  return row as CallerAccessRow;
}

export const rotateSecretRoute = ({ randomBytes }: ClientRouteDeps) =>
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/rotateSecret`,
    operationId: 'rotateApiClientSecret',
    summary: 'Replace the secret of an API client',
    description:
      'The new secret is returned only in this response. The old secret and its tokens stay valid for ' +
      '`overlapHours`; with 0 they are revoked immediately on every process. A secret that remains from an earlier ' +
      'rotation is always revoked. The caller must have every permission that the client has in each of ' +
      'its organizations. Each organization records the rotation as an event.',
    access: 'clients:write',
    body: RotateSecretParams.optional(),
    response: IdentityApiClient,
    responseDescription: 'The API client with its new secret',
    errors: atHomeOnly,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const hours = body?.overlapHours ?? 24;
        const { client, secret } = await rotateSecret(scope, randomBytes, params.apiClientId, hours);
        return answerWithSecret(client, secret);
      },
    },
  });
