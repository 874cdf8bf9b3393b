import { type OrgTransaction, serviceActor } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Transacting } from '../platform/database/statement.ts';
import type { NewId } from '../platform/ids.ts';

/**
 * The scope in which an operator works on an organization's trail, as the system: by the organization's clock.
 * @throws Error when there is no such organization
 */
export async function systemScope(
  { query, send }: Transacting,
  newId: NewId,
  organizationId: string,
): Promise<OrgTransaction> {
  const [row] = await query<RowOf<'organization', 'environment' | 'clock_offset_ms'> & { wall_now: string }>({
    name: 'read_organization_of_trail',
    text: `SELECT environment, clock_offset_ms, clock_timestamp() AS wall_now FROM organization
           WHERE organization_id = $1`,
    values: [organizationId],
  });
  if (!row) throw new Error(`there is no organization ${organizationId}`);
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
