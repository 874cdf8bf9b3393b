import type { MarketplacePartner } from '../partners.ts';
import type { OfferRefusal } from '../rules/index.ts';
import type { ProductSpec } from '../specifications.ts';

type Refusal = Omit<OfferRefusal, 'pointer'>;
type Rule = (spec: ProductSpec) => Refusal | undefined;

const longestTitle = 72;

const needsTitle: Rule = (spec) =>
  spec.name?.trim()
    ? undefined
    : {
        code: 'INVALID_TITLE',
        readable: 'The marketplace requires a product name. Set the name, then try again.',
      };

const limitsTitle: Rule = (spec) =>
  Array.from(spec.name ?? '').length > longestTitle
    ? {
        code: 'INVALID_TITLE',
        readable: `The name exceeds the marketplace’s limit of ${longestTitle} characters.`,
      }
    : undefined;

type PriceKey = { key?: string; length?: number; timeUnit?: string; planId?: string };

/** Rejects a dimension with two prices for the same plan and contract duration. */
const needsOneKeyEach: Rule = ({ info: { commits, dimensions } }) => {
  const twice = [commits, dimensions].map((list) => findRepeated((list ?? []) as PriceKey[])).find(Boolean);
  return twice
    ? {
        code: 'DUPLICATE_DIMENSION_KEYS',
        readable: `Two dimensions have the key ${twice.slice(0, 100)}. Give each dimension a unique key.`,
      }
    : undefined;
};

function findRepeated(list: readonly PriceKey[]): string | undefined {
  const seen = new Set<string>();
  for (const { key, length, timeUnit, planId } of list) {
    if (!key) continue;
    const place = JSON.stringify([key, length, timeUnit, planId]);
    if (seen.has(place)) return key;
    seen.add(place);
  }
  return undefined;
}

const sellsInDollars: Rule = ({ info: { currency } }) =>
  currency !== undefined && currency !== '' && currency !== 'USD'
    ? { code: 'INVALID_ARGUMENT', readable: 'The marketplace supports list prices in USD only.' }
    : undefined;

const rules: Record<MarketplacePartner, readonly Rule[]> = {
  MKA: [needsTitle, limitsTitle, needsOneKeyEach],
  MKB: [needsTitle],
  MKC: [needsTitle, needsOneKeyEach, sellsInDollars],
  MKD: [needsTitle],
  MKE: [needsTitle],
  MKF: [needsTitle],
};

/** Returns the first published rule of the marketplace that a new listing violates. */
export const creationRefusal = (partner: MarketplacePartner, spec: ProductSpec): Refusal | undefined =>
  firstOf(rules[partner], spec);

/** Requires a fulfilment URL, to which buyers of hosted software are redirected after the purchase. */
const needsFulfillment: Rule = (spec) =>
  spec.fulfillmentUrl || spec.productType === 'PROFESSIONAL_SERVICES'
    ? undefined
    : {
        code: 'MISSING_FULFILLMENT_URL',
        readable:
          'The marketplace sends buyers to a fulfilment URL. Set the product’s fulfillmentUrl, then publish again.',
      };

/** Returns the first published rule that a listing violates when it becomes public. */
export const publicationRefusal = (partner: MarketplacePartner, spec: ProductSpec): Refusal | undefined =>
  firstOf(partner === 'MKA' ? [needsFulfillment] : [], spec);

function firstOf(list: readonly Rule[], spec: ProductSpec): Refusal | undefined {
  for (const rule of list) {
    const refusal = rule(spec);
    if (refusal) return refusal;
  }
  return undefined;
}
