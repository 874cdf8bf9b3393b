import { type EntitlementRow, entitlementErrors, requireEntitlement } from '../entitlements/index.ts';
import {
  type AgreementChange,
  isMarketplace,
  type JsonObject,
  type MarketplacePartner,
} from '../marketplaces/index.ts';
import {
  type AgreementTerms,
  capabilitiesOf,
  changePlan,
  changeQuantity,
  liveAgreement,
  lockAgreement,
  moveAgreement,
  nextTerm,
  refuseToCancel,
  reinstate,
  renew,
  requestChange,
  type SandboxAgreement,
  soldFirst,
  soldSince,
  suspend,
} from '../marketplaces/sandbox/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { requireTest } from './errors.ts';
import { requireCoins } from './orders.ts';
import type { SandboxPlanChange, SandboxQuantityChange, SandboxRenewal } from './records.ts';
import { notifyMarketplaceChange } from './service.ts';

type SoldEntitlement = {
  partner: MarketplacePartner;
  entitlement: EntitlementRow;
  agreement: SandboxAgreement;
  terms: AgreementTerms;
};

/** Cancels the agreement at the marketplace, as the buyer. */
export async function cancelEntitlement(scope: OrgTransaction, id: string): Promise<EntitlementRow> {
  const { entitlement, agreement, partner } = await soldBy(scope, id);
  if (!(await moveAgreement(scope, agreement.id, liveAgreement, 'CANCELLED')))
    throw wrongState(agreement, liveAgreement.join(' or '));
  await notifyMarketplaceChange(scope, partner, 'AGREEMENT', agreement.id);
  return entitlement;
}

/** Suspends the entitlement, as the marketplace, because the buyer did not pay. */
export async function suspendEntitlement(scope: OrgTransaction, id: string): Promise<EntitlementRow> {
  const { entitlement, agreement } = await soldAt(scope, id, 'suspend');
  if (!(await suspend(scope, agreement.id))) throw wrongState(agreement, 'ACTIVE');
  return entitlement;
}

export async function reinstateEntitlement(scope: OrgTransaction, id: string): Promise<EntitlementRow> {
  const { entitlement, agreement } = await soldAt(scope, id, 'suspend');
  if (!(await reinstate(scope, agreement.id))) throw wrongState(agreement, 'SUSPENDED');
  return entitlement;
}

/** Rejects the seller's cancellation request, as the buyer. The agreement continues. */
export async function refuseCancellation(scope: OrgTransaction, id: string): Promise<EntitlementRow> {
  const { entitlement, agreement, partner } = await soldBy(scope, id);
  if (capabilitiesOf(partner).cancelAgreement !== 'request')
    throw entitlementErrors.entitlement_partner(
      `${partner} has no cancellation requests that a buyer could refuse.`,
    );
  if (!(await refuseToCancel(scope, agreement.id))) throw wrongState(agreement, 'PENDING_CANCEL');
  return entitlement;
}

/**
 * Renews an entitlement before its end, as the buyer. The new term begins at the current end, so that the
 * buyer keeps all paid time.
 */
export async function renewEntitlement(
  scope: OrgTransaction,
  id: string,
  { endTime }: SandboxRenewal,
): Promise<EntitlementRow> {
  const { entitlement, agreement, terms } = await soldAt(scope, id, 'renew');
  if (agreement.state !== 'ACTIVE') throw wrongState(agreement, 'ACTIVE');
  if (terms.amendedAt && Date.parse(terms.amendedAt) > scope.now.getTime())
    throw entitlementErrors.entitlement_state(
      `Other terms take effect at ${terms.amendedAt}. The entitlement can be renewed after that.`,
    );
  const start = soldSince(terms);
  const later =
    terms.endTime && nextTerm(soldFirst(terms), { start, end: terms.endTime }, terms.agreedDuration)?.end;
  const end = endTime === undefined ? later : new Date(endTime).toISOString();
  if (!end)
    throw invalid([
      {
        pointer: '/endTime',
        message: 'is required: the agreement has no end from which it could be renewed',
      },
    ]);
  const earliest = Math.max(scope.now.getTime(), Date.parse(terms.endTime ?? start));
  if (Date.parse(end) <= earliest)
    throw invalid([{ pointer: '/endTime', message: `must be after ${new Date(earliest).toISOString()}` }]);
  const startTime = terms.endTime ?? scope.now.toISOString();
  const renewal = { type: 'ManualRenew', startTime, endTime: end } as const;
  await renew(scope, agreement.id, renewal);
  return entitlement;
}

