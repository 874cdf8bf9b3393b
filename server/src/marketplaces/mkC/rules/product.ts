import type { OfferRefusal } from '../../rules/contract.ts';
import type { JsonObject } from '../../specifications.ts';
import { code, discountsIn, type InfoOfC, type OfferOfC, type ProductInfo } from './terms.ts';

/** Finds features of the offer that are missing from the product's feature list, if the product has a list (R26). */
export function missingFeatures(
  { mkCFeatures = [] }: { mkCFeatures?: readonly { featureName?: string }[] },
  { mkCProduct }: ProductInfo,
): string[] {
  const features = mkCProduct?.listingSpec?.purchaseSpec?.features ?? mkCProduct?.features;
  if (!Array.isArray(features)) return [];
  const known = new Set(features.map((feature) => feature?.featureName ?? feature?.name));
  return mkCFeatures.flatMap(({ featureName: name }) => (name && !known.has(name) ? [name] : []));
}

/** What an offer names: a plan, a metric, or a priced article (SKU). */
type Kind = 'plan' | 'metric' | 'SKU';

/** Fields of records in info that name parts of the product. Names of `other` kinds are also accepted. */
const fields: readonly { list: keyof InfoOfC; field: string; kind: Kind; other?: Kind }[] = [
  { list: 'mkCPlans', field: 'name', kind: 'plan' },
  // The flat fees of a product are its plans.
  { list: 'commits', field: 'key', kind: 'plan', other: 'metric' },
  { list: 'dimensions', field: 'key', kind: 'metric' },
  { list: 'dimensions', field: 'planId', kind: 'plan' },
  { list: 'dimensions', field: 'skuId', kind: 'SKU' },
  { list: 'mkCMetrics', field: 'id', kind: 'metric' },
];

/** Fields of discounts on usage that name parts of the product. */
const discountFields: readonly { field: string; kind: Kind }[] = [
  { field: 'id', kind: 'metric' },
  { field: 'metricId', kind: 'metric' },
  { field: 'sku', kind: 'SKU' },
  { field: 'skuId', kind: 'SKU' },
];

/** Lists the names of parts of the product in an offer. */
function namesIn(info: InfoOfC) {
  const named = fields.flatMap(({ list, field, ...what }) =>
    ((info[list] ?? []) as readonly JsonObject[]).map((entry, index) => ({
      other: undefined,
      ...what,
      pointer: `/info/${list}/${index}/${field}`,
      name: entry[field],
    })),
  );
  const discounted = discountsIn(info).flatMap(({ pointer, discount }) =>
    discountFields.map(({ field, kind }) => ({
      other: undefined,
      kind,
      pointer: `${pointer}/${field}`,
      name: discount[field],
    })),
  );
  return [...named, ...discounted].flatMap(({ name, ...what }) =>
    typeof name === 'string' && name !== '' ? [{ ...what, name }] : [],
  );
}

/** Reads a text of each record in a list. */
const textsIn = (list: unknown, field: string): string[] =>
  (Array.isArray(list) ? list : []).flatMap((entry) => {
    const text = (entry as JsonObject | null)?.[field];
    return typeof text === 'string' && text !== '' ? [lastOf(text)] : [];
  });

/** Returns the last part of a resource name. */
const lastOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Lists the parts of a product that its record names. */
function partsOf({ mkCProduct }: ProductInfo): Record<Kind, string[]> {
  const purchase = mkCProduct?.listingSpec?.purchaseSpec;
  const metrics = purchase?.metrics ?? mkCProduct?.serviceConfig?.metrics;
  return {
    plan: textsIn(purchase?.purchaseOptionSpecs, 'name'),
    metric: textsIn(metrics, 'id'),
    SKU: textsIn(metrics, 'skuId'),
  };
}

/** The number of names that a message lists. */
const mostNamed = 20;
const listed = (names: readonly string[]): string => names.slice(0, mostNamed).join(', ');

/** Finds plans, metrics and SKUs that the offer names and its synchronized product does not have. */
export function unknownNames({ info, productInfo = {} }: OfferOfC): OfferRefusal[] {
  const parts = partsOf(productInfo);
  return namesIn(info).flatMap(({ pointer, kind, other, name }) => {
    const known = parts[kind];
    // If the record of the product does not list any name of this kind, every name is accepted.
    if (known.length === 0 || [...known, ...(other ? parts[other] : [])].includes(lastOf(name))) return [];
    return [
      { code, pointer, readable: `The product has no ${kind} ${name}. Its ${kind}s: ${listed(known)}.` },
    ];
  });
}

/** Returns a finding if the product has several plans and the offer names none of them. */
export function missingPlan({ info, productInfo = {} }: OfferOfC): OfferRefusal[] {
  const { plan: plans } = partsOf(productInfo);
  if (plans.length < 2 || namesIn(info).some(({ kind }) => kind === 'plan')) return [];
  const readable = `The offer needs a plan of the product. Set name in mkCPlans to one of ${listed(plans)}.`;
  return [{ code, pointer: '/info/mkCPlans', readable, isMissing: true }];
}
