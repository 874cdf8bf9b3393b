import type { FindAgreement } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { EntitlementRow } from './columns.ts';

/**
 * SQL for the external id of an entitlement’s current agreement, found by the external id of that or an earlier
 * agreement.
 * @param organization SQL of the organization’s id; the other parameters are SQL too
 */
export const currentAgreement = (organization: string, partner: string, externalId: string): string =>
  `coalesce((
    SELECT c.external_id FROM entitlement_agreement a
    JOIN entitlement c ON c.organization_id = a.organization_id AND c.id = a.entitlement_id
    WHERE a.organization_id = ${organization} AND a.partner = ${partner} AND a.external_id = ${externalId}), ${externalId})`;

/** Reads which of the given agreements (external ids) a later agreement has succeeded. */
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

/**
 * Reads the external ids of an entitlement’s agreements: the current agreement, then the earlier agreements, newest
 * first.
 */
export async function agreementsOf(
  { organizationId, query }: OrgTransaction,
  entitlementId: string,
): Promise<readonly string[]> {
  const rows = await query<{ external_id: string }>({
    name: 'agreements_of_entitlement',
    text: `SELECT e.external_id, true AS runs, NULL::timestamptz AS creation_time FROM entitlement e
           WHERE e.organization_id = $1 AND e.id = $2 AND e.external_id IS NOT NULL
           UNION ALL
           SELECT a.external_id, false, a.creation_time FROM entitlement_agreement a
           WHERE a.organization_id = $1 AND a.entitlement_id = $2
           ORDER BY runs DESC, creation_time DESC, external_id`,
    values: [organizationId, entitlementId],
  });
  return rows.map(({ external_id: id }) => id);
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

/** Moves a locked entitlement to the agreement that succeeds its own; the earlier agreement’s id still finds it. */
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

/**
 * Records the revision of the agreement that is about to be applied; returns false if a later revision was applied
 * already.
 */
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

/** Checks whether an entitlement has this agreement as its current or an earlier agreement. */
export async function isAgreementKnown(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'is_agreement_known',
    text: `SELECT EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1 AND e.partner = $2
             AND e.external_id = ${currentAgreement('$1', '$2', '$3')}) AS found`,
    values: [scope.organizationId, partner, externalId],
  });
  return row?.found ?? false;
}

type EarlierEntitlementRow = Pick<EntitlementRow, 'status' | 'product_id' | 'end_time'> & {
  external_id: string;
};

/** Finds the entitlement of an agreement at a marketplace, for offers that are based on the agreement. */
export const findAgreement: FindAgreement = async (scope, partner, by) => {
  const byId = 'externalId' in by;
  const [row] = await scope.query<EarlierEntitlementRow>({
    name: byId ? 'agreement_by_id' : 'agreement_of_offer',
    text: `SELECT e.external_id, e.status, e.product_id, e.end_time FROM entitlement e
           WHERE e.organization_id = $1 AND e.${byId ? 'external_id' : 'offer_id'} = $2 AND e.partner = $3
             AND e.external_id IS NOT NULL
           ORDER BY e.creation_time DESC, e.id DESC LIMIT 1`,
    values: [scope.organizationId, byId ? by.externalId : by.offerId, partner],
  });
  return (
    row && {
      externalId: row.external_id,
      isActive: row.status === 'ACTIVE',
      productId: row.product_id ?? undefined,
      endTime: row.end_time ?? undefined,
    }
  );
};
