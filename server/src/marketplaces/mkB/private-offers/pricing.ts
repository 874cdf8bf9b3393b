import type { MkBPrivateOffer } from '../../records/index.ts';
import { isSet } from '../../rules/checks.ts';
import type { JsonObject, OfferSpec } from '../../specifications.ts';
import { refusal } from '../errors.ts';
import { editsPrices, isSame, isUpgrade, pricingTypes, recordOf, termsOf } from '../rules/terms.ts';
import type { Listings } from './listings.ts';
import { type Prices, plansIn, pricesOf } from './prices.ts';
import { schemaOf } from './resource-names.ts';

type Entry = NonNullable<MkBPrivateOffer['pricing']>[number];

/** A price entry of an offer, with the resource of its absolute price, if it has one. */
type Built = { entry: JsonObject; price?: JsonObject };

/** The entries of an offer, the resources of their prices, and the type that fits them. */
export type BuiltPricing = { entries: JsonObject[]; prices: JsonObject[]; type: string };

/**
 * Returns the type of pricing. Without a type, an offer with commits has new plans, because existing plans keep
 * their recurrent prices.
 */
export function pricingTypeOf(spec: OfferSpec): string {
  const { offerPricingType } = recordOf(spec);
  if (isSet(offerPricingType)) return offerPricingType as string;
  const { pricing = [] } = recordOf(spec);
  const { commits = [] } = termsOf(spec);
  return pricing.length === 0 && commits.length > 0 ? pricingTypes.newPlans : pricingTypes.prices;
}

/**
 * Returns the entries of the record, or entries for the plans that commits and dimensions name. Their prices are
 * absolute, because `discountPercentage` in info is included in them.
 */
function entriesOf(spec: OfferSpec, type: string): Entry[] {
  const { pricing = [] } = recordOf(spec);
  const plans = plansIn(termsOf(spec));
  const isReadBack = plans.length > 0 && pricing.some(lacksAmounts);
  if (pricing.length > 0 && !isReadBack) return pricing;
  if (isUpgrade(spec)) return [];
  const text = spec.name ?? spec.key;
  return plans.map(({ plan }) => ({
    ...(isSame(type, pricingTypes.prices)
      ? { planId: plan }
      : { basePlan: plan, newPlanDetails: { name: text, description: text } }),
    discountType: 'absolute' as const,
  }));
}

/** Returns whether the marketplace returned the entry: it names the price by an id, without the amounts. */
const lacksAmounts = ({ priceDetails, privateOfferPlan }: Entry): boolean =>
  isSet((priceDetails as { id?: string } | undefined)?.id) && !privateOfferPlan;

/** Builds the prices of an offer. Names of products and plans are replaced by durable ids. */
export async function buildPricing(spec: OfferSpec, listings: Listings): Promise<BuiltPricing> {
  const type = pricingTypeOf(spec);
  const built: Built[] = [];
  for (const [index, entry] of entriesOf(spec, type).entries())
    built.push(await buildEntry(spec, { entry, index, type }, listings));
  return {
    type,
    entries: built.map(({ entry }) => entry),
    prices: built.flatMap(({ price }) => (price ? [price] : [])),
  };
}

type Place = { entry: Entry; index: number; type: string };

async function buildEntry(
  spec: OfferSpec,
  { entry, index, type }: Place,
  listings: Listings,
): Promise<Built> {
  const name = entry.product || spec.externalProductId;
  if (!name)
    throw refusal('schemaValidationError', 'The price needs a product. Select the product of the offer.');
  const product = await listings.product(name);
  const planName = editsPrices({ offerPricingType: type } as MkBPrivateOffer)
    ? planNameOf(entry)
    : entry.basePlan;
  if (!planName)
    throw refusal('schemaValidationError', 'The price needs a plan. Set planId, or basePlan for a new plan.');
  const plan = await listings.plan(product, planName);
  const isEdited = isSame(type, pricingTypes.prices);
  const { newPlanDetails: { name: title, description } = {}, discountPercentage } = entry;
  const shared = {
    product,
    ...(isEdited ? { plan } : { basePlan: plan }),
    ...(isSet(title) && isSet(description) ? { newPlanDetails: { name: title, description } } : {}),
  };
  const isPercentage =
    isSame(entry.discountType, 'percentage') || (!entry.discountType && discountPercentage !== undefined);
  if (isPercentage)
    return { entry: { ...shared, discountType: 'percentage', discountPercentage: discountPercentage ?? 0 } };
  const resourceName = `price${index + 1}`;
  return {
    entry: { ...shared, discountType: 'absolute', priceDetails: { resourceName } },
    price: {
      $schema: schemaOf('price-and-availability-private-offer-plan'),
      resourceName,
      product,
      plan,
      offerPricingType: type,
      ...pricesOfEntry(spec, entry, planName),
    },
  };
}

const planNameOf = ({ plan, planId, originalPlan, privateOfferPlan }: Entry): string | undefined =>
  [plan, planId, originalPlan?.id, originalPlan?.externalId, privateOfferPlan?.plan].find(isSet);

/** Returns the price in the entry, or the price from commits and dimensions. */
function pricesOfEntry(
  spec: OfferSpec,
  { privateOfferPlan }: Entry,
  planName: string,
): { pricing?: Prices; softwareReservation?: object } {
  const { pricing, softwareReservation } = privateOfferPlan ?? {};
  if (pricing || softwareReservation)
    return {
      ...(pricing ? { pricing: pricing as Prices } : {}),
      ...(softwareReservation
        ? {
            softwareReservation: {
              ...softwareReservation,
              vmPrices: softwareReservation.vmPrices?.patternProperties,
            },
          }
        : {}),
    };
  const terms = plansIn(termsOf(spec)).find(({ plan }) => plan === planName);
  const prices = terms && pricesOf(terms, termsOf(spec));
  if (!prices || Object.keys(prices).length === 0)
    throw refusal(
      'schemaValidationError',
      `The price of the plan ${planName} is missing. Add a commit or a dimension.`,
    );
  return { pricing: prices };
}
