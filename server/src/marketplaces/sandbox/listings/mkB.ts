import type { JsonObject } from '../../specifications.ts';
import type { Derive } from '../mirrors/facts.ts';
import { type Fee, type Listing, type ListingMirror, type Meter, sellerValues } from './facts.ts';

/** A plan of the marketplace: one flat fee or price per seat, with its meters. */
type Plan = { externalId: string; name: string; fee: Fee | undefined; meters: readonly Meter[] };

/** Derives the records of a listing in the marketplace's legacy format and its current format. */
export const mkB: ListingMirror = (listing, derive) => {
  const { organizationId, id, name, isPublic, spec } = listing;
  const guid = derive.guid('mkB product', organizationId, id);
  const plans = plansOf(listing);
  const older = sellerValues(listing, 'mkBProduct');
  const resource = sellerValues(listing, 'mkBProductResource');
  const type = (older.resourceType as string | undefined) ?? 'softwareAsAService';
  return {
    mkBProduct: {
      isModularPublishing: true,
      listings: [
        { resourceType: 'MkBListing', languageCode: 'en-us', title: name, publisherName: listing.vendor },
      ],
      setup: { resourceType: 'MkBProductSetup', sellingOption: 'ListAndSell', enableTestDrive: false },
      ...older,
      resourceType: type,
      id: guid,
      name,
      externalIDs: [{ type: 'MkBOfferId', value: spec.key }],
      variants: plans.map((plan) => variantOf(plan, listing, derive)),
      submissions: [
        {
          resourceType: 'Submission',
          id: derive.digits(19, 'mkB submission', organizationId, id),
          state: isPublic ? 'Published' : 'Inprogress',
          subState: isPublic ? 'InStore' : 'InDraft',
        },
      ],
    },
    mkBProductResource: {
      listing: { kind: type === 'mkBVirtualMachine' ? 'mkBVM' : 'mkBSaaS', languageId: 'en-us', title: name },
      ...resource,
      product: {
        id: `product/${guid}`,
        type,
        alias: name,
        identity: { externalId: spec.key },
        lifecycleState: isPublic ? 'generallyAvailable' : 'preview',
      },
      plans: plans.map((plan) => planResourceOf(plan, guid, listing, derive)),
      technicalConfiguration: spec.fulfillmentUrl && {
        product: `product/${guid}`,
        landingPageUrl: spec.fulfillmentUrl,
      },
      submission: {
        target: { targetType: isPublic ? 'live' : 'preview' },
        status: 'completed',
        result: 'succeeded',
      },
    },
  };
};

function plansOf({ commits, dimensions }: Listing): Plan[] {
  const ids = new Set([
    ...commits.map(({ key }) => key ?? 'standard'),
    ...dimensions.map(({ planId }) => planId ?? commits[0]?.key ?? 'standard'),
  ]);
  return [...ids].map((externalId) => {
    const fee = commits.find(({ key }) => (key ?? 'standard') === externalId);
    const meters = dimensions.filter(
      ({ planId }) => (planId ?? commits[0]?.key ?? 'standard') === externalId,
    );
    return { externalId, name: fee?.name ?? externalId, fee, meters };
  });
}

const variantOf = ({ externalId, name, meters }: Plan, listing: Listing, derive: Derive): JsonObject => ({
  resourceType: 'MkBSkuVariant',
  id: derive.guid('mkB variant', listing.organizationId, listing.id, externalId),
  externalID: externalId,
  friendlyName: name,
  state: 'Active',
  featureAvailabilities: [
    {
      visibility: 'Public',
      customMeters: meters.map((meter) => ({
        id: meter.key,
        displayName: meter.name,
        priceInUsd: meter.rate,
        isEnabled: true,
      })),
    },
  ],
});

function planResourceOf(plan: Plan, product: string, listing: Listing, derive: Derive): JsonObject {
  const guid = derive.guid('mkB plan', listing.organizationId, listing.id, plan.externalId);
  const id = `plan/${product}/${guid}`;
  return {
    plan: {
      id,
      product: `product/${product}`,
      alias: plan.name,
      identity: { externalId: plan.externalId },
      lifecycleState: listing.isPublic ? 'generallyAvailable' : 'preview',
    },
    planListing: { plan: id, name: plan.name, summary: plan.fee?.description, languageId: 'en-us' },
    priceAndAvailabilityPlan: {
      plan: id,
      audience: 'public',
      visibility: 'visible',
      markets: ['us', 'de', 'gb', 'jp'],
      pricing: {
        recurrentPrice: plan.fee && recurrentPriceOf(plan.fee),
        customMeters: metersOf(plan.meters),
      },
    },
  };
}

const recurrentPriceOf = (fee: Fee): JsonObject => ({
  recurrentPriceMode: fee.type === 'PER_USER' ? 'perUser' : 'flatRate',
  userLimits:
    fee.type === 'PER_USER' ? { min: fee.minimumUsers ?? 1, max: fee.maximumUsers ?? 1_000_000 } : undefined,
  prices: [
    {
      pricePerPaymentInUsd: fee.rate,
      billingTerm: { type: fee.timeUnit === 'YEAR' ? 'year' : 'month', value: fee.length ?? 1 },
    },
  ],
});

const metersOf = (meters: readonly Meter[]): JsonObject | undefined =>
  meters.length === 0
    ? undefined
    : {
        priceInputOption: 'usd',
        meters: Object.fromEntries(
          meters.map((meter) => [meter.key ?? meter.name ?? 'meter', { pricePerUnitInUsd: meter.rate }]),
        ),
      };
