import { z } from 'zod';
import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { wholeParameter } from '../platform/lists/pagination.ts';
import { modifiedBy } from '../products/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { paysLater, quantityOf } from './derive/index.ts';
import { entitlementErrors } from './errors.ts';
import { requestErrors, requestJob } from './marketplace-request.ts';
import { requireMarketplace, requireState } from './preconditions.ts';
import type { EntitlementInfo } from './records.ts';
import { type ChangeDeps, changes, partnerErrors } from './response.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

export const changeSeatsRoute = ({ registry, pages }: ChangeDeps) =>
  route({
    ...changes,
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/seat',
    operationId: 'updateEntitlementSeat',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Change the number of seats',
    description:
      'On marketplace B. The new number applies, with a new term, once the marketplace has reported it.',
    query: z.object({ newSeat: wholeParameter(1, 1_000_000, 'New number of seats') }),
    responseDescription: 'The entitlement with its current status',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) =>
        pages.answer(scope, await changeSeats(scope, registry, params.entitlementId, query.newSeat)),
    },
  });

/**
 * Requests another number of seats from the marketplace. The new number applies, with a new term, once the
 * marketplace reports it.
 */
async function changeSeats(
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
 * Returns the commits by seat and the current number of seats.
 * @throws 400 if sellers cannot change seats at the marketplace, or if all payments are already due
 */
export function requireSeats(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): { bySeat: NonNullable<EntitlementInfo['commits']>; known: number } {
  const { can, partner } = requireMarketplace(scope, registry, entitlement);
  if (!can.changeQuantity)
    throw entitlementErrors.entitlement_partner(`Sellers cannot change the number of seats on ${partner}.`);
  requireState(entitlement, 'changeSeats');
  const { commits = [], paymentInstallments } = JSON.parse(entitlement.info) as EntitlementInfo;
  const bySeat = commits.filter(({ type }) => type === 'PER_USER');
  const known = entitlement.quantity ?? (bySeat[0] && quantityOf(bySeat[0]));
  if (known === undefined)
    throw entitlementErrors.entitlement_partner('The entitlement has no commit by seat (PER_USER).');
  requirePayable(paymentInstallments, scope.now);
  return { bySeat, known };
}

/**
 * Requires a future payment whose amount can change.
 * @throws 400 if all agreed payments are due
 */
function requirePayable(payments: EntitlementInfo['paymentInstallments'], now: Date): void {
  if (payments?.length && !paysLater(payments, now.toISOString()))
    throw entitlementErrors.entitlement_state(
      'All agreed payments are due already. Sell another number of seats with a new offer.',
    );
}
