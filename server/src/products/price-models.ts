import { rateProblem } from '../platform/money-and-time/coins.ts';
import type { BillableDimension } from './records/index.ts';

/** The price categories, each with the field of its price. */
export const priceModels = {
  basic: 'priceModelBasic',
  tiered: 'priceModelTiered',
  bulk: 'priceModelBulk',
  volume: 'priceModelVolume',
  percentage: 'priceModelPercentage',
  'tiered-percentage': 'priceModelTieredPercentage',
  matrix: 'priceModelMatrix',
} as const satisfies Record<string, keyof BillableDimension>;
export type PriceCategory = keyof typeof priceModels;

const categories = Object.keys(priceModels) as PriceCategory[];

/**
 * The price category of a dimension: the category in its `category` field, in any letter case, otherwise the
 * only category with a price. Undefined without a price.
 */
export function priceCategoryOf(dimension: BillableDimension): PriceCategory | undefined {
  if (dimension.category)
    return categories.find((category) => category === dimension.category?.toLowerCase());
  return givenIn(dimension)[0];
}

/** The categories in which a dimension has a price; null counts as absent. */
const givenIn = (dimension: BillableDimension): PriceCategory[] =>
  categories.filter((category) => dimension[priceModels[category]]);

/** A finding; `at` is the pointer from the dimension, empty or beginning with a slash. */
type PriceModelFinding = { at: string; message: string };
type Values = Readonly<Record<string, unknown>>;

/** The pointer to a field, or to its record if the field is missing. */
const placeOf = (at: string, record: Values, name: string): string =>
  record[name] === undefined || record[name] === null ? at : `${at}/${name}`;

const choiceOf = (value: string | undefined, known: readonly string[], at: string): PriceModelFinding[] =>
  !value || known.includes(value.toUpperCase()) ? [] : [{ at, message: `must be ${known.join(' or ')}` }];

const negative = (record: Values, names: readonly string[], at: string): PriceModelFinding[] =>
  names
    .filter((name) => Number(record[name] ?? 0) < 0)
    .map((name) => ({ at: `${at}/${name}`, message: 'must not be negative' }));

const tooFine = (record: Values, names: readonly string[], at: string): PriceModelFinding[] =>
  names.flatMap((name) => {
    const message = rateProblem(record[name] as number | null | undefined);
    return message ? [{ at: `${at}/${name}`, message }] : [];
  });

/** Findings for prices that are negative or have too many decimals. */
const wrongPrices = (record: Values, at: string): PriceModelFinding[] => [
  ...negative(record, amounts, at),
  ...tooFine(record, amounts, at),
];

type Bounds = { firstUnit?: number | null | undefined; lastUnit?: number | null | undefined };

/**
 * Findings for tiers that do not cover every unit exactly once. Each tier must begin at the end of the previous
 * tier, and only the last tier is open.
 */
function tierFindings(tiers: readonly Bounds[], at: string): PriceModelFinding[] {
  let end: number | null | undefined = 0;
  return tiers.flatMap((tier, index): PriceModelFinding[] => {
    const [begin, isFirst, isLast] = [end, index === 0, index === tiers.length - 1];
    const first = tier.firstUnit ?? 0;
    const [place, wrong] = [`${at}/${index}`, [] as PriceModelFinding[]];
    const refuse = (name: keyof Bounds, message: string) =>
      wrong.push({ at: placeOf(place, tier, name), message });
    if (isFirst && first !== 0) refuse('firstUnit', 'must be 0, where the first tier begins');
    else if (typeof begin === 'number' && first !== begin)
      refuse('firstUnit', `must be ${begin}, where the previous tier ends`);
    if (isLast && typeof tier.lastUnit === 'number')
      refuse('lastUnit', 'must be absent or null: the last tier is open, so that any usage has a price');
    else if (!isLast && typeof tier.lastUnit !== 'number')
      refuse('lastUnit', 'lastUnit is required: only the last tier is open');
    else if (!isLast && (tier.lastUnit as number) <= first) refuse('lastUnit', 'must be more than firstUnit');
    end = tier.lastUnit;
    return wrong;
  });
}

type Bracket = { maximumUnits?: number | null | undefined };

