import { serviceActor } from '../../platform/access/scope.ts';
import { withOffset } from '../../platform/database/clock.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Queryable } from '../../platform/database/statement.ts';
import type { NewId } from '../../platform/ids.ts';
import { organizationColumnList, recordOrganization, type StoredOrganization } from '../columns.ts';
import { type OperatorCommand, type OrganizationStatus, operatorCommands } from '../states.ts';

/**
 * Approves, suspends or reinstates an organization, as the system. The new status applies from the next
 * request on every process.
 * @throws Error when the organization does not exist, or its status does not allow the command
 */
export async function commandOrganization(
  queryable: Queryable,
  context: { newId: NewId; wallNow: Date },
  organizationId: string,
  command: OperatorCommand,
): Promise<void> {
  const { from, to, action } = operatorCommands[command];
  const [before] = await queryable.query<StoredOrganization & RowOf<'organization', 'clock_offset_ms'>>({
    name: 'lock_commanded_organization',
    text: `SELECT ${organizationColumnList}, o.clock_offset_ms FROM organization o
           WHERE o.organization_id = $1 AND o.status <> 'DELETED' FOR UPDATE`,
    values: [organizationId],
  });
  if (!before) throw new Error(`unknown organization ${organizationId}`);
  if (before.status !== from)
    throw new Error(`organization ${organizationId} is ${before.status}, not ${from}`);
  const now = withOffset(context.wallNow, before.clock_offset_ms);
  const [after] = await queryable.query<StoredOrganization & RowOf<'organization', 'sequence'>>({
    name: 'command_organization',
    text: `UPDATE organization AS o SET status = $2, last_update_time = $3, sequence = o.sequence + 1
           WHERE o.organization_id = $1 RETURNING ${organizationColumnList}, o.sequence`,
    values: [organizationId, to, now],
  });
  if (!after) throw new Error(`organization ${organizationId} has not been changed`);
  const scope = {
    organizationId,
    environment: before.environment,
    now,
    ...serviceActor,
    requestId: context.newId('req'),
    wallNow: context.wallNow,
    newId: context.newId,
  };
  await queryable.query(recordOrganization(scope, action, after, before));
}

/** Lists every organization, for the operator's command line. */
export const listEveryOrganization = (
  queryable: Queryable,
): Promise<
  RowOf<
    'organization',
    'organization_id' | 'environment' | 'status' | 'name',
    { status: OrganizationStatus }
  >[]
> =>
  queryable.query({
    name: 'list_every_organization',
    text: 'SELECT organization_id, environment, status, name FROM organization ORDER BY creation_time, organization_id',
    values: [],
  });
