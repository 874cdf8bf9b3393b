import type { JsonObject } from '../../specifications.ts';
import { type AgreementFacts, bySeat, type Commit, type Derive, type Mirror } from './facts.ts';
import { authorizationOf, authorizationTypes, resoldTerms } from './mkA-resale.ts';

/**
 * The offer fields that the marketplace's agreement terms contain; all other fields are visible to the seller
 * only.
 */
const commercialFields = [
  'autoRenew',
  'commits',
  'currency',
  'dimensions',
  'eulaType',
  'eulaUrl',
  'mkAChannelPartner',
  'netTermsInDays',
  'paymentInstallments',
  'refundCancellationPolicy',
  'trialConfig',
] as const;

export const mkA: Mirror = {
  // The marketplace has no suspended state, and an agreement stays active until the buyer agrees to a
  // cancellation.
  statuses: {
    PENDING_APPROVAL: 'ACTIVE',
    ACTIVE: 'ACTIVE',
    SUSPENDED: 'ACTIVE',
    PENDING_CANCEL: 'ACTIVE',
    CANCELLED: 'CANCELLED',
  },

  agreement(facts, derive) {
    const { agreement, info, externalStatus, url } = facts;
    const terms = termsOf(facts);
    const parties = partiesOf(facts, derive);
    return {
      mirror: {
        mkAAgreement: {
          acceptanceTime: agreement.acceptedAt,
          agreementId: agreement.id,
          agreementType: 'PurchaseAgreement',
          buyerAccountId: parties.buyer,
          endTime: agreement.endTime,
          licenseArn: parties.license,
          offerId: agreement.externalOfferId,
          offerSetId: info.mkAOfferSetId,
          productId: agreement.externalProductId,
          productType: 'SaaSProduct',
          sellerAccountId: parties.seller,
          startTime: agreement.startTime,
          status: externalStatus,
        },
        mkAEntitlements: entitlementsOf(facts, (terms?.commits ?? []) as Commit[], parties, derive),
        mkALicenseArn: parties.license,
        mkAAgreementPdfURL: `${url}/agreement.pdf`,
        mkAOfferSetId: info.mkAOfferSetId,
        buyerManagementURL: url,
      },
      terms,
    };
  },

  // The marketplace's only own record of an offer is the resale record.
  offer(facts, derive) {
    const { spec } = facts.offer;
    if (authorizationTypes.includes(spec.offerType)) return authorizationOf(facts, derive);
    return spec.basedOn?.authorizationId ? resoldTerms(facts) : {};
  },
};

type Parties = { seller: string; buyer: string; license: string };

function partiesOf({ agreement }: AgreementFacts, derive: Derive): Parties {
  const { organizationId, externalBuyerId, id } = agreement;
  const seller = derive.digits(12, 'mkA seller', organizationId);
  const license = derive.hex(32, 'mkA license', organizationId, id);
  const isAccount = /^\d{12}$/.test(externalBuyerId);
  return {
    seller,
    buyer: isAccount ? externalBuyerId : derive.digits(12, 'mkA buyer', externalBuyerId),
    license: `arn:mka:license-manager::${seller}:license:l-${license}`,
  };
}

function entitlementsOf(
  { agreement, quantity }: AgreementFacts,
  commits: readonly Commit[],
  parties: Parties,
  derive: Derive,
): JsonObject[] {
  const { organizationId, externalProductId = '', externalBuyerId, endTime } = agreement;
  return commits.map((commit) => ({
    customerMkAAccountId: parties.buyer,
    customerIdentifier: derive.code(11, 'mkA customer', organizationId, externalBuyerId),
    dimension: commit.key ?? commit.name,
    expirationDate: endTime,
    licenseArn: parties.license,
    productCode: derive.code(25, 'mkA product', organizationId, externalProductId),
    value: { integerValue: (bySeat(commit) ? quantity : undefined) ?? commit.quantity ?? 1 },
  }));
}

/** Returns the terms of the private offer, or the single commit of an order; undefined without either. */
function termsOf(facts: AgreementFacts): JsonObject | undefined {
  const { agreement, info, currency } = facts;
  const commits = info.commits ?? orderedCommits(facts);
  if (!commits && !info.dimensions && !info.paymentInstallments) return undefined;
  const kept = Object.fromEntries(commercialFields.map((name) => [name, info[name]]));
  return { ...kept, commits, currency, autoRenew: agreement.autoRenew ?? info.autoRenew };
}

function orderedCommits({ order, planId, quantity, months }: AgreementFacts): Commit[] | undefined {
  if (order.amount === undefined) return undefined;
  return [
    {
      ...(planId === undefined ? {} : { key: planId, name: planId }),
      rate: order.amount,
      type: quantity === undefined ? 'FLAT_RATE' : 'PER_USER',
      ...(quantity === undefined ? {} : { quantity }),
      ...(months === undefined ? {} : { length: months, timeUnit: 'MONTH' }),
    },
  ];
}
