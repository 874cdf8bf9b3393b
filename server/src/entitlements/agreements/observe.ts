import type { AgreementSnapshot } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { printExact } from '../../platform/records/json.ts';
import { changeEntitlement } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { billingAccount } from '../derive/index.ts';
import { endNow } from '../ends/index.ts';
import type { EntitlementInfo } from '../records.ts';
import {
  actionOfMove,
  begun,
  type EntitlementStatus,
  entitlementMoves,
  isOver,
  statusShown,
} from '../states.ts';
import { wouldChange } from '../store.ts';
import { addRenewals } from '../terms/index.ts';
import { applyPlanAndQuantity } from './apply-snapshot.ts';
import { startJob } from './start-job.ts';

const runs = ({ status }: EntitlementRow): boolean => begun.includes(status);

/**
 * Applies a later snapshot of a known agreement: its renewals, its state, and what else changed there, in this order,
 * so that one observation makes up for notifications that were lost.
 */
export async function observeEntitlement(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): Promise<void> {
  const renewed = runs(known) ? await addRenewals(scope, known, agreement.renewals) : known;
  const status = statusSeen(scope, renewed, agreement);
  const possible = status === renewed.status || entitlementMoves[renewed.status]?.includes(status);
  if (!possible) return alert(scope, renewed, agreement);
  let row = status === renewed.status ? renewed : await move(scope, renewed, agreement, status);
  if (!runs(known) && runs(row)) row = await addRenewals(scope, row, agreement.renewals);
  const changed = await refresh(scope, row, agreement);
  if (status === 'PENDING_START' && (changed || status !== renewed.status))
    await scheduleStart(scope, known.id, agreement, known.start_time ?? agreement.startTime);
}

/**
 * Derives the status that a snapshot means. What has come to its end and does not renew is over, also at a marketplace
 * that has not said so yet; what another agreement follows goes on with that one.
 */
export function statusSeen(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): EntitlementStatus {
  const status = statusShown(agreement, known.start_time ?? agreement.startTime, scope.now);
  const { autoRenew } = JSON.parse(known.info) as EntitlementInfo;
  const renews = (agreement.autoRenew ?? autoRenew) === true && status === 'ACTIVE';
  return isOver(known, scope.now) && !renews && !agreement.followed ? 'CANCELLED' : status;
}

/**
 * Moves an entitlement to the state shown. A marketplace does not say when it cancelled: what ran ends when that is
 * seen.
 */
async function move(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
  status: EntitlementStatus,
): Promise<EntitlementRow> {
  const byTime = status === 'CANCELLED' && known.status !== 'PENDING_CANCEL' && isOver(known, scope.now);
  const action = byTime ? 'TERMINATE' : actionOfMove(known.status, status);
  const change = observed(known, agreement);
  return status === 'CANCELLED'
    ? endNow(scope, known, action, change)
    : changeEntitlement(scope, known, action, { status, ...change });
}

/** Records an impossible move, once: the entitlement keeps its own state, and what the marketplace said is stored. */
async function alert(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): Promise<void> {
  const change = observed(known, agreement);
  if (await wouldChange(scope, known.id, change))
    await changeEntitlement(scope, known, 'ABNORMAL_ALERT', change);
}

/** A start that may come; where two are scheduled, the second finds nothing to do. */
async function scheduleStart(
  scope: OrgTransaction,
  entitlementId: string,
  { needsApproval }: AgreementSnapshot,
  start: string,
): Promise<void> {
  if (!needsApproval) await scope.query(enqueue(scope, startJob, { entitlementId }, { at: new Date(start) }));
}

/** Applies what changed at the marketplace without a move: its records, its word for the state, quantity, plan. */
async function refresh(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): Promise<boolean> {
  const change = observed(known, agreement);
  const { externalStatus, metaInfo } = change;
  // One that does not run cannot be changed; the change is applied when it runs again, or was renewed.
  if (
    known.status === 'ACTIVE' &&
    !isOver(known, scope.now) &&
    (await applyPlanAndQuantity(scope, known, agreement, { externalStatus, metaInfo }))
  )
    return true;
  const changed = await wouldChange(scope, known.id, change);
  if (changed) await changeEntitlement(scope, known, 'UPDATE', change);
  return changed;
}

/** What a snapshot shows of a known agreement beside its state. */
export const observed = (known: EntitlementRow, agreement: AgreementSnapshot) => ({
  externalStatus: agreement.externalStatus,
  info: printExact({
    ...agreement.mirror,
    ...(agreement.autoRenew === undefined ? {} : { autoRenew: agreement.autoRenew }),
  }),
  metaInfo: billingAccount(known.partner ?? undefined, agreement.billingAccountId),
  quantity: known.quantity === null ? agreement.quantity : undefined,
  planId: known.plan_id === null ? agreement.planId : undefined,
});
