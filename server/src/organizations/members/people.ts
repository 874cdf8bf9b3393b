import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';

/** The members of the organization that can be notified by mail. */
export const findPeople = (
  scope: OrgTransaction,
): Promise<RowOf<'member', 'id' | 'email' | 'role', { email: string }>[]> =>
  scope.query({
    name: 'find_people',
    text: `SELECT m.id, m.email, m.role FROM member m
           WHERE m.organization_id = $1 AND m.status = 'ACTIVE' AND m.email IS NOT NULL
           ORDER BY m.creation_time, m.id`,
    values: [scope.organizationId],
  });

export async function organizationName(scope: OrgTransaction): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'organization', 'name'>>({
    name: 'organization_name',
    text: 'SELECT o.name FROM organization o WHERE o.organization_id = $1',
    values: [scope.organizationId],
  });
  return row?.name;
}
