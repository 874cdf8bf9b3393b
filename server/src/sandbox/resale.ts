import { onlyPartnerWith } from '../marketplaces/index.ts';
import {
  authorize,
  isAuthorization,
  offerWithPartner,
  resell,
  type SandboxSpec,
  setOfferState,
} from '../marketplaces/sandbox/index.ts';
import { type OfferRow, offerErrors, requirePartnersOffer, withPartner } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { priceFindings } from '../products/index.ts';
import { requireTest } from './errors.ts';
import type { SandboxAuthorization, SandboxResale } from './records.ts';
import { notifyMarketplaceChange, requireAtMarketplace } from './service.ts';

/** The only marketplace with resale authorizations by vendors. */
export const partnerOfResale = onlyPartnerWith('hasResale', true);

/**
 * Acts as the partner for whom the offer waits. A reseller creates a separate offer; a shared offer is passed
 * on to the buyer.
 */
export async function resellOffer(
  scope: OrgTransaction,
  offerId: string,
  resale: SandboxResale,
): Promise<OfferRow> {
  requireTest(scope);
  const offer = await requirePartnersOffer(scope, offerId, ['PENDING_PARTNER_ACTION']);
  const atMarketplace = await requireAtMarketplace(scope, offer, ['AWAITING_PARTNER']);
  const spec = JSON.parse(atMarketplace.spec) as SandboxSpec;
  const last = spec.expireTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(spec.expireTime);
  if (last <= scope.now.getTime())
    throw offerErrors.offer_not_acceptable(`The offer expired at ${spec.expireTime}.`);
  const findings = isAuthorization(spec) ? resaleFindings(resale, scope.now, last) : sharedFindings(resale);
  if (findings.length > 0) throw invalid(findings);
  await resell(scope, offer.partner as string, atMarketplace, resale);
  if (!isAuthorization(spec))
    await notifyMarketplaceChange(scope, offer.partner as string, 'OFFER', atMarketplace.id);
  return offer;
}

function resaleFindings({ expireTime }: SandboxResale, now: Date, last: number): Finding[] {
  if (expireTime === undefined) return [];
  const pointer = '/expireTime';
  if (Date.parse(expireTime) <= now.getTime()) return [{ pointer, message: 'must be in the future' }];
  return Date.parse(expireTime) > last
    ? [{ pointer, message: 'must not be after the authorization’s expireTime' }]
    : [];
}

/** Rejects changes to a shared offer, because its partner passes the offer on unchanged. */
const sharedFindings = (resale: SandboxResale): Finding[] =>
  Object.keys(resale).map((name) => ({
    pointer: `/${name}`,
    message: 'is for authorizations only: a shared offer is passed on to the buyer unchanged',
  }));

/** Restricts an authorization or a shared offer, as the vendor or the marketplace, so that it can no longer be used. */
export async function restrictOffer(scope: OrgTransaction, offerId: string): Promise<OfferRow> {
  requireTest(scope);
  const offer = await requirePartnersOffer(scope, offerId, withPartner);
  const atMarketplace = await requireAtMarketplace(scope, offer, offerWithPartner);
  if (atMarketplace.state === 'USED' && !isAuthorization(JSON.parse(atMarketplace.spec)))
    throw offerErrors.offer_not_acceptable('The offer is not an authorization to resell.');
  await setOfferState(scope, atMarketplace.id, 'RESTRICTED');
  await notifyMarketplaceChange(scope, offer.partner as string, 'OFFER', atMarketplace.id);
  return offer;
}

/** Authorizes the organization to resell, as a vendor. Returns the sandbox's authorization id. */
export async function grantAuthorization(
  scope: OrgTransaction,
  granted: SandboxAuthorization,
): Promise<string> {
  requireTest(scope);
  const { commits, currency, dimensions, expireTime, mkAAgreementDuration } = granted;
  const findings = priceFindings(granted, '');
  if (expireTime !== undefined && Date.parse(expireTime) <= scope.now.getTime())
    findings.push({ pointer: '/expireTime', message: 'must be in the future' });
  if (findings.length > 0) throw invalid(findings);
  const info = {
    ...(commits ? { commits } : {}),
    ...(dimensions ? { dimensions } : {}),
    ...(currency ? { currency } : {}),
    ...(mkAAgreementDuration ? { mkAAgreementDuration } : {}),
    mkACppoOpportunity: {
      ManufacturerAccountId: granted.vendorAccountId,
      ManufacturerLegalName: granted.vendorName ?? 'Sandbox vendor',
      ProductName: granted.productName,
    },
  };
  return authorize(scope, partnerOfResale, {
    name: granted.name ?? 'Resale authorization',
    productId: undefined,
    externalProductId: granted.productId,
    externalBuyerId: undefined,
    buyerName: undefined,
    endTime: undefined,
    expireTime: expireTime === undefined ? undefined : new Date(expireTime).toISOString(),
    info,
  });
}
