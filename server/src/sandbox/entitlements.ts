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

type Sold = {
  partner: MarketplacePartner;
  entitlement: EntitlementRow;
  agreement: SandboxAgreement;
  terms: AgreementTerms;
};

/** Plays the buyer who cancels at the marketplace. */
export async function cancelEntitlement(scope: OrgTransaction, id: string): Promise<EntitlementRow> {
  const { entitlement, agreement, partner } = await soldBy(scope, id);
  if (!(await moveAgreement(scope, agreement.id, liveAgreement, 'CANCELLED')))
    throw wrongState(agreement, liveAgreement.join(' or '));
  await notifyMarketplaceChange(scope, partner, 'AGREEMENT', agreement.id);
  return entitlement;
}

/** Plays the marketplace that suspends the entitlement, because the buyer did not pay. */
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

/** Plays the buyer who does not agree to the end that the seller asked for: all goes on. */
export async function refuseCancellation(scope: OrgTransaction, id: string): Promise<EntitlementRow> {
  const { entitlement, agreement, partner } = await soldBy(scope, id);
  if (capabilitiesOf(partner).cancelAgreement !== 'request')
    throw entitlementErrors.entitlement_partner(`On ${partner} no seller asks a buyer whether to cancel.`);
  if (!(await refuseToCancel(scope, agreement.id))) throw wrongState(agreement, 'PENDING_CANCEL');
  return entitlement;
}

/**
 * Plays the buyer who renews before the end: the new term begins at the end, and nothing of what was paid for is lost.
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
      `Other terms were agreed on from ${terms.amendedAt}: it can be renewed once they hold.`,
    );
  const start = soldSince(terms);
  const later =
    terms.endTime && nextTerm(soldFirst(terms), { start, end: terms.endTime }, terms.agreedDuration)?.end;
  const end = endTime === undefined ? later : new Date(endTime).toISOString();
  if (!end)
    throw invalid([{ pointer: '/endTime', message: 'is required: the agreement has no end to go on from' }]);
  const earliest = Math.max(scope.now.getTime(), Date.parse(terms.endTime ?? start));
  if (Date.parse(end) <= earliest)
    throw invalid([{ pointer: '/endTime', message: `must be after ${new Date(earliest).toISOString()}` }]);
  const startTime = terms.endTime ?? scope.now.toISOString();
  const renewal = { type: 'ManualRenew', startTime, endTime: end } as const;
  await renew(scope, agreement.id, renewal);
  return entitlement;
}

/** Plays the buyer who takes another number of units. */
export async function changeEntitlementQuantity(
  scope: OrgTransaction,
  id: string,
  { quantity }: SandboxQuantityChange,
): Promise<EntitlementRow> {
  const { entitlement, agreement } = await soldAt(scope, id, 'changeQuantity');
  if (quantity === undefined) throw invalid([{ pointer: '/quantity', message: 'is required' }]);
  if (entitlement.quantity === null)
    throw entitlementErrors.entitlement_partner('It was not sold by units: there are none to change.');
  if (!(await changeQuantity(scope, agreement.id, quantity))) throw wrongState(agreement, 'ACTIVE');
  return entitlement;
}

/** Plays the buyer who takes another plan. */
export async function changeEntitlementPlan(
  scope: OrgTransaction,
  id: string,
  { planId, commits, amount }: SandboxPlanChange,
): Promise<EntitlementRow> {
  const { entitlement, agreement } = await soldAt(scope, id, 'changePlan');
  if (!planId) throw invalid([{ pointer: '/planId', message: 'is required' }]);
  if (commits && amount !== undefined)
    throw invalid([{ pointer: '/amount', message: 'cannot be given together with commits' }]);
  requireCoins(amount, (JSON.parse(entitlement.info) as { currency?: string }).currency);
  const terms: JsonObject = {
    ...(commits ? { commits } : {}),
    ...(amount === undefined ? {} : { commitAmount: amount, commits: [] }),
  };
  if (!(await changePlan(scope, agreement.id, { planId, terms }))) throw wrongState(agreement, 'ACTIVE');
  return entitlement;
}

/** @throws 400 where it was not sold at a marketplace that does such a thing, 404 when it is not there */
async function soldAt(scope: OrgTransaction, id: string, change: AgreementChange): Promise<Sold> {
  const sold = await soldBy(scope, id);
  requireAble(sold.partner, change);
  return sold;
}

/**
 * Locks the agreement by which an entitlement was sold at a marketplace. @throws 400 where it was not, 404 when it is
 * not there
 */
async function soldBy(scope: OrgTransaction, id: string): Promise<Sold> {
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
  entitlementErrors.entitlement_state(`The marketplace has the agreement as ${state}; it must be ${needed}.`);
