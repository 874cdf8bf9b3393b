import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../specifications.ts';
import type { Derive } from '../mirrors/facts.ts';
import { moneyOf, priceTiersOf, usageFeeOf } from '../mirrors/mkC-prices.ts';
import { type Fee, type Listing, type ListingMirror, type Meter, monthsOf, sellerValues } from './facts.ts';

export const mkC: ListingMirror = (listing, derive) => {
  const { organizationId, id, name, isPublic, spec } = listing;
  const own = sellerValues(listing, 'mkCProduct');
  const listingSpec = (own.listingSpec ?? {}) as JsonObject;
  const service = serviceOf(listing, derive);
  const purchaseSpec = (listingSpec.purchaseSpec ?? {}) as PurchaseInput;
  return {
    mkCProduct: {
      ...own,
      id,
      name: `providers/${service.provider}/products/${id}`,
      service: service.name,
      marketplace: 'marketplaces/mkC',
      derivedDiscoveryState: {
        accessState: isPublic ? 'ALLUSERS_ACCESSIBLE' : 'NOT_PUBLISHED',
        searchState: isPublic ? 'SEARCHABLE' : undefined,
      },
      listingSpec: {
        listingType: 'BillingIntegratedManagedService',
        ...listingSpec,
        marketingSpec: {
          title: name,
          signupUri: spec.fulfillmentUrl,
          ...(listingSpec.marketingSpec as JsonObject | undefined),
        },
        purchaseSpec: {
          ...purchaseSpec,
          metrics: listing.dimensions.map((meter) => metricOf(meter, listing, service.name)),
          purchaseOptionSpecs: listing.commits.map((fee) => planOf(fee, listing, purchaseSpec)),
        },
      },
      serviceConfig: {
        name: service.name,
        title: name,
        producerProjectId: derive.digits(12, 'mkC project', organizationId),
        metrics: listing.dimensions.map((meter) => metricOf(meter, listing, service.name)),
      },
    },
  };
};

/**
 * The part of a listing in which the seller describes how the product is sold: features, and their values in each
 * plan.
 */
type PurchaseInput = JsonObject & {
  features?: { name?: string; title?: string; description?: string }[];
  purchaseOptionSpecs?: {
    name?: string;
    featureValues?: { featureName?: string; featureValue?: string }[];
  }[];
};

const serviceOf = ({ organizationId, id }: Listing, derive: Derive) => ({
  provider: `provider-${derive.code(8, 'mkC provider', organizationId)}`,
  name: `service-${derive.code(10, 'mkC service', organizationId, id)}.endpoints.sandbox.invalid`,
});

const metricOf = (meter: Meter, { currency }: Listing, service: string): JsonObject => ({
  id: meter.key,
  name: `${service}/${meter.key}`,
  displayName: meter.name,
  description: meter.description,
  metricKind: 'DELTA',
  valueType: 'INT64',
  unit: '1',
  priceTiers: priceTiersOf(meter, currency),
});

/** A plan with its monthly fee, its features, and its usage prices. */
function planOf(fee: Fee, { currency, dimensions }: Listing, given: PurchaseInput): JsonObject {
  const monthly = new Decimal(fee.rate ?? 0).div(Math.max(monthsOf(fee), 1));
  return {
    name: fee.key,
    title: fee.name,
    purchaseMode: 'PURCHASE_MODE_PUBLIC',
    featureValues: featuresOf(fee, given),
    priceInfo: {
      description: fee.description,
      priceModel: dimensions.length > 0 ? 'SUBSCRIPTION_PLUS_USAGE' : 'SUBSCRIPTION',
      subscriptionPlans: [{ period: 'P1M', price: moneyOf(monthly, currency) }],
      usageFees: dimensions.map((meter) => usageFeeOf(meter, currency)),
    },
  };
}

/** Lists every feature of the product, with its value in the plan, if any. */
function featuresOf({ key }: Fee, { features = [], purchaseOptionSpecs = [] }: PurchaseInput): JsonObject[] {
  const values = purchaseOptionSpecs.find(({ name }) => name === key)?.featureValues ?? [];
  return features.map(({ name, title, description }) => ({
    featureName: name,
    featureTitle: title,
    featureDescription: description,
    featureValue: values.find(({ featureName }) => featureName === name)?.featureValue,
  }));
}
