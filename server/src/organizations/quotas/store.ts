import { type OrgScope, serviceActor } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Queryable, Statement } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { NewId } from '../../platform/ids.ts';

export const countMembers = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_members',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM member m WHERE m.organization_id = $1 AND m.status <> 'REMOVED' LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

/** Lists the quotas that operators have set, for the command line; as the system. */
export const listSetQuotas = (
  queryable: Queryable,
): Promise<RowOf<'quota', 'organization_id' | 'name' | 'maximum'>[]> =>
  queryable.query({
    name: 'list_set_quotas',
    text: 'SELECT q.organization_id, q.name, q.maximum FROM quota q ORDER BY q.organization_id, q.name',
    values: [],
  });

const upsert = insertInto('set_quota', 'quota', ['organization_id', 'name', 'maximum', 'last_update_time'], {
  after: `ON CONFLICT (organization_id, name)
          DO UPDATE SET maximum = EXCLUDED.maximum, last_update_time = EXCLUDED.last_update_time`,
});

/**
 * Sets a maximum, as the system: of one organization, which has an event of it, or of all that have none of their own.
 * @throws Error when there is no such organization
 */
export async function setQuota(
  queryable: Queryable,
  newId: NewId,
  now: Date,
  { organizationId, name, maximum }: { organizationId: string; name: string; maximum: number },
): Promise<void> {
  const [before] = await queryable.query<RowOf<'quota', 'maximum'>>({
    name: 'lock_quota',
    text: 'SELECT q.maximum FROM quota q WHERE q.organization_id = $1 AND q.name = $2 FOR UPDATE',
    values: [organizationId, name],
  });
  await queryable.query(upsert({ organization_id: organizationId, name, maximum, last_update_time: now }));
  if (organizationId === '*') return;
  const [row] = await queryable.query<RowOf<'organization', 'sequence' | 'environment'>>({
    name: 'next_organization_sequence',
    text: `UPDATE organization SET sequence = sequence + 1 WHERE organization_id = $1
           RETURNING sequence, environment`,
    values: [organizationId],
  });
  if (!row) throw new Error(`there is no organization ${organizationId}`);
  const times = { now, wallNow: now };
  const { environment } = row;
  const scope: OrgScope = {
    organizationId,
    environment,
    ...serviceActor,
    requestId: newId('req'),
    ...times,
    newId,
  };
  const snapshot = (value: number | undefined) =>
    JSON.stringify({ id: organizationId, quotas: value === undefined ? {} : { [name]: value } });
  await queryable.query(
    recordEvent(scope, {
      entityType: 'ORGANIZATION',
      entityId: organizationId,
      sequence: row.sequence,
      action: 'UPDATE',
      payload: snapshot(maximum),
      before: snapshot(before?.maximum),
    }),
  );
}
