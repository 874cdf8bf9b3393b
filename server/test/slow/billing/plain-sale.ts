/** Generators for random direct sales: prices, changes and ends, and the info of their offers. */
import { monthsAfter, type PlainSale } from '../../billing/plain-periods.ts';
import type { PlainTier } from '../../billing/plain-prices.ts';
import type { Chance } from '../seeded.ts';
import type { PlainDimension, PlainPrice } from './plain-usage.ts';

/** The prices from a day on, with fees in cents. */
export type PlainTerm = { fee: number; setup: number; counted: PlainDimension | undefined };
export type PlainCharge = { amount: number; on: number };
/** A sale; times are in days since 1970. */
export type SoldPlan = Omit<PlainSale, 'fee' | 'end'> & {
  /** The start including the trial, which ends at `start`. */
  begin: number;
  end: number;
  /** Months after which the sale renews automatically. */
  renews: number | undefined;
  trialDays: number;
  isPostpay: boolean;
  isOverage: boolean;
  grace: number;
  soldOn: number;
  term: PlainTerm;
  /** A change of prices; payments on fixed dates continue unless there are new commits. */
  change: { on: number; term: PlainTerm; keepsPayments: boolean } | undefined;
  endsOn: number | undefined;
  /** Price of a GPU hour, in hundred-millionths. */
  gpu: number | undefined;
  instalments: PlainCharge[];
  addons: (PlainCharge & { appliedOn: number })[];
};

export const models = [
  'basic',
  'tiered',
  'volume',
  'bulk',
  'percentage',
  'tiered-percentage',
  'matrix',
] as const;
type Model = (typeof models)[number];

const million = 1_000_000;
const priceAt = (chance: Chance) => chance.below(200 * million);
const feeAt = (chance: Chance) => (chance.below(2) === 0 ? 0 : chance.below(2000) * million);

function tiersAt(chance: Chance, price: () => number): PlainTier[] {
  const count = 1 + chance.below(4);
  let first = 0;
  return Array.from({ length: count }, (_, index) => {
    const begin = first;
    first += 1 + chance.below(60);
    const last = index === count - 1 ? null : first;
    return { first: begin, last, price: BigInt(price()), fee: BigInt(feeAt(chance)) };
  });
}

function priceOf(chance: Chance, model: Model): PlainPrice {
  const share = () => chance.below(1500);
  switch (model) {
    case 'tiered':
    case 'volume':
      return { model, tiers: tiersAt(chance, () => priceAt(chance)) };
    // Basis points are ten-thousandths; prices are in hundred-millionths.
    case 'tiered-percentage':
      return { model, tiers: tiersAt(chance, () => share() * 10_000) };
    case 'bulk':
      return { model, size: 1 + chance.below(20), price: priceAt(chance) };
    case 'percentage':
      return { model, basisPoints: share(), fee: feeAt(chance) };
    case 'matrix':
      return { model, price: priceAt(chance), of: { 'os=linux': priceAt(chance) } };
    default:
      return { model, price: priceAt(chance) };
  }
}

const dimensionAt = (chance: Chance, model: Model): PlainDimension => ({
  ...priceOf(chance, model),
  discount: chance.pick([
    undefined,
    { isPercent: true, value: chance.below(60) },
    { isPercent: false, value: 1 + chance.below(20) },
  ]),
  minimum: chance.pick([
    undefined,
    {
      cents: 1 + chance.below(20_000),
      isProrated: chance.below(2) === 0,
      isOfGroups: chance.below(2) === 0,
    },
  ]),
});

/** Plans a sale with a price model. Price changes use a different model, unless groups are counted. */
export function plannedSale(chance: Chance, first: number, model: Model): SoldPlan {
  const kind = chance.pick(['COMMIT', 'COMMIT', 'RENEWED', 'INSTALMENTS'] as const);
  const isRenewed = kind === 'RENEWED';
  // The start is often on a day that shorter months lack.
  const begin = first + chance.pick([chance.below(31), 28 + chance.below(3)]);
  const trialDays = isRenewed ? 0 : chance.pick([0, 0, 14, 31]);
  const end = isRenewed ? monthsAfter(begin, 6) : begin + 280 + chance.below(180);
  const soldOn = begin + chance.pick([0, 0, 3, 75]);
  const fee = () => (kind === 'INSTALMENTS' ? 0 : 1 + chance.below(90_000));
  const setup = kind !== 'INSTALMENTS' && chance.below(3) === 0 ? 1 + chance.below(50_000) : 0;
  const other = chance.pick(models.filter((one) => one !== 'matrix'));
  const keepsPayments = kind === 'INSTALMENTS' && chance.below(2) === 0;
  const changed: PlainTerm = {
    fee: keepsPayments ? 0 : 1 + chance.below(90_000),
    setup,
    counted: dimensionAt(chance, model === 'matrix' ? model : other),
  };
  return {
    begin,
    start: begin + trialDays,
    end,
    trialDays,
    renews: isRenewed ? 6 : undefined,
    months: chance.pick([1, 1, 2, 3, 6]),
    isMonthFirst: !isRenewed && chance.below(2) === 0,
    isProrated: chance.below(2) === 0,
    feeMonths: chance.pick(end - soldOn > 366 ? [1, 3, 12, 12] : [1, 1, 3]),
    isPostpay: chance.below(2) === 0,
    isOverage: chance.below(2) === 0,
    grace: chance.pick([0, 2, 10]),
    soldOn,
    term: { fee: fee(), setup, counted: dimensionAt(chance, model) },
    change:
      chance.below(3) === 0 ? undefined : { on: begin + 80 + chance.below(90), term: changed, keepsPayments },
    endsOn: chance.below(2) === 0 ? begin + 190 + chance.below(140) : undefined,
    gpu: chance.below(2) === 0 ? undefined : priceAt(chance),
    instalments:
      kind === 'INSTALMENTS'
        ? Array.from({ length: 3 }, (_, index) => ({
            amount: 1 + chance.below(90_000),
            on: begin - 5 + index * 100 + chance.below(40),
          }))
        : [],
    addons: Array.from({ length: chance.below(3) }, () => ({
      amount: 1 + chance.below(9_000),
      on: begin + chance.below(300),
      appliedOn: soldOn + chance.below(150),
    })),
  };
}