/** Findings for brackets that do not assign exactly one price to every total. */
const bracketFindings = (tiers: readonly Bracket[], at: string): PriceModelFinding[] =>
  tiers.flatMap((tier, index): PriceModelFinding[] => {
    const before = tiers[index - 1]?.maximumUnits ?? 0;
    const isLast = index === tiers.length - 1;
    const place = placeOf(`${at}/${index}`, tier, 'maximumUnits');
    if (isLast && typeof tier.maximumUnits === 'number')
      return [
        {
          at: place,
          message: 'must be absent or null: the last bracket is open, so that any total has a price',
        },
      ];
    if (!isLast && typeof tier.maximumUnits !== 'number')
      return [{ at: place, message: 'maximumUnits is required: only the last bracket is open' }];
    return !isLast && (tier.maximumUnits as number) <= before
      ? [{ at: place, message: `must be more than ${before}` }]
      : [];
  });

type Group = NonNullable<NonNullable<BillableDimension['priceModelMatrix']>['matrix']>[number];

/** A key of the group's properties, independent of their order. */
const groupKey = ({ properties = [] }: Group): string =>
  JSON.stringify(properties.map(({ name = '', value = '' }) => [name, value]).sort());

/** Findings for groups without properties, and for groups that match the same usage as an earlier group. */
const groupFindings = (matrix: readonly Group[], at: string): PriceModelFinding[] =>
  matrix.flatMap((group, index): PriceModelFinding[] => {
    const place = `${at}/${index}`;
    const properties = group.properties ?? [];
    const names = properties.map(({ name }) => name);
    const same = matrix.findIndex((other) => groupKey(other) === groupKey(group));
    if (properties.length === 0) return [{ at: place, message: 'must name a property' }];
    if (names.some((name) => !name)) return [{ at: place, message: 'must name each property' }];
    if (new Set(names).size < names.length) return [{ at: place, message: 'must name a property once' }];
    return same < index ? [{ at: place, message: `must differ from group ${same}` }] : [];
  });

const amounts = ['unitAmount', 'flatFee', 'percentageRate', 'bulkAmount', 'defaultUnitAmount'];

function modelFindings(category: PriceCategory, dimension: BillableDimension): PriceModelFinding[] {
  const at = `/${priceModels[category]}`;
  const model = dimension[priceModels[category]];
  if (!model) return [{ at: '/category', message: `requires ${priceModels[category]}` }];
  const { tiers, matrix, bulkSize } = model as {
    tiers?: (Bounds & Bracket)[];
    matrix?: Group[];
    bulkSize?: number;
  };
  const wrong = wrongPrices(model, at);
  const inner = tiers ?? matrix ?? [];
  for (const [index, part] of inner.entries())
    wrong.push(...wrongPrices(part, `${at}/${tiers ? 'tiers' : 'matrix'}/${index}`));
  switch (category) {
    case 'bulk':
      return (bulkSize ?? 0) >= 1
        ? wrong
        : [...wrong, { at: placeOf(at, model, 'bulkSize'), message: 'must be at least 1' }];
    case 'matrix':
      return [...wrong, ...groupFindings(matrix ?? [], `${at}/matrix`)];
    case 'tiered':
    case 'tiered-percentage':
    case 'volume':
      if (!tiers?.length) return [...wrong, { at, message: 'must have at least one tier' }];
      return [...wrong, ...(category === 'volume' ? bracketFindings : tierFindings)(tiers, `${at}/tiers`)];
    default:
      return wrong;
  }
}

/**
 * Findings for the price of usage (R62): an unknown category or a category without its price; tiers with gaps,
 * overlaps or a wrong order; groups that match the same usage; negative amounts.
 */
export function priceModelFindings(dimension: BillableDimension): PriceModelFinding[] {
  const { category, discount, minimumCommitScope } = dimension;
  const known = priceCategoryOf(dimension);
  const given = givenIn(dimension);
  const choices = [
    ...choiceOf(minimumCommitScope, ['DIMENSION', 'DIMENSION_GROUP_BY'], '/minimumCommitScope'),
    ...choiceOf(discount?.discountType, ['PERCENTAGE', 'ABSOLUTE'], '/discount/discountType'),
  ];
  if ((discount?.value ?? 0) > 0 && !discount?.discountType)
    choices.push({ at: '/discount', message: 'requires discountType, PERCENTAGE or ABSOLUTE' });
  if (category && !known)
    return [...choices, { at: '/category', message: `must be one of ${categories.join(', ')}` }];
  if (!category && given.length > 1)
    return [
      ...choices,
      {
        at: `/${priceModels[given[1] as PriceCategory]}`,
        message: 'is a second price: category must select one',
      },
    ];
  return known ? [...choices, ...modelFindings(known, dimension)] : choices;
}
