import type { AgreementSnapshot, JsonObject } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { EntitlementRow } from '../columns.ts';
import { limitDimensions, withSeats } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';
import type { EntitlementChange } from '../store.ts';
import { changeRunningTerm } from '../terms/index.ts';

/** The prices of the plan in a snapshot, which are the entitlement's from then on. */
export function pricesShown({ terms = {} }: Pick<AgreementSnapshot, 'terms'>): EntitlementInfo {
  const { commits, dimensions, commitAmount } = terms as EntitlementInfo;
  return {
    ...(commits ? { commits } : {}),
    ...(dimensions ? (limitDimensions({ dimensions }) as EntitlementInfo) : {}),
    ...(commitAmount !== undefined && !commits?.length ? { commitAmount } : {}),
  };
}

const agreedAmount = ({ agreed_amount: amount, agreed_quantity: quantity }: EntitlementRow) =>
  amount === null || quantity === null ? undefined : { amount, quantity };

/** Applies another plan, or number of units, that the marketplace shows; nothing where both are as known. */
export async function applyPlanAndQuantity(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  agreement: AgreementSnapshot,
  also: EntitlementChange,
): Promise<EntitlementRow | undefined> {
  const { planId, quantity } = agreement;
  const isOtherPlan = planId !== undefined && entitlement.plan_id !== null && planId !== entitlement.plan_id;
  const isOtherQuantity =
    quantity !== undefined && entitlement.quantity !== null && quantity !== entitlement.quantity;
  if (!isOtherPlan && !isOtherQuantity) return undefined;
  const info = JSON.parse(entitlement.info) as EntitlementInfo;
  const prices = isOtherPlan ? pricesShown(agreement) : {};
  const seats = isOtherQuantity
    ? withSeats({ ...info, ...prices }, entitlement.quantity ?? quantity, quantity, agreedAmount(entitlement))
    : { terms: {} };
  const remove = [
    ...(prices.commits ? ['paymentInstallments', 'commitAmount'] : []),
    ...(prices.dimensions && !prices.dimensionsOversized ? ['dimensionsOversized'] : []),
  ];
  const mirror: JsonObject = agreement.mirror;
  return changeRunningTerm(scope, entitlement, {
    type: isOtherPlan ? 'PlanChange' : 'QuantityChange',
    terms: { ...prices, ...seats.terms },
    remove,
    mirror,
    also: {
      ...also,
      ...(isOtherPlan ? { planId } : {}),
      quantity: isOtherQuantity ? quantity : undefined,
      agreed: seats.agreed,
    },
  });
}
