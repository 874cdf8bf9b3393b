import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto, selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** The fault kinds. A fault affects calls to a marketplace, or the delivery of its notifications. */
export const faultKinds = [
  'FAIL_CREATE',
  'LOSE_ANSWER',
  'RATE_LIMIT',
  'LOSE_CALL',
  'SLOW',
  'REJECT_USAGE',
  'SKIP_USAGE',
  'REFUND_REVENUE',
  'CORRECT_REVENUE',
  'DUPLICATE_REVENUE',
  'UNKNOWN_REVENUE',
  'ORDER_ID_REVENUE',
  'LOSE_NOTIFICATION',
  'DELAY_NOTIFICATION',
  'REORDER_NOTIFICATION',
  'DUPLICATE_NOTIFICATION',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export const faultColumns = [
  'organization_id',
  'id',
  'partner',
  'kind',
  'cause',
  'permanent',
  'delay',
  'wanted',
  'remaining',
  'creation_time',
] as const satisfies readonly ColumnOf<'sandbox_fault'>[];
const columns = selectList<'sandbox_fault'>('sandbox_fault', faultColumns);

export type Fault = RowOf<'sandbox_fault', (typeof faultColumns)[number], { kind: FaultKind }>;

const insert = insertInto('insert_sandbox_fault', 'sandbox_fault', faultColumns, {
  after: `RETURNING ${columns}`,
});

/** Inserts a fault that affects a given number of subsequent calls or notifications. */
export const insertFault = (
  scope: OrgScope,
  fault: {
    partner: string | undefined;
    kind: FaultKind;
    cause: string | undefined;
    permanent: boolean;
    delay: string | undefined;
    count: number;
  },
): Statement =>
  insert({
    organization_id: scope.organizationId,
    id: scope.newId('sbf'),
    partner: fault.partner,
    kind: fault.kind,
    cause: fault.cause,
    permanent: fault.permanent,
    delay: fault.delay,
    wanted: fault.count,
    remaining: fault.count,
    creation_time: scope.now,
  });

export const deleteFault = (scope: OrgScope, id: string): Statement => ({
  name: 'delete_sandbox_fault',
  text: `DELETE FROM sandbox_fault WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
  values: [scope.organizationId, id],
});

/** Consumes the oldest remaining fault of these kinds at a marketplace by decrementing its count. */
export const takeFault = async (
  scope: OrgTransaction,
  partner: string,
  kinds: readonly FaultKind[],
): Promise<Fault | undefined> =>
  (await scope.query<Fault>(takeFaultOf(scope.organizationId, partner, kinds)))[0];

/** Creates the statement that consumes a fault. */
export const takeFaultOf = (
  organizationId: string,
  partner: string,
  kinds: readonly FaultKind[],
): Statement => ({
  name: 'take_sandbox_fault',
  text: `UPDATE sandbox_fault SET remaining = remaining - 1
           WHERE organization_id = $1 AND remaining > 0 AND id = (
             SELECT f.id FROM sandbox_fault f
             WHERE f.organization_id = $1 AND f.remaining > 0 AND f.kind = ANY ($3)
               AND (f.partner IS NULL OR f.partner = $2)
             ORDER BY f.creation_time, f.id LIMIT 1 FOR UPDATE)
           RETURNING ${columns}`,
  values: [organizationId, partner, kinds],
});

/** Creates the statement that checks whether a fault of a kind remains at a marketplace. */
export const findFaultOf = (organizationId: string, partner: string, kind: FaultKind): Statement => ({
  name: 'find_sandbox_fault',
  text: `SELECT f.id FROM sandbox_fault f
           WHERE f.organization_id = $1 AND f.remaining > 0 AND f.kind = $3
             AND (f.partner IS NULL OR f.partner = $2) LIMIT 1`,
  values: [organizationId, partner, kind],
});

/** Returns whether a fault of one of these kinds remains at any marketplace. */
export async function strikesAny(
  { query, organizationId }: OrgTransaction,
  kinds: readonly FaultKind[],
): Promise<boolean> {
  const found = await query({
    name: 'find_sandbox_faults',
    text: `SELECT f.id FROM sandbox_fault f
           WHERE f.organization_id = $1 AND f.remaining > 0 AND f.kind = ANY ($2) LIMIT 1`,
    values: [organizationId, kinds],
  });
  return found.length > 0;
}
