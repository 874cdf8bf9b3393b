import type { OrgTransaction } from '../platform/access/scope.ts';
import { withIgnored, withWarnings } from '../platform/http/ignored.ts';
import { requireKnownMove } from '../platform/records/moves.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import { type EntitlementRow, entitlementEvents } from './columns.ts';
import {
  overdueCancellation,
  scheduleBilling,
  scheduleCharged,
  scheduleEnd,
  scheduleReconciliation,
  scheduleTestUsage,
} from './jobs.ts';
import { confirmationMoves, entitlementCommandMoves, entitlementMoves } from './states.ts';
import {
  type EntitlementChange,
  insertEntitlement,
  lockEntitlement,
  type NewEntitlement,
  updateEntitlement,
} from './store.ts';

/** Kinds of change that refine the action of an event. */
type EventChange =
  | 'ADDON_NOT_CHARGED'
  | 'AGREEMENT_MISSING'
  | 'RENEW'
  | 'CANCELLATION_REFUSED'
  | 'CHANGE_REQUESTED'
  | 'ANSWER_REFUSED'
  | 'REFUNDED'
  | 'REFUND_FAILED';

/** Inserts an entitlement with its event, and schedules its end, test usage, reconciliation, charges and billing. */
export async function createEntitlement(scope: OrgTransaction, row: NewEntitlement): Promise<void> {
  await insertEntitlement(scope, row);
  const { id, status, end_time = null } = row;
  await scope.query(entitlementEvents.record(scope, 'CREATE', { ...row, sequence: 1 }));
  const end = scheduleEnd(scope, { id, status, end_time });
  if (end) await scope.query(end);
  await scheduleTestUsage(scope, { id, status, end_time, meta_info: row.meta_info });
  const { partner = null, external_id = null, info } = row;
  await scheduleReconciliation(scope, { partner, external_id });
  await scheduleCharged(scope, { id, partner, status, entitlement_term_id: null });
  await scheduleBilling(scope, {
    id,
    partner,
    status,
    start_time: null,
    end_time,
    entitlement_term_id: null,
    cancellation_job: null,
    info,
  });
}

/**
 * Changes a locked entitlement; every change goes through this function. The function writes the row and the
 * event, and schedules the end, a cancellation that was postponed until the start, test usage and billing.
 * @param action the action of the event
 */
export async function changeEntitlement(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  action: string,
  /** `eventChange`: the kind of change in the event. */
  { eventChange, ...change }: EntitlementChange & { eventChange?: EventChange | undefined },
): Promise<EntitlementRow> {
  const own = entitlement.awaits_agreement ? [confirmationMoves] : [];
  requireKnownMove([entitlementMoves, entitlementCommandMoves, ...own], entitlement, change.status);
  const row = await updateEntitlement(scope, entitlement.id, change);
  await scope.query(entitlementEvents.record(scope, action, row, entitlement, { change: eventChange }));
  const end = row.end_time === entitlement.end_time ? undefined : scheduleEnd(scope, row);
  if (end) await scope.query(end);
  const begins = entitlement.status === 'PENDING_START' && row.status !== 'PENDING_START';
  const cancellation = begins ? overdueCancellation(scope, row) : undefined;
  if (cancellation) await scope.query(cancellation);
  await scheduleTestUsage(scope, row);
  await scheduleBilling(scope, row, entitlement);
  await scheduleCharged(scope, row, entitlement);
  return row;
}

/** Writes warnings on an entitlement about unknown fields in the body that created or changed it. */
export async function warnOfIgnored(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  unknown: readonly string[],
): Promise<EntitlementRow> {
  if (unknown.length === 0) return entitlement;
  const { warningMessages } = JSON.parse(entitlement.meta_info) as WorkloadMetaInfo;
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    metaInfo: { warningMessages: withIgnored(warningMessages, unknown) },
  });
}

/** Creates the change that adds a warning to an entitlement. */
export function addWarning({ meta_info: text }: Pick<EntitlementRow, 'meta_info'>, warning: string) {
  const { warningMessages } = JSON.parse(text) as WorkloadMetaInfo;
  return { metaInfo: { warningMessages: withWarnings(warningMessages, [warning]) } };
}

/** Records on a locked entitlement that one of its addons is not charged, and why. */
export const warnOfUnchargedAddon = (
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  warning: string,
): Promise<EntitlementRow> =>
  changeEntitlement(scope, entitlement, 'UPDATE', {
    ...addWarning(entitlement, warning),
    eventChange: 'ADDON_NOT_CHARGED',
  });

/** The revenue of an entitlement so far, in its currency: exact decimals. */
export type RevenueAmounts = {
  grossAmount: string;
  invoicedAmount: string;
  collectableAmount: string;
  disbursedAmount: string;
};

/** Writes the revenue amounts of an entitlement, with an event, if an amount has changed. */
export async function setRevenueAmounts(
  scope: OrgTransaction,
  id: string,
  read: (currency: string) => Promise<Partial<RevenueAmounts>>,
): Promise<void> {
  const entitlement = await lockEntitlement(scope, id);
  if (!entitlement) return;
  const info = JSON.parse(entitlement.info) as Record<string, unknown>;
  const amounts = await read(
    typeof info.currency === 'string' && info.currency !== '' ? info.currency : 'USD',
  );
  const changed = Object.entries(amounts).filter(([name, amount]) => Number(amount) !== (info[name] ?? 0));
  if (changed.length === 0) return;
  const text = changed.map(([name, amount]) => `${JSON.stringify(name)}:${amount}`).join(',');
  await changeEntitlement(scope, entitlement, 'UPDATE', { info: `{${text}}` });
}

/** Records that the full revenue history of an entitlement has been read. */
export async function markRevenueRead(scope: OrgTransaction, id: string): Promise<void> {
  const entitlement = await lockEntitlement(scope, id);
  if (entitlement)
    await changeEntitlement(scope, entitlement, 'UPDATE', { metaInfo: { isGrossRevenueFullSync: true } });
}
