import type { OrgTransaction } from '../../platform/access/scope.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { type EntitlementRow, entitlementEvents } from '../columns.ts';

import { confirmationMoves, entitlementCommandMoves, entitlementMoves } from '../states.ts';

import {
  type EntitlementChange,
  insertEntitlement,
  type NewEntitlement,
  updateEntitlement,
} from '../store.ts';
import { scheduleBilling } from './scheduled-billing.ts';
import { overdueCancellation } from './scheduled-cancellation.ts';
import { scheduleEnd } from './scheduled-end.ts';
import { scheduleReconciliation } from './scheduled-reconciliation.ts';
import { scheduleTestUsage } from './scheduled-test-usage.ts';

/** Writes a new entitlement with its event, and schedules its end, its test usage and its reconciliation. */
export async function createEntitlement(scope: OrgTransaction, row: NewEntitlement): Promise<void> {
  await insertEntitlement(scope, row);
  const { id, status, end_time = null } = row;
  await scope.query(entitlementEvents.record(scope, 'CREATE', { ...row, sequence: 1 }));
  const end = scheduleEnd(scope, { id, status, end_time });
  if (end) await scope.query(end);
  await scheduleTestUsage(scope, { id, status, end_time, meta_info: row.meta_info });
  const { partner = null, external_id = null, info } = row;
  await scheduleReconciliation(scope, { partner, external_id });
  await scheduleBilling(scope, {
    id,
    partner,
    status,
    start_time: null,
    end_time,
    entitlement_term_id: null,
    info,
  });
}

/**
 * Changes an entitlement, which nothing else does: writes what changed of one that is locked, records the event, and
 * schedules what follows from it: its end, a cancellation that waited for it to begin, and test usage.
 * @param action what the event says that happened
 */
export async function changeEntitlement(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  action: string,
  /** `eventChange`: what kind of change the event says that it is. */
  { eventChange, ...change }: EntitlementChange & { eventChange?: 'RENEW' | 'AGREEMENT_MISSING' | undefined },
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
  return row;
}