const cents = (amount: number): number => Number((amount / 100).toFixed(2));
const money = (price: number | bigint): number => Number((Number(price) / 1e8).toFixed(8));
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

function shownPrice(plain: PlainPrice): object {
  switch (plain.model) {
    case 'basic':
      return { priceModelBasic: { unitAmount: money(plain.price) } };
    case 'bulk':
      return { priceModelBulk: { bulkSize: plain.size, bulkAmount: money(plain.price) } };
    case 'percentage':
      return { priceModelPercentage: { percentageRate: plain.basisPoints, flatFee: money(plain.fee) } };
    case 'matrix': {
      const matrix = Object.entries(plain.of).map(([group, price]) => {
        const [name, value] = group.split('=');
        return { properties: [{ name, value }], unitAmount: money(price) };
      });
      return { priceModelMatrix: { defaultUnitAmount: money(plain.price), matrix } };
    }
    case 'volume': {
      const tiers = plain.tiers.map(({ last, price, fee }) => ({
        ...(last === null ? {} : { maximumUnits: last }),
        unitAmount: money(price),
        flatFee: money(fee),
      }));
      return { priceModelVolume: { tiers } };
    }
    default: {
      const tiers = plain.tiers.map(({ first, last, price, fee }) => ({
        firstUnit: first,
        ...(last === null ? {} : { lastUnit: last }),
        ...(plain.model === 'tiered'
          ? { unitAmount: money(price) }
          : { percentageRate: Number(price / 10_000n) }),
        flatFee: money(fee),
      }));
      return plain.model === 'tiered'
        ? { priceModelTiered: { tiers } }
        : { priceModelTieredPercentage: { tiers } };
    }
  }
}

const shownDimension = (plain: PlainDimension, billableMetricId: string): object => ({
  name: 'Counted',
  billableMetricId,
  category: plain.model,
  ...shownPrice(plain),
  ...(plain.discount
    ? {
        discount: {
          discountType: plain.discount.isPercent ? 'PERCENTAGE' : 'ABSOLUTE',
          value: plain.discount.value,
        },
      }
    : {}),
  ...(plain.minimum
    ? {
        minimumCommit: cents(plain.minimum.cents),
        minimumCommitProrata: plain.minimum.isProrated,
        minimumCommitScope: plain.minimum.isOfGroups ? 'DIMENSION_GROUP_BY' : 'DIMENSION',
      }
    : {}),
});

/** Converts the prices of a term to the format of offers and price changes. */
export const shownTerm = ({ feeMonths }: SoldPlan, { fee, setup, counted }: PlainTerm, metricId: string) => ({
  commits: [
    ...(fee ? [{ key: 'fee', name: 'Fee', rate: cents(fee), length: feeMonths, timeUnit: 'MONTH' }] : []),
    ...(setup ? [{ key: 'setup', name: 'Setup', rate: cents(setup) }] : []),
  ],
  billableDimensions: counted ? [shownDimension(counted, metricId)] : [],
});

export const shownInfo = (plan: SoldPlan, metricId: string): object => ({
  currency: 'USD',
  ...shownTerm(plan, plan.term, metricId),
  ...(plan.gpu === undefined ? {} : { dimensions: [{ key: 'gpu', name: 'GPU', rate: money(plan.gpu) }] }),
  ...(plan.trialDays ? { trialConfig: { trialPeriod: plan.trialDays, trialPeriodUnit: 'DAY' } } : {}),
  ...(plan.instalments.length > 0
    ? {
        paymentInstallments: plan.instalments.map(({ amount, on }) => ({
          amount: cents(amount),
          chargeOn: dateOf(on),
        })),
      }
    : {}),
  autoRenew: plan.renews !== undefined,
  billingCycle: plan.isMonthFirst ? 'MONTH_FIRST_DAY' : 'ENTITLEMENT_START_DATE',
  billingIntervalInMonths: plan.months,
  paymentSchedule: plan.isPostpay ? 'POSTPAY' : 'PREPAY',
  proratedBilling: plan.isProrated,
  isMeteringOverageCommit: plan.isOverage,
  gracePeriodInDays: plan.grace,
  netTermsInDays: 30,
});
