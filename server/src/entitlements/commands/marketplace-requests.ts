import { type AdapterRegistry, observeJob } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { modifiedBy } from '../../products/index.ts';
import { changeEntitlement, requireMarketplace, requireState } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { paysLater, quantityOf } from '../derive/index.ts';
import { entitlementErrors } from '../errors.ts';
import type { EntitlementInfo } from '../records.ts';
import { requireCurrentEntitlement } from '../terms/index.ts';
import { requestErrors, requestJob } from './request-job.ts';

/** Asks the marketplace to take the seller's approval, of the agreement or of what its buyer accepted in its place. */
export async function approve(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireApprovable(scope, registry, entitlement);
  // What may wait at one that is ACTIVE is an offer that replaces its own.
  await scope.query(enqueue(scope, requestJob, { entitlementId, request: 'approve' }));
  if (entitlement.status === 'ACTIVE') return entitlement;
  return changeEntitlement(scope, entitlement, 'APPROVE', {
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: requestErrors,
  });
}

/** @throws 400 where no seller approves, or by its state */
export function requireApprovable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  const { can, partner } = requireMarketplace(scope, registry, entitlement);
  if (!can.approval)
    throw entitlementErrors.entitlement_partner(`${partner} asks for no approval of the seller.`);
  requireState(entitlement, 'approve');
}

/** Asks the marketplace for another number of seats. They count, by a new term, once it shows them. */
export async function changeSeats(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  seats: number,
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const { bySeat, known } = requireSeats(scope, registry, entitlement);
  const findings = bySeat.flatMap((commit): Finding[] => {
    if (commit.minimumUsers && seats < commit.minimumUsers)
      return [{ pointer: 'newSeat', message: `must be at least ${commit.minimumUsers}` }];
    if (commit.maximumUsers && seats > commit.maximumUsers)
      return [{ pointer: 'newSeat', message: `must be at most ${commit.maximumUsers}` }];
    return [];
  });
  if (findings.length > 0) throw invalid(findings);
  await scope.query(
    enqueue(scope, requestJob, { entitlementId, request: 'changeQuantity', quantity: seats }),
  );
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    quantity: known,
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: requestErrors,
  });
}

/**
 * Answers what was sold by seat, and how many seats there are. @throws 400 where no seller changes them, or nothing could be
 * paid of others
 */
export function requireSeats(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): { bySeat: NonNullable<EntitlementInfo['commits']>; known: number } {
  const { can, partner } = requireMarketplace(scope, registry, entitlement);
  if (!can.changeQuantity)
    throw entitlementErrors.entitlement_partner(
      `${partner} does not let sellers change the number of seats.`,
    );
  requireState(entitlement, 'changeSeats');
  const { commits = [], paymentInstallments } = JSON.parse(entitlement.info) as EntitlementInfo;
  const bySeat = commits.filter(({ type }) => type === 'PER_USER');
  const known = entitlement.quantity ?? (bySeat[0] && quantityOf(bySeat[0]));
  if (known === undefined)
    throw entitlementErrors.entitlement_partner(
      'The entitlement was not sold by seat: there are none to change.',
    );
  requirePayable(paymentInstallments, scope.now);
  return { bySeat, known };
}

/** @throws 400 where all payments that were agreed on are due: none is left that could be of another amount */
function requirePayable(payments: EntitlementInfo['paymentInstallments'], now: Date): void {
  if (payments?.length && !paysLater(payments, now.toISOString()))
    throw entitlementErrors.entitlement_state(
      'Each payment that was agreed on is due already: sell another number of seats by a new offer.',
    );
}

/**
 * Enqueues the reconciliation with the marketplace, which records what changed there. What the seller wrote stays
 * (R33).
 */
export async function requestReconciliation(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const { partner, externalId } = requireReconcilable(scope, registry, entitlement);
  await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
  return entitlement;
}

/** Answers where the marketplace has it. @throws 400 for a direct sale */
export function requireReconcilable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): { partner: string; externalId: string } {
  const { partner, externalId } = requireMarketplace(scope, registry, entitlement);
  requireState(entitlement, 'synchronise');
  return { partner, externalId };
}
