import type { Caller } from '../identity/apps.ts';

export type Dimension = { id: string; pricePerUnit?: number; unitOfMeasure?: string; displayName?: string };

/** A plan of an offer in the marketplace. */
export type Plan = {
  /** The plan’s identifier in the ingestion interface. */
  durableId: string;
  planId: string;
  displayName: string;
  isPrivate: boolean;
  /** Tenants that may buy a private plan. */
  audience: readonly string[];
  isPricePerSeat: boolean;
  minQuantity: number | undefined;
  maxQuantity: number | undefined;
  isStopSell: boolean;
  hasFreeTrials: boolean;
  terms: readonly { termUnit: string; price: number }[];
  dimensions: readonly Dimension[];
};

/** A SaaS offer, which the service calls a product. */
export type Product = {
  /** The product’s identifier in the ingestion interface. */
  durableId: string;
  offerId: string;
  publisherId: string;
  name: string;
  plans: Plan[];
  /** The application whose tokens may call about the product, and the addresses of buyers and notifications. */
  technical: Caller & { landingPage: string; webhook: string | undefined };
};

export type NewPlan = Partial<Omit<Plan, 'planId' | 'durableId'>> & { planId: string };

export const planOf = (given: NewPlan, durableId: string): Plan => ({
  durableId,
  displayName: given.planId,
  isPrivate: false,
  audience: [],
  isPricePerSeat: false,
  minQuantity: undefined,
  maxQuantity: undefined,
  isStopSell: false,
  hasFreeTrials: false,
  terms: [
    { termUnit: 'P1M', price: 100 },
    { termUnit: 'P1Y', price: 1000 },
  ],
  dimensions: [{ id: 'calls' }],
  ...given,
});

export const findPlan = ({ plans }: Product, planId: string) => plans.find((plan) => plan.planId === planId);

/** Shows a plan; the private offers of the purchase are shown only if the plan is asked for by name. */
export const showPlan = (plan: Plan, privateOfferIds?: readonly string[]) => ({
  planId: plan.planId,
  displayName: plan.displayName,
  isPrivate: plan.isPrivate,
  description: plan.displayName,
  ...(plan.minQuantity !== undefined && { minQuantity: plan.minQuantity }),
  ...(plan.maxQuantity !== undefined && { maxQuantity: plan.maxQuantity }),
  hasFreeTrials: plan.hasFreeTrials,
  isPricePerSeat: plan.isPricePerSeat,
  isStopSell: plan.isStopSell,
  market: 'US',
  planComponents: {
    recurrentBillingTerms: plan.terms.map(({ termUnit, price }) => ({
      currency: 'USD',
      price,
      termUnit,
      termDescription: termUnit,
      meteredQuantityIncluded: [],
    })),
    meteringDimensions: plan.dimensions.map(({ id, pricePerUnit, unitOfMeasure, displayName }) => ({
      id,
      currency: 'USD',
      pricePerUnit: pricePerUnit ?? 1,
      unitOfMeasure: unitOfMeasure ?? id,
      displayName: displayName ?? id,
    })),
  },
  ...(privateOfferIds && { sourceOffers: privateOfferIds.map((externalId) => ({ externalId })) }),
});
