import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import {
  changes,
  columns,
  defineStatement,
  insertInto,
  parameters,
  rows,
  selectList,
} from '../platform/database/define-statement.ts';
import type { NewRowOf, RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { inList } from '../platform/records/moves.ts';
import {
  type AgreedAmount,
  type AgreedPayments,
  type BilledRow,
  billedOfEntitlement,
  type EntitlementRow,
  entitlementColumnList,
  entitlementColumns,
  wholeEntitlement,
} from './columns.ts';
import { cancelDateOf } from './dates.ts';
import { currentAgreement, earlierAmong } from './earlier-agreements.ts';
import { type EntitlementStatus, live } from './states.ts';

export const selectEntitlement = (scope: OrgScope, id: string): Statement => ({
  name: 'select_entitlement',
  text: `SELECT ${entitlementColumnList} FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2`,
  values: [scope.organizationId, id],
});

/** The dimensions of an entitlement, each with its usage counts in the current term. */
const countedDimensions = `(
  SELECT jsonb_agg(CASE WHEN t.usage_counts ? (d.item ->> 'key')
      THEN d.item || jsonb_build_object('usageCount', t.usage_counts -> (d.item ->> 'key'))
      ELSE d.item - 'usageCount' END ORDER BY d.number)
  FROM jsonb_array_elements(e.info -> 'dimensions') WITH ORDINALITY d (item, number))`;
const shownColumns = entitlementColumnList.replace(
  'e.info',
  `CASE WHEN t.usage_counts IS NOT NULL AND jsonb_array_length(e.info -> 'dimensions') > 0
    THEN jsonb_set(e.info, '{dimensions}', ${countedDimensions}) ELSE e.info END AS info`,
);

/** Selects one entitlement with the usage counts of its dimensions, as `getEntitlement` returns it. */
export const selectShownEntitlement = (scope: OrgScope, id: string): Statement => ({
  name: 'select_shown_entitlement',
  text: `SELECT ${shownColumns}, e.spa_version FROM entitlement e
         LEFT JOIN entitlement_term t ON t.organization_id = e.organization_id AND t.entitlement_id = e.id
           AND t.id = e.entitlement_term_id
         WHERE e.organization_id = $1 AND e.id = $2`,
  values: [scope.organizationId, id],
});

/** Locks an entitlement until the end of the transaction. */
export async function lockEntitlement(
  scope: OrgTransaction,
  id: string,
): Promise<EntitlementRow | undefined> {
  const rows = await scope.query<EntitlementRow>({
    name: 'lock_entitlement',
    text: `SELECT ${wholeEntitlement} FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Reads an entitlement without a lock; for reads only. */
export async function findEntitlement(
  scope: OrgTransaction,
  id: string,
): Promise<EntitlementRow | undefined> {
  const rows = await scope.query<EntitlementRow>({
    name: 'find_entitlement',
    text: `SELECT ${wholeEntitlement} FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/**
 * Locks entitlements to bill them, in the order of their ids. The statement waits for rows that another
 * transaction has locked, or skips them.
 */
export const lockEntitlements = (
  scope: OrgTransaction,
  ids: readonly string[],
  skipLocked: boolean,
): Promise<BilledRow[]> =>
  scope.query<BilledRow>({
    name: skipLocked ? 'lock_free_entitlements' : 'lock_entitlements',
    text: `SELECT ${selectList<'entitlement'>('e', billedOfEntitlement)}, ${cancelDateOf('e')} AS cancel_date
           FROM entitlement e WHERE e.organization_id = $1 AND e.id = ANY ($2::text[])
           ORDER BY e.id FOR UPDATE${skipLocked ? ' SKIP LOCKED' : ''}`,
    values: [scope.organizationId, ids],
  });

/**
 * Locks the entitlement of an agreement, also by the id of an earlier agreement. While the statement waits for the
 * lock, a later agreement may succeed this agreement: the statement then returns no row, and is repeated to read the
 * later agreement.
 */
export async function lockByExternalId(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<EntitlementRow | undefined> {
  for (;;) {
    const [found] = await scope.query<EntitlementRow>({
      name: 'lock_entitlement_by_external_id',
      text: `SELECT ${wholeEntitlement} FROM entitlement e
             WHERE e.organization_id = $1 AND e.partner = $2 AND e.external_id = ${currentAgreement('$1', '$2', '$3')}
             FOR UPDATE`,
      values: [scope.organizationId, partner, externalId],
    });
    if (found || (await earlierAmong(scope, partner, [externalId])).size === 0) return found;
  }
}

const written = [
  ...entitlementColumns.map(([, column]) => column),
  'quantity',
  'plan_id',
  'agreed_duration',
  'revision',
] as const;

/** A new row of an entitlement; maps are JSON text. */
export type NewEntitlement = NewRowOf<'entitlement', (typeof written)[number], { status: EntitlementStatus }>;

const insert = insertInto('insert_entitlement', 'entitlement', written);

export async function insertEntitlement(scope: OrgTransaction, row: NewEntitlement): Promise<void> {
  await scope.query(insert(row));
}

const insertMany = defineStatement(
  'insert_entitlements_of_the_past',
  { entitlements: rows('entitlement', written) },
  ({ entitlements }) =>
    `${entitlements.insert('n', { sequence: '0' })} FROM ${entitlements.unnest('n')} ORDER BY n.external_id
     ON CONFLICT DO NOTHING RETURNING id`,
);

/**
 * Writes imported entitlements without events. An entitlement whose agreement another transaction applies at the same
 * time is skipped.
 * @returns the ids of the rows that were written
 */
export async function insertEntitlementsOfPast(
  scope: OrgTransaction,
  entitlements: readonly NewEntitlement[],
): Promise<ReadonlySet<string>> {
  const made = await scope.query<RowOf<'entitlement', 'id'>>(insertMany({ entitlements }));
  return new Set(made.map(({ id }) => id));
}

/** Reads the entitlements of agreements at a marketplace, by external id. */
export const findByExternalIds = (
  scope: OrgTransaction,
  partner: string,
  externalIds: readonly string[],
): Promise<EntitlementRow[]> =>
  scope.query<EntitlementRow>({
    name: 'find_entitlements_by_external_ids',
    text: `SELECT ${wholeEntitlement} FROM entitlement e
           WHERE e.organization_id = $1 AND e.partner = $2 AND e.external_id = ANY ($3::text[])`,
    values: [scope.organizationId, partner, externalIds],
  });

export type EntitlementChange = {
  status?: EntitlementStatus | undefined;
  externalStatus?: string | undefined;
  name?: string | undefined;
  startTime?: Date | string | undefined;
  endTime?: Date | string | undefined;
  termId?: string | undefined;
  offerId?: string | undefined;
  quantity?: number | undefined;
  planId?: string | undefined;
  agreed?: AgreedAmount | undefined;
  /** ISO 8601; an empty text removes the agreed length. */
  agreedDuration?: string | undefined;
  /** Null removes the stored payments, so that the agreed payments apply. */
  agreedPayments?: AgreedPayments | null | undefined;
  /** JSON text, merged over the stored info. */
  info?: string | undefined;
  removeInfo?: readonly string[] | undefined;
  addon?: string | undefined;
  /** Merged over the stored metaInfo. */
  metaInfo?: object | undefined;
  removeMetaInfo?: readonly string[] | undefined;
  /** JSON text. */
  billingOverrides?: string | undefined;
  spaVersion?: number | undefined;
  /** An empty text removes the stored id. */
  cancellationJob?: string | undefined;
};

const update = defineStatement(
  'change_entitlement',
  {
    key: columns('entitlement', ['organization_id', 'id']),
    written: columns('entitlement', ['last_update_time']),
    given: changes('entitlement', [
      'status',
      'external_status',
      'name',
      'start_time',
      'end_time',
      'entitlement_term_id',
      'offer_id',
      'quantity',
      'plan_id',
      'agreed_amount',
      'agreed_quantity',
      'billing_overrides',
      'spa_version',
    ]),
    /** An empty text, or a JSON null, removes the stored value. */
    taken: columns('entitlement', ['agreed_duration', 'cancellation_job', 'agreed_payments']),
    maps: columns('entitlement', ['info', 'meta_info']),
    more: parameters({ removeInfo: 'text[]', removeMetaInfo: 'text[]', addon: 'jsonb' }),
  },
  ({ key, written, given, taken, maps, more }) => `
    UPDATE entitlement e SET ${given.set('e')}, ${written.set},
      info = CASE WHEN ${more.addon} IS NULL THEN (e.info || ${maps.at.info}) - ${more.removeInfo}
             ELSE jsonb_set(e.info, '{addons}', coalesce(e.info -> 'addons', '[]'::jsonb) || ${more.addon}) END,
      meta_info = (e.meta_info || ${maps.at.meta_info}) - ${more.removeMetaInfo},
      agreed_duration = nullif(coalesce(${taken.at.agreed_duration}, e.agreed_duration), ''),
      cancellation_job = nullif(coalesce(${taken.at.cancellation_job}, e.cancellation_job), ''),
      agreed_payments = nullif(coalesce(${taken.at.agreed_payments}, e.agreed_payments), 'null'::jsonb),
      sequence = e.sequence + 1
    WHERE ${key.equals('e')} RETURNING ${wholeEntitlement}`,
);

/** JSON text, also of null; undefined leaves the column unchanged. */
const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Updates a locked entitlement, and returns the new row. */
export async function updateEntitlement(
  scope: OrgTransaction,
  id: string,
  change: EntitlementChange,
): Promise<EntitlementRow> {
  const [row] = await scope.query<EntitlementRow>(
    update({
      key: { organization_id: scope.organizationId, id },
      written: { last_update_time: scope.now },
      given: {
        status: change.status,
        external_status: change.externalStatus,
        name: change.name,
        start_time: change.startTime,
        end_time: change.endTime,
        entitlement_term_id: change.termId,
        offer_id: change.offerId,
        quantity: change.quantity,
        plan_id: change.planId,
        agreed_amount: change.agreed?.amount,
        agreed_quantity: change.agreed?.quantity,
        billing_overrides: change.billingOverrides,
        spa_version: change.spaVersion,
      },
      taken: {
        agreed_duration: change.agreedDuration,
        cancellation_job: change.cancellationJob,
        agreed_payments: jsonOf(change.agreedPayments),
      },
      maps: { info: change.info ?? '{}', meta_info: JSON.stringify(change.metaInfo ?? {}) },
      more: {
        removeInfo: change.removeInfo ?? [],
        removeMetaInfo: change.removeMetaInfo ?? [],
        addon: change.addon,
      },
    }),
  );
  if (!row) throw new Error(`entitlement ${id} does not exist`);
  return row;
}

/** Checks whether a change would write a value that differs from the stored value. */
export async function wouldChange(
  scope: OrgTransaction,
  entitlementId: string,
  change: Pick<EntitlementChange, 'externalStatus' | 'info' | 'metaInfo'>,
): Promise<boolean> {
  const [row] = await scope.query<{ is_new: boolean }>({
    name: 'tells_new_of_entitlement',
    text: `SELECT e.external_status IS DISTINCT FROM coalesce($3, e.external_status)
             OR e.info || $4::jsonb <> e.info OR e.meta_info || $5::jsonb <> e.meta_info AS is_new
           FROM entitlement e WHERE e.organization_id = $1 AND e.id = $2`,
    values: [
      ...[scope.organizationId, entitlementId, change.externalStatus, change.info ?? '{}'],
      JSON.stringify(change.metaInfo ?? {}),
    ],
  });
  return row?.is_new ?? false;
}

/** Checks whether the organization has a current entitlement: not cancelled, and before its end. */
export async function hasLiveEntitlements(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_live_entitlements',
    text: `SELECT EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1
             AND e.status IN (${inList(live)})) AS found`,
    values: [scope.organizationId],
  });
  return row?.found ?? false;
}

/** Checks whether the organization has ever had an entitlement. */
export async function hasSold(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_sold',
    text: 'SELECT EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1) AS found',
    values: [scope.organizationId],
  });
  return row?.found ?? false;
}
