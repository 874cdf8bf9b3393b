import type { JsonObject, OfferSpec } from '../../specifications.ts';
import type { Derive, OfferFacts } from './facts.ts';

/** The offer types that are authorizations to resell. */
export const authorizationTypes: readonly string[] = ['CPPO_OUT', 'CPPO_IN'];

const statuses: Record<string, string> = {
  RESTRICTED: 'Restricted',
  CANCELLED: 'Restricted',
  USED: 'Complete',
};

/** Derives the marketplace's record of an authorization. */
export function authorizationOf({ offer, info, name }: OfferFacts, derive: Derive): JsonObject {
  const { organizationId, id, spec } = offer;
  const reseller = resellerOf(spec, organizationId, derive);
  const isOurs = spec.offerType === 'CPPO_OUT';
  const us = derive.digits(12, 'mkA seller', organizationId);
  const given = (info.mkACppoOpportunity ?? {}) as JsonObject;
  return {
    mkACppoOpportunity: {
      ManufacturerAccountId: isOurs ? us : given.ManufacturerAccountId,
      ManufacturerLegalName: isOurs ? undefined : given.ManufacturerLegalName,
      Name: name,
      OfferDetails: { OfferCreatedCount: offer.state === 'USED' ? 1 : 0 },
      ProductId: spec.externalProductId,
      ProductName: given.ProductName,
      Rules: [
        { Type: 'AvailabilityRule', AvailabilityEndDate: spec.expireTime, OffersMaxQuantity: 1 },
        { Type: 'PartnerTargetingRule', ResellerAccountId: isOurs ? reseller.id : us },
      ],
      Status: statuses[offer.state] ?? 'Active',
      opportunityDurationType: 'ONE_TIME',
      opportunityId: id,
      partnerId: isOurs ? reseller.id : us,
    },
  };
}

/** Fields of an offer's info that contain the price of the resold product. */
const prices = ['commits', 'dimensions', 'paymentInstallments', 'currency', 'mkAAgreementDuration'] as const;

/** Derives the data about the authorization in a reseller's offer. */
export const resoldTerms = ({ offer: { spec }, info }: OfferFacts): JsonObject => ({
  ...Object.fromEntries(prices.map((name) => [name, info[name]])),
  mkAChannelPartner: info.mkAChannelPartner,
  mkAMarkupPercentage: info.mkAMarkupPercentage,
  mkAResaleAuthorizationId: spec.basedOn?.authorizationId,
});

/** Returns the reseller of an offer, or a placeholder. */
export function resellerOf(
  { info, metaInfo }: Pick<OfferSpec, 'info' | 'metaInfo'>,
  organizationId: string,
  derive: Derive,
): { id: string; name: string } {
  const named = info.mkAChannelPartner as { id?: string; name?: string } | undefined;
  const [first] = (metaInfo.resellerIds ?? []) as string[];
  const id = named?.id || first || derive.digits(12, 'mkA reseller', organizationId);
  return { id, name: named?.name || 'Sandbox reseller' };
}
