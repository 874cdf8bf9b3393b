import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../adapter.ts';
import type { Derive } from '../mirrors/facts.ts';
import { type Fee, given, type Listing, type ListingMirror, type Meter, monthsOf } from './facts.ts';

export const mkC: ListingMirror = (listing, derive) => {
  const { organizationId, id, name, isPublic, spec } = listing;
  const own = given(listing, 'mkCProduct');
  const listingSpec = (own.listingSpec ?? {}) as JsonObject;
  const service = serviceOf(listing, derive);
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
          ...(listingSpec.purchaseSpec as JsonObject | undefined),
          metrics: listing.dimensions.map((meter) => metricOf(meter, service.name)),
          purchaseOptionSpecs: listing.commits.map((fee) => planOf(fee, listing)),
        },
      },
      serviceConfig: {
        name: service.name,
        title: name,
        producerProjectId: derive.digits(12, 'mkC project', organizationId),
        metrics: listing.dimensions.map((meter) => metricOf(meter, service.name)),
      },
    },
  };
};

const serviceOf = ({ organizationId, id }: Listing, derive: Derive) => ({
  provider: `provider-${derive.code(8, 'mkC provider', organizationId)}`,
  name: `service-${derive.code(10, 'mkC service', organizationId, id)}.endpoints.sandbox.invalid`,
});

const metricOf = ({ key, name, description }: Meter, service: string): JsonObject => ({
  id: key,
  name: `${service}/${key}`,
  displayName: name,
  description,
  metricKind: 'DELTA',
  valueType: 'INT64',
  unit: '1',
});

/** A plan with its fee of a month, and what usage costs beside it. */
function planOf(fee: Fee, { currency, dimensions }: Listing): JsonObject {
  const monthly = new Decimal(fee.rate ?? 0).div(Math.max(monthsOf(fee), 1));
  return {
    name: fee.key,
    title: fee.name,
    purchaseMode: 'PURCHASE_MODE_PUBLIC',
    priceInfo: {
      description: fee.description,
      priceModel: dimensions.length > 0 ? 'SUBSCRIPTION_PLUS_USAGE' : 'SUBSCRIPTION',
      subscriptionPlans: [{ period: 'P1M', price: moneyOf(monthly, currency) }],
      usageFees: dimensions.map(({ key, rate }) => ({
        metricId: key,
        displayQuantity: 1,
        priceTiers: [{ fromAmount: 0, price: moneyOf(new Decimal(rate ?? 0), currency) }],
      })),
    },
  };
}

/** Whole units and billionths, by which the marketplace writes money. */
function moneyOf(amount: Decimal, currencyCode: string): JsonObject {
  const exact = amount.toDecimalPlaces(9);
  const units = exact.trunc();
  return { currencyCode, units: units.toFixed(), nanos: exact.minus(units).times(1e9).toNumber() };
}
