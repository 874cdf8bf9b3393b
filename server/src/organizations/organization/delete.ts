import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { type Answer, route } from '../../platform/http/route.ts';
import { key } from '../../platform/records/fields.ts';
import { organizationColumnList, recordOrganization } from '../columns.ts';
import { organizationErrors } from '../errors.ts';
import { type LockedOrganization, lockOrganization } from './change.ts';
import { one } from './params.ts';

/** Reads of an organization's sales; passed in because entitlements depend on this slice. */
export type SalesReader = {
  anything: (scope: OrgTransaction) => Promise<boolean>;
  /** Whether an entitlement is active. */
  live: (scope: OrgTransaction) => Promise<boolean>;
  /** Whether usage is pending. After a deletion its settlement could no longer be reported. */
  usage: (scope: OrgTransaction) => Promise<boolean>;
};

/**
 * Marks an organization as deleted, which ends all access. The row is kept, because other records reference it.
 * @param confirm the organization's name; required if the organization has any sales
 */
async function deleteOrganization(
  scope: OrgTransaction,
  sold: SalesReader,
  confirm: string | undefined,
): Promise<Answer> {
  const before = await lockOrganization(scope);
  if ((await sold.live(scope)) || (await sold.usage(scope))) throw organizationErrors.organization_in_use();
  if (confirm === undefined ? await sold.anything(scope) : confirm !== before.name)
    throw invalid([{ pointer: 'confirm', message: 'must be the name of the organization' }]);
  const [after] = await scope.query<LockedOrganization>({
    name: 'delete_organization',
    text: `UPDATE organization AS o SET status = 'DELETED', last_update_time = $2, sequence = o.sequence + 1
           WHERE o.organization_id = $1 RETURNING ${organizationColumnList}, o.sequence`,
    values: [scope.organizationId, scope.now],
  });
  await scope.query(recordOrganization(scope, 'DELETE', after as LockedOrganization, before));
  return { body: scope.organizationId };
}

export const deleteOrganizationRoute = ({ sold }: { sold: SalesReader }) =>
  route({
    ...one,
    method: 'DELETE',
    operationId: 'deleteOrganization',
    condition: { lock: lockRows(['organization']) },
    summary: 'Delete an organization',
    description:
      'Ends all access to the organization. Rejected while it has active entitlements, or usage that was ' +
      'not settled or not accepted by its marketplace. If the organization has any sales, `confirm` ' +
      'must be its name.',
    access: 'organization:write',
    query: z.object({ confirm: key('The name of the organization').optional() }),
    response: z.string(),
    responseDescription: 'The identifier of the organization',
    errors: [organizationErrors.organization_in_use.definition],
    run: {
      kind: 'transaction',
      handle: (scope, { query }) => deleteOrganization(scope, sold, query.confirm),
    },
  });
