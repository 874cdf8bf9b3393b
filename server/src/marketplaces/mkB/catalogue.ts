import { Decimal } from 'decimal.js';
import type { Plan } from './fulfilment/records.ts';
import { isSame } from './fulfilment/records.ts';
import type { Ingestion } from './private-offers/ingestion.ts';
import { noneIfAbsent } from './private-offers/jobs.ts';
import { guidOf } from './private-offers/resource-names.ts';

/** A product or a plan of the portal, with its short name, its durable id and its title. */
export type Resource = {
  id?: string;
  identity?: { externalId?: string };
  type?: string;
  alias?: string;
};

type Duration = { type?: string; value?: number };
type Price = {
  pricing?: {
    recurrentPrice?: {
      recurrentPriceMode?: string;
      userLimits?: { min?: number; max?: number };
      prices?: readonly {
        billingTerm?: Duration;
        paymentOption?: Duration;
        pricePerPaymentInUsd?: number;
      }[];
    };
    customMeters?: { meters?: Readonly<Record<string, { pricePerPaymentInUsd?: number }>> };
  };
};

/** Each plan needs a call for its prices. */
const mostPlans = 50;

/** Creates the reads of the seller's products in the portal, whose prices are in USD. */
export function createCatalogue({ read, readPage, readAll }: Ingestion) {
  const priceOf = async (product: string, plan: string): Promise<Price | undefined> =>
    (await read(
      'price-and-availability-private-offer-plan',
      `/price-and-availability-private-offer-plan/${product}`,
      {
        plan,
      },
    ).catch(noneIfAbsent)) as Price | undefined;

  return {
    page: (cursor: string | undefined) =>
      readPage<Resource>('product', '/product', cursor === undefined ? {} : { cursor }),
    find: async (externalId: string): Promise<Resource | undefined> =>
      (await readAll<Resource>('product', '/product', { externalID: externalId })).find(
        ({ identity }) => identity?.externalId === externalId,
      ),
    /** Lists the plans of a product with their prices, except plans that are known from subscriptions. */
    plans: async ({ id }: Resource, known: ReadonlySet<string>): Promise<Plan[]> => {
      if (!id) return [];
      const found: Plan[] = [];
      for (const plan of await readAll<Resource>('plan', '/plan', { product: guidOf(id) })) {
        const planId = plan.identity?.externalId;
        if (!plan.id || !planId || known.has(planId) || found.length >= mostPlans) continue;
        found.push(planOf(planId, plan.alias, await priceOf(guidOf(id), guidOf(plan.id))));
      }
      return found;
    },
  };
}
export type Catalogue = ReturnType<typeof createCatalogue>;

/** Converts a plan to the form in which subscriptions show plans. */
function planOf(planId: string, displayName: string | undefined, price: Price | undefined): Plan {
  const { recurrentPrice, customMeters } = price?.pricing ?? {};
  const { min, max } = recurrentPrice?.userLimits ?? {};
  return {
    planId,
    ...(displayName ? { displayName } : {}),
    isPricePerSeat: isSame(recurrentPrice?.recurrentPriceMode, 'perUser'),
    ...(min === undefined ? {} : { minQuantity: min }),
    ...(max === undefined ? {} : { maxQuantity: max }),
    planComponents: {
      recurrentBillingTerms: (recurrentPrice?.prices ?? []).flatMap(
        ({ billingTerm, paymentOption = billingTerm, pricePerPaymentInUsd: each }) => {
          const [whole, part] = [monthsOf(billingTerm), monthsOf(paymentOption)];
          if (each === undefined || !whole || !part) return [];
          const rate = new Decimal(each).times(whole).dividedBy(part).toDecimalPlaces(4).toNumber();
          return [{ currency: 'USD', price: rate, termUnit: unitOf(billingTerm) }];
        },
      ),
      meteringDimensions: Object.entries(customMeters?.meters ?? {}).map(([id, meter]) => ({
        id,
        currency: 'USD',
        ...(meter.pricePerPaymentInUsd === undefined ? {} : { pricePerUnit: meter.pricePerPaymentInUsd }),
      })),
    },
  };
}

const isYear = ({ type }: Duration): boolean => isSame(type, 'year');
const monthsOf = (duration: Duration | undefined): number =>
  duration?.value ? duration.value * (isYear(duration) ? 12 : 1) : 0;
const unitOf = (duration: Duration = {}): string => `P${duration.value}${isYear(duration) ? 'Y' : 'M'}`;
