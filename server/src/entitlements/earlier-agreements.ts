import type { OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { EntitlementRow } from './columns.ts';

/**
 * The marketplace's id of the agreement that an entitlement has now, by that or by one of an agreement before it, in SQL.
 * @param organization SQL of the organization's id, as the others are of theirs
 */
export const currentAgreement = (organization: string, partner: string, externalId: string): string =>
  `coalesce((
    SELECT c.external_id FROM entitlement_agreement a
    JOIN entitlement c ON c.organization_id = a.organization_id AND c.id = a.entitlement_id
    WHERE a.organization_id = ${organization} AND a.partner = ${partner} AND a.external_id = ${externalId}), ${externalId})`;

/** Those of some agreements, by the marketplace's ids, which others have followed that are known. */
export async function earlierAmong(
  { organizationId, query }: OrgTransaction,
  partner: string,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query<RowOf<'entitlement_agreement', 'external_id'>>({
    name: 'find_earlier_agreements',
    text: `SELECT a.external_id FROM entitlement_agreement a
           WHERE a.organization_id = $1 AND a.partner = $2 AND a.external_id = ANY ($3::text[])`,
    values: [organizationId, partner, externalIds],
  });
  return new Set(rows.map(({ external_id: id }) => id));
}

const insert = insertInto(
  'keep_earlier_agreement',
  'entitlement_agreement',
  ['organization_id', 'partner', 'external_id', 'entitlement_id', 'creation_time'],
  { after: 'ON CONFLICT DO NOTHING' },
);
const move = defineStatement(
  'move_to_agreement',
  {
    key: columns('entitlement', ['organization_id', 'id']),
    next: columns('entitlement', ['external_id', 'revision']),
  },
  ({ key, next }) => `UPDATE entitlement e SET ${next.set} WHERE ${key.equals('e')}`,
);

/** Gives a locked entitlement the agreement that follows its own; by the id of that it is found as before. */
export async function moveToAgreement(
  scope: OrgTransaction,
  known: EntitlementRow,
  { externalId, revision }: { externalId: string; revision?: number | undefined },
): Promise<EntitlementRow> {
  const { organizationId } = scope;
  scope.send(
    insert({
      organization_id: organizationId,
      partner: known.partner ?? '',
      external_id: known.external_id ?? '',
      entitlement_id: known.id,
      creation_time: scope.now,
    }),
  );
  const next = { external_id: externalId, revision };
  await scope.query(move({ key: { organization_id: organizationId, id: known.id }, next }));
  return { ...known, external_id: externalId };
}

/** Takes a reading of an agreement as the one that is applied; false where a later one was. */
export async function takeRevision(
  scope: OrgTransaction,
  entitlementId: string,
  revision: number | undefined,
): Promise<boolean> {
  if (revision === undefined) return true;
  const taken = await scope.query({
    name: 'take_revision_of_entitlement',
    text: `UPDATE entitlement e SET revision = $3 WHERE e.organization_id = $1 AND e.id = $2
             AND coalesce(e.revision, $3) <= $3 RETURNING e.id`,
    values: [scope.organizationId, entitlementId, revision],
  });
  return taken.length > 0;
}
