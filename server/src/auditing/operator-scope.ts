import { type OrgTransaction, serviceActor } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Transaction } from '../platform/database/statement.ts';
import type { NewId } from '../platform/ids.ts';

/**
 * Creates the scope of an operator's command on an organization's audit trail, in the system role and by the
 * organization's clock.
 * @throws Error if the organization does not exist
 */
export async function systemScope(
  { query, send }: Transaction,
  newId: NewId,
  organizationId: string,
): Promise<OrgTransaction> {
  const [row] = await query<RowOf<'organization', 'environment' | 'clock_offset_ms'> & { wall_now: string }>({
    name: 'read_organization_of_trail',
    text: `SELECT environment, clock_offset_ms, clock_timestamp() AS wall_now FROM organization
           WHERE organization_id = $1`,
    values: [organizationId],
  });
  if (!row) throw new Error(`the organization ${organizationId} does not exist`);
  const wallNow = new Date(row.wall_now);
  return {
    organizationId,
    environment: row.environment,
    ...serviceActor,
    requestId: newId('req'),
    wallNow,
    now: new Date(wallNow.getTime() + row.clock_offset_ms),
    newId,
    query,
    send,
  };
}
