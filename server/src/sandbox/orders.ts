import { agreedSpan, orderFindings } from '../entitlements/index.ts';
import { isMarketplace, type JsonObject, marketplaceCodes } from '../marketplaces/index.ts';
import { type AgreementTerms, capabilitiesOf, insertAgreement } from '../marketplaces/sandbox/index.ts';
import { findOffer, lastMoment, type OfferRow } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { coinProblem } from '../platform/money-and-time/coins.ts';
import { findProduct, type ProductRow } from '../products/index.ts';
import { requireTest } from './errors.ts';
import type { SandboxOrder } from './records.ts';
import { accountOf, autoRenewOf, notifyMarketplaceChange } from './service.ts';

/** Orders a product at its public offer, as a buyer. Returns the sandbox's order id. */
export async function placeOrder(scope: OrgTransaction, order: SandboxOrder): Promise<string> {
  requireTest(scope);
  const { partner } = order;
  if (!isMarketplace(partner))
    throw invalid([{ pointer: '/partner', message: `must be a marketplace, ${marketplaceCodes}` }]);
  if (order.endTime !== undefined && Date.parse(order.endTime) <= scope.now.getTime())
    throw invalid([{ pointer: '/endTime', message: 'must be in the future' }]);
  const offer =
    order.offerId === undefined ? undefined : await requirePublicOffer(scope, order.offerId, partner);
  const productId = offer?.product_id ?? order.productId;
  const product = productId ? await findProduct(scope, productId) : undefined;
  requireCoins(order.amount, order.currency || (offer && currencyOf(offer)));
  const listed = listedTerms(offer, product, order);
  if (listed && order.quantity !== undefined && order.amount === undefined) {
    const findings = orderFindings(listed.info, order.quantity);
    if (findings.length > 0) throw invalid(findings);
  }
  const now = scope.now.toISOString();
  const agreed = order.endTime || !listed ? { end: order.endTime, duration: undefined } : spanOf(listed, now);
  const terms: AgreementTerms = {
    externalBuyerId: order.buyerAccountId ?? accountOf(scope, order.buyerName ?? 'buyer'),
    buyerName: order.buyerName ?? 'Sandbox buyer',
    acceptedAt: now,
    startTime: now,
    endTime: agreed?.end && new Date(agreed.end).toISOString(),
    agreedDuration: agreed?.duration,
    autoRenew: order.autoRenew ?? (offer && autoRenewOf(offer)),
    quantity: order.quantity,
    planId: order.planId,
    externalProductId: product?.external_id ?? undefined,
    order: {
      productId,
      offerId: order.offerId,
      amount: order.amount,
      currency: order.currency,
      listed: listed?.info,
      isPlan: listed?.isPlan,
    },
  };
  const needsApproval = capabilitiesOf(partner).approval && order.approve === false;
  const state = needsApproval ? 'PENDING_APPROVAL' : 'ACTIVE';
  const agreementId = await insertAgreement(scope, { partner, sandboxOfferId: undefined, state, terms });
  await notifyMarketplaceChange(scope, partner, 'AGREEMENT', agreementId);
  return agreementId;
}

async function requirePublicOffer(
  scope: OrgTransaction,
  offerId: string,
  partner: string,
): Promise<OfferRow> {
  const offer = await findOffer(scope, offerId);
  if (offer?.status !== 'ACTIVE' || offer.partner !== partner)
    throw invalid([{ pointer: '/offerId', message: `must be a public offer on ${partner} that is ACTIVE` }]);
  const last = lastMoment(offer);
  if (last !== null && Date.parse(last) <= scope.now.getTime())
    throw invalid([{ pointer: '/offerId', message: `is an offer that was on sale until ${last}` }]);
  return offer;
}

const currencyOf = ({ info }: OfferRow) => JSON.parse(info).currency as string | undefined;

/**
 * Requires an amount without fractions of the smallest currency unit, because the buyer pays exactly the
 * committed amount (R42).
 */
export function requireCoins(amount: number | undefined, currency: string | undefined): void {
  const message = coinProblem(amount, currency || 'USD');
  if (message) throw invalid([{ pointer: '/amount', message }]);
}

type ListedTerms = { info: JsonObject; isPlan: boolean; endTime: string | undefined };
type PriceEntry = { key?: string; name?: string; planId?: string };

/**
 * Reads the terms of the public offer at the marketplace. If the order contains a plan without a price, only
 * this plan is included. A plan that the offer does not contain is read from the product.
 */
function listedTerms(
  offer: OfferRow | undefined,
  product: ProductRow | undefined,
  { planId, amount }: SandboxOrder,
): ListedTerms | undefined {
  const endTime = offer?.end_time ?? undefined;
  const info = offer && (JSON.parse(offer.info) as JsonObject);
  const listing = product?.partner === offer?.partner || !offer ? product : undefined;
  const sources = [info, listing && (JSON.parse(listing.info) as JsonObject)];
  const plan =
    amount === undefined && planId
      ? sources.map((source) => planIn(source, planId)).find(Boolean)
      : undefined;
  if (plan) return { info: { ...info, ...plan }, isPlan: true, endTime };
  return info && { info, isPlan: false, endTime };
}

/** Finds the price of a plan and of its usage in all listed prices. */
function planIn(listed: JsonObject | undefined, planId: string): JsonObject | undefined {
  const {
    commits = [],
    dimensions = [],
    currency,
  } = (listed ?? {}) as { [name: string]: PriceEntry[] } & {
    currency?: string;
  };
  const plan = commits.find(({ key }) => key === planId) ?? commits.find(({ name }) => name === planId);
  if (!plan) return undefined;
  const metered = dimensions.filter((dimension) => !dimension.planId || dimension.planId === planId);
  return { commits: [plan], dimensions: metered, ...(currency ? { currency } : {}) };
}

/** Computes the end like the seller, so that both agreements end or renew at the same time (R42). */
const spanOf = ({ endTime, info }: ListedTerms, start: string) => agreedSpan({ endTime, info }, start);
