import { Exact } from '../../platform/money-and-time/exact.ts';
import { lengthInWords } from '../../platform/money-and-time/words.ts';
import { amountInWords, decimalOf, numberInWords, recordOf, recordsOf, textOf } from './values.ts';

/** A price as its buyer sees it. */
export type BuyerViewPrice = { name: string; description: string | undefined; price: string };

type Stored = Readonly<Record<string, unknown>>;

/** Lists the flat fees of a sale. @param isMonthly true if the marketplace states rates for a month */
export const commitPrices = (commits: unknown, currency: string, isMonthly: boolean): BuyerViewPrice[] =>
  recordsOf(commits).map((commit) => {
    const [rate, quantity, length] = [commit.rate, commit.quantity, commit.length].map(decimalOf);
    const timeUnit = textOf(commit.timeUnit);
    // A rate for one period is a rate per period.
    const period = isMonthly ? 'month' : length?.equals(1) ? timeUnit?.toLowerCase() : undefined;
    const isSaid = length?.equals(1) && period === timeUnit?.toLowerCase();
    return {
      name: textOf(commit.name) ?? textOf(commit.key) ?? 'Commitment',
      description: textOf(commit.description),
      price: [
        rate && amountInWords(rate, currency),
        rate && period ? `a ${period}` : undefined,
        quantity && !quantity.isZero() && !quantity.equals(1) ? `× ${numberInWords(quantity)}` : undefined,
        length?.greaterThan(0) && !isSaid ? `for ${lengthInWords(length.toNumber(), timeUnit)}` : undefined,
      ]
        .filter(Boolean)
        .join(' '),
    };
  });

/** Lists the usage prices of a sale: by dimension of a marketplace, and by metric of a direct sale. */
export const usagePrices = (
  { dimensions, billableDimensions }: Stored,
  currency: string,
): BuyerViewPrice[] => [
  ...recordsOf(dimensions).map((dimension) => {
    const rate = decimalOf(dimension.rate);
    return { ...named(dimension), price: rate ? `${amountInWords(rate, currency)} per unit` : '' };
  }),
  ...recordsOf(billableDimensions).map((dimension) => ({
    ...named(dimension),
    price: modelInWords(dimension, currency),
  })),
];

const named = (dimension: Stored) => ({
  name: textOf(dimension.name) ?? textOf(dimension.key) ?? 'Usage',
  description: textOf(dimension.description),
});

/** Formats the price model of a billable dimension; empty for an unknown model. */
function modelInWords(dimension: Stored, currency: string): string {
  const price = (value: unknown): string => amountInWords(decimalOf(value) ?? new Exact(0), currency);
  const percent = (value: unknown): string =>
    `${numberInWords((decimalOf(value) ?? new Exact(0)).dividedBy(100))} %`;
  const plus = (fee: unknown): string => (decimalOf(fee)?.greaterThan(0) ? ` plus ${price(fee)}` : '');
  const tiers = (model: unknown, end: string, unit: (tier: Stored) => string): string =>
    recordsOf(recordOf(model).tiers, 50)
      .map((tier) => `${boundInWords(tier[end])}: ${unit(tier)}${plus(tier.flatFee)}`)
      .join('\n');
  const each = (tier: Stored) => `${price(tier.unitAmount)} per unit`;
  const models: Readonly<Record<string, () => string>> = {
    basic: () => `${price(recordOf(dimension.priceModelBasic).unitAmount)} per unit`,
    bulk: () => {
      const { bulkAmount, bulkSize } = recordOf(dimension.priceModelBulk);
      return `${price(bulkAmount)} per ${numberInWords(decimalOf(bulkSize) ?? new Exact(1))} units`;
    },
    tiered: () => tiers(dimension.priceModelTiered, 'lastUnit', each),
    volume: () => tiers(dimension.priceModelVolume, 'maximumUnits', each),
    percentage: () => {
      const { percentageRate, flatFee } = recordOf(dimension.priceModelPercentage);
      return `${percent(percentageRate)} of the amount${plus(flatFee)}`;
    },
    'tiered-percentage': () =>
      tiers(dimension.priceModelTieredPercentage, 'lastUnit', (tier) => percent(tier.percentageRate)),
    matrix: () => {
      const { defaultUnitAmount, matrix } = recordOf(dimension.priceModelMatrix);
      const groups = recordsOf(matrix, 50).map((group) => {
        const values = recordsOf(group.properties).map(({ value }) => textOf(value) ?? '');
        return `${values.join(', ')}: ${each(group)}`;
      });
      return [...groups, `Otherwise: ${price(defaultUnitAmount)} per unit`].join('\n');
    },
  };
  const category = textOf(dimension.category) ?? '';
  return Object.hasOwn(models, category) ? (models[category]?.() ?? '') : '';
}

const boundInWords = (end: unknown): string => {
  const bound = decimalOf(end);
  return bound ? `Up to ${numberInWords(bound)}` : 'Beyond';
};
