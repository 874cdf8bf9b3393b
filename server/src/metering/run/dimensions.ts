import type { z } from 'zod';
import type { UsageTerm } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { MeteringDimension } from '../../products/records/index.ts';
import { includedOf } from './included.ts';
import type { DimensionRules } from './settle.ts';

type Dimension = z.infer<typeof MeteringDimension>;

/** The dimensions of offers and products, as JSON text by id. */
export type Sources = { offers: ReadonlyMap<string, string>; products: ReadonlyMap<string, string> };

/**
 * Reads the dimensions of the offers and products of terms, because an entitlement has only its first 50
 * dimensions (R41).
 */
export async function readSources(scope: OrgTransaction, terms: readonly UsageTerm[]): Promise<Sources> {
  const idsOf = (idOf: (term: UsageTerm) => string | null) => [
    ...new Set(terms.flatMap((term) => idOf(term) ?? [])),
  ];
  const read = async (table: 'offer' | 'product', ids: string[]) => {
    const rows = await scope.query<{ id: string; dimensions: string }>({
      name: `dimensions_of_${table}s`,
      text: `SELECT r.id, r.info -> 'dimensions' AS dimensions FROM ${table} r
             WHERE r.organization_id = $1 AND r.id = ANY($2::text[]) AND r.info ? 'dimensions'`,
      values: [scope.organizationId, ids],
    });
    return new Map(rows.map(({ id, dimensions }) => [id, dimensions]));
  };
  const [offers, products] = await Promise.all([
    read(
      'offer',
      idsOf(({ offer_id: id }) => id),
    ),
    read(
      'product',
      idsOf(({ product_id: id }) => id),
    ),
  ]);
  return { offers, products };
}

/** Creates a parser for JSON lists of dimensions that parses each text once. */
export function createDimensionReader() {
  const read = new Map<string, ReadonlyMap<string, Dimension>>();
  return (text: string | null | undefined): ReadonlyMap<string, Dimension> => {
    const known = read.get(text ?? '');
    if (known) return known;
    const listed = JSON.parse(text || '[]') as Dimension[];
    const byKey = new Map<string, Dimension>();
    for (const dimension of listed)
      if (dimension.key && !byKey.has(dimension.key)) byKey.set(dimension.key, dimension);
    read.set(text ?? '', byKey);
    return byKey;
  };
}

const exactOf = (value: number | undefined): Exact | undefined =>
  value === undefined ? undefined : new Exact(value);

/**
 * Returns the unit price of a dimension: its rate, or the rate of its only tier. Undefined for several tiers,
 * because the marketplace computes tiered prices.
 */
export function priceOf(dimension: Dimension | undefined): Exact | undefined {
  if (!dimension) return undefined;
  if (dimension.rate !== undefined) return new Exact(dimension.rate);
  const [tier, ...others] = dimension.priceTiers ?? [];
  if (!tier?.price || others.length > 0) return undefined;
  return new Exact(tier.price.units || 0).plus(new Exact(tier.price.nanos ?? 0).times('1e-9'));
}

/** Returns the dimension keys of a term, else of its offer, else of its product. */
export const keysOf = (
  term: UsageTerm,
  { offers, products }: Sources,
  read: ReturnType<typeof createDimensionReader>,
): string[] => [
  ...([term.dimensions, offers.get(term.offer_id ?? ''), products.get(term.product_id ?? '')]
    .map((text) => read(text))
    .find((list) => list.size > 0)
    ?.keys() ?? []),
];

/** Finds a dimension by key in the term, else in its offer, else in its product. */
export function findDimension(
  term: UsageTerm,
  { offers, products }: Sources,
  key: string,
): Dimension | undefined {
  const read = createDimensionReader();
  return [term.dimensions, offers.get(term.offer_id ?? ''), products.get(term.product_id ?? '')]
    .map((text) => read(text).get(key))
    .find((dimension) => dimension !== undefined);
}

/** Creates the lookup of dimension rules by term. Terms with equal lists share their rules. */
export function createRules(
  sources: Sources,
  isWhole: (valueType: string | undefined) => boolean,
): (term: UsageTerm) => (key: string) => DimensionRules {
  const read = createDimensionReader();
  // Lists are compared by identity, because equal JSON texts were parsed to the same list.
  const numbers = new Map<ReadonlyMap<string, Dimension>, number>();
  const numberOf = (list: ReadonlyMap<string, Dimension>): number => {
    const number = numbers.get(list) ?? numbers.size;
    numbers.set(list, number);
    return number;
  };
  const known = new Map<string, (key: string) => DimensionRules>();
  return (term) => {
    const lists = [
      term.dimensions,
      sources.offers.get(term.offer_id ?? ''),
      sources.products.get(term.product_id ?? ''),
    ].map(read);
    const slot = lists.map(numberOf).join(' ');
    let rules = known.get(slot);
    if (!rules) {
      rules = rulesIn(lists, isWhole);
      known.set(slot, rules);
    }
    return rules;
  };
}

/**
 * Returns the rules for the dimensions of a term, its offer and its product. The first list that contains a
 * key applies.
 */
function rulesIn(
  lists: readonly ReadonlyMap<string, Dimension>[],
  isWhole: (valueType: string | undefined) => boolean,
): (key: string) => DimensionRules {
  const listed = lists.at(-1);
  const known = new Map<string, DimensionRules>();
  return (key) => {
    const before = known.get(key);
    if (before) return before;
    const found = lists.map((list) => list.get(key)).find((dimension) => dimension !== undefined);
    const rules = {
      price: priceOf(found),
      listPrice: exactOf(listed?.get(key)?.rate),
      included: includedOf(found?.includedBaseQuantities),
      isWhole: isWhole(found?.valueType),
      category: found?.category,
    };
    known.set(key, rules);
    return rules;
  };
}