/** Changes the number of units, as the buyer. */
export async function changeEntitlementQuantity(
  scope: OrgTransaction,
  id: string,
  { quantity, approve }: SandboxQuantityChange,
): Promise<EntitlementRow> {
  const sold = await soldAt(scope, id, 'changeQuantity');
  const { entitlement, agreement } = sold;
  if (quantity === undefined) throw invalid([{ pointer: '/quantity', message: 'is required' }]);
  if (entitlement.quantity === null)
    throw entitlementErrors.entitlement_partner('The entitlement has no quantity: it was not sold by units.');
  if (approve === false) return request(scope, sold, { quantity });
  if (!(await changeQuantity(scope, agreement.id, quantity))) throw wrongState(agreement, 'ACTIVE');
  return entitlement;
}

/** Changes the plan, as the buyer. */
export async function changeEntitlementPlan(
  scope: OrgTransaction,
  id: string,
  { planId, commits, amount, approve }: SandboxPlanChange,
): Promise<EntitlementRow> {
  const sold = await soldAt(scope, id, 'changePlan');
  const { entitlement, agreement } = sold;
  if (!planId) throw invalid([{ pointer: '/planId', message: 'is required' }]);
  if (commits && amount !== undefined)
    throw invalid([{ pointer: '/amount', message: 'cannot be combined with commits' }]);
  requireCoins(amount, (JSON.parse(entitlement.info) as { currency?: string }).currency);
  const terms: JsonObject = {
    ...(commits ? { commits } : {}),
    ...(amount === undefined ? {} : { commitAmount: amount, commits: [] }),
  };
  if (approve === false) return request(scope, sold, { planId, planTerms: terms });
  if (!(await changePlan(scope, agreement.id, { planId, terms }))) throw wrongState(agreement, 'ACTIVE');
  return entitlement;
}

/**
 * Requests a change as the buyer, which the seller answers.
 * @throws 400 if sellers do not answer requests on the marketplace, or another request waits
 */
async function request(
  scope: OrgTransaction,
  { entitlement, agreement, partner }: SoldEntitlement,
  change: Parameters<typeof requestChange>[2],
): Promise<EntitlementRow> {
  if (!capabilitiesOf(partner).buyerRequests)
    throw invalid([
      {
        pointer: '/approve',
        message: `must be true: sellers on ${partner} do not answer requests of buyers`,
      },
    ]);
  const problem = await requestChange(scope, { ...agreement, partner }, change);
  if (problem === 'NOT_ACTIVE') throw wrongState(agreement, 'ACTIVE');
  if (problem)
    throw entitlementErrors.entitlement_state('Another request of the buyer waits for the seller’s answer.');
  return entitlement;
}

/**
 * @throws 400 if the marketplace does not support the change or the sale was direct; 404 for an unknown
 * entitlement
 */
async function soldAt(scope: OrgTransaction, id: string, change: AgreementChange): Promise<SoldEntitlement> {
  const sold = await soldBy(scope, id);
  requireAble(sold.partner, change);
  return sold;
}

/**
 * Locks the agreement of an entitlement that was sold at a marketplace. @throws 400 for a direct sale, 404
 * for an unknown entitlement
 */
async function soldBy(scope: OrgTransaction, id: string): Promise<SoldEntitlement> {
  requireTest(scope);
  const entitlement = await requireEntitlement(scope, id);
  const { partner, external_id: externalId } = entitlement;
  if (!isMarketplace(partner) || !externalId)
    throw entitlementErrors.entitlement_partner('The entitlement was sold directly, not at a marketplace.');
  const agreement = await lockAgreement(scope, externalId);
  if (!agreement) throw entitlementErrors.entitlement_partner(`The sandbox has no agreement ${externalId}.`);
  return { partner, entitlement, agreement, terms: JSON.parse(agreement.terms) as AgreementTerms };
}

const words: Record<AgreementChange, string> = {
  suspend: 'suspend entitlements',
  renew: 'renew entitlements',
  changeQuantity: 'change quantities',
  changePlan: 'change plans',
};

function requireAble(partner: MarketplacePartner, change: AgreementChange): void {
  if (!capabilitiesOf(partner).agreementChanges.includes(change))
    throw entitlementErrors.entitlement_partner(`${partner} does not ${words[change]}.`);
}

const wrongState = ({ state }: SandboxAgreement, needed: string) =>
  entitlementErrors.entitlement_state(
    `The agreement’s status at the marketplace does not allow this operation. Status: ${state}; allowed: ${needed}.`,
  );
