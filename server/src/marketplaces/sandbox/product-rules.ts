import type { MarketplacePartner } from '../partners.ts';
import type { ProductSpec } from '../specifications.ts';
import type { Refusal } from './marketplace-rules.ts';

type Rule = (spec: ProductSpec) => Refusal | undefined;

const longestTitle = 72;

const needsTitle: Rule = (spec) =>
  spec.name?.trim()
    ? undefined
    : {
        code: 'INVALID_TITLE',
        readable: 'The marketplace lists products under a name. Give the product one.',
      };

const limitsTitle: Rule = (spec) =>
  Array.from(spec.name ?? '').length > longestTitle
    ? {
        code: 'INVALID_TITLE',
        readable: `The name has more than the ${longestTitle} characters that the marketplace takes.`,
      }
    : undefined;

type Priced = { key?: string; length?: number; timeUnit?: string; planId?: string };

/** One dimension may have a price for each length of contract, and for each plan, but no two for the same. */
const needsOneKeyEach: Rule = ({ info: { commits, dimensions } }) => {
  const twice = [commits, dimensions].map((list) => repeated((list ?? []) as Priced[])).find(Boolean);
  return twice
    ? {
        code: 'DUPLICATE_DIMENSION_KEYS',
        readable: `Two dimensions have the key ${twice.slice(0, 100)}. Give each a key of its own.`,
      }
    : undefined;
};

function repeated(list: readonly Priced[]): string | undefined {
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
    ? { code: 'INVALID_ARGUMENT', readable: 'The marketplace lists prices in USD only.' }
    : undefined;

const rules: Record<MarketplacePartner, readonly Rule[]> = {
  MKA: [needsTitle, limitsTitle, needsOneKeyEach],
  MKB: [needsTitle],
  MKC: [needsTitle, needsOneKeyEach, sellsInDollars],
  MKD: [needsTitle],
  MKE: [needsTitle],
  MKF: [needsTitle],
};

/** The first published rule of the marketplace that a new listing breaks. */
export const creationRefusal = (partner: MarketplacePartner, spec: ProductSpec): Refusal | undefined =>
  firstOf(rules[partner], spec);

/** Buyers of hosted software are sent somewhere after the purchase. */
const needsFulfillment: Rule = (spec) =>
  spec.fulfillmentUrl || spec.productType === 'PROFESSIONAL_SERVICES'
    ? undefined
    : {
        code: 'MISSING_FULFILLMENT_URL',
        readable:
          'The marketplace sends buyers to a fulfilment URL. Set the product’s fulfillmentUrl, then publish again.',
      };

/** The first published rule that a listing breaks when everybody is to see it. */
export const publicationRefusal = (partner: MarketplacePartner, spec: ProductSpec): Refusal | undefined =>
  firstOf(partner === 'MKA' ? [needsFulfillment] : [], spec);

function firstOf(list: readonly Rule[], spec: ProductSpec): Refusal | undefined {
  for (const rule of list) {
    const refusal = rule(spec);
    if (refusal) return refusal;
  }
  return undefined;
}
