import { isSet, listed } from '../../rules/checks.ts';
import type { OfferRefusal } from '../../rules/contract.ts';
import type { JsonObject, OfferSpec } from '../../specifications.ts';
import type { Pricing } from './pricing.ts';
import { editsPrices, record, recordOf, termsOf } from './terms.ts';

/** A plan of a listing: its short name, its other ids, and its meters. */
type Plan = { name: string; ids: readonly string[]; meters: readonly string[] };

const objectIn = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(objectIn) : []);
const textsIn = (...values: unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '');

/** Returns the last part of a durable id, such as plan/PRODUCT/PLAN. */
const lastPart = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

function planOfResource({ plan, priceAndAvailabilityPlan }: JsonObject): Plan[] {
  const { id, identity } = objectIn(plan);
  const { customMeters } = objectIn(objectIn(priceAndAvailabilityPlan).pricing);
  const ids = textsIn(objectIn(identity).externalId, id);
  const meters = Object.keys(objectIn(objectIn(customMeters).meters));
  return ids[0] ? [{ name: ids[0], ids, meters }] : [];
}

function planOfVariant({ externalID, id, featureAvailabilities }: JsonObject): Plan[] {
  const ids = textsIn(externalID, id);
  const meters = objectsIn(featureAvailabilities)
    .flatMap(({ customMeters }) => objectsIn(customMeters))
    .flatMap((meter) => textsIn(meter.id, meter.uniqueID));
  return ids[0] ? [{ name: ids[0], ids, meters }] : [];
}

/** Reads the plans in the records of a listing; empty if the product is not synchronized. */
const plansIn = ({ productInfo = {} }: Pick<OfferSpec, 'productInfo'>): Plan[] => [
  ...objectsIn(objectIn(productInfo.mkBProductResource).plans).flatMap(planOfResource),
  ...objectsIn(objectIn(productInfo.mkBProduct).variants).flatMap(planOfVariant),
];

/** Returns the short name of a plan of the offer's product, if the product is synchronized. */
export const firstPlan = (spec: OfferSpec): string | undefined => plansIn(spec)[0]?.name;

/** Returns whether a pricing entry is for the product of the offer: an offer can have several products. */
function isOfProduct({ product }: Pricing, { externalProductId, productInfo = {} }: OfferSpec): boolean {
  if (!isSet(product)) return true;
  const resource = objectIn(objectIn(productInfo.mkBProductResource).product);
  const { id, externalIDs } = objectIn(productInfo.mkBProduct);
  const ids = textsIn(
    externalProductId,
    id,
    resource.id,
    objectIn(resource.identity).externalId,
    ...objectsIn(externalIDs).map(({ value }) => value),
  );
  return ids.map(lastPart).includes(lastPart(product as string));
}

/** A name in an offer with its pointer. */
type Name = { at: string; name: string | undefined };

/** Lists the plans that an offer names: commits name their plan by key. */
function namedPlans(spec: OfferSpec): Name[] {
  const { commits = [], dimensions = [] } = termsOf(spec);
  const offer = recordOf(spec);
  const ofEntry = (entry: Pricing, index: number): Name[] => {
    const { plan, planId, basePlan } = entry;
    // Other types of pricing create a plan, whose id is not an id of the product.
    const names: Record<string, string | undefined> = editsPrices(offer) ? { plan, planId } : { basePlan };
    return Object.entries(names).map(([field, name]) => ({
      at: `${record}/pricing/${index}/${field}`,
      name,
    }));
  };
  return [
    ...(offer.pricing ?? []).flatMap((entry, index) =>
      isOfProduct(entry, spec) ? ofEntry(entry, index) : [],
    ),
    ...commits.map(({ key }, index) => ({ at: `/info/commits/${index}/key`, name: key })),
    ...dimensions.map(({ planId }, index) => ({ at: `/info/dimensions/${index}/planId`, name: planId })),
  ];
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Lists the meters that an offer names. */
function namedMeters(spec: OfferSpec): Name[] {
  const ofEntry = ({ privateOfferPlan }: Pricing, index: number): Name[] => {
    const at = `${record}/pricing/${index}/privateOfferPlan/pricing/customMeters/meters`;
    const meters = objectIn(privateOfferPlan?.pricing?.customMeters?.meters);
    return Object.keys(meters).map((name) => ({ at: `${at}/${escaped(name)}`, name }));
  };
  return [
    ...(recordOf(spec).pricing ?? []).flatMap((entry, index) =>
      isOfProduct(entry, spec) ? ofEntry(entry, index) : [],
    ),
    ...(termsOf(spec).dimensions ?? []).map(({ key, name }, index) => ({
      at: `/info/dimensions/${index}/key`,
      name: key || name,
    })),
  ];
}

/** Finds plans and meters in an offer that its product does not have. Empty if the product’s record has no plans. */
export function unknownNames(spec: OfferSpec): OfferRefusal[] {
  const plans = plansIn(spec);
  if (plans.length === 0) return [];
  const ids = new Set(plans.flatMap((plan) => plan.ids.map(lastPart)));
  const meters = new Set(plans.flatMap((plan) => plan.meters));
  const unknownPlans = namedPlans(spec).filter(({ name }) => name && !ids.has(lastPart(name)));
  // Meters are missing from listings that were read without their prices.
  const unknownMeters =
    meters.size === 0 ? [] : namedMeters(spec).filter(({ name }) => name && !meters.has(name));
  const names = new Set(plans.map(({ name }) => name));
  return [
    ...unknownPlans.map(({ at, name }) => ({
      code: 'resourceNotFound',
      pointer: at,
      readable: `The product has no plan ${name}. Its plans: ${listed(names)}.`,
    })),
    ...unknownMeters.map(({ at, name }) => ({
      code: 'resourceNotFound',
      pointer: at,
      readable: `The product has no meter ${name}. Its meters: ${listed(meters)}.`,
    })),
  ];
}
