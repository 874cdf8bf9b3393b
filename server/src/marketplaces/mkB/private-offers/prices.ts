import { Decimal } from 'decimal.js';
import { lengthIn, monthsOf } from '../../../platform/money-and-time/lengths.ts';
import { refusal } from '../errors.ts';
import type { Commit, Dimension, TermsOfB } from '../rules/terms.ts';

type Duration = { type: string; value: number };

/** The prices of one plan in the marketplace's format. */
export type Prices = { recurrentPrice?: object; customMeters?: object };

/** The commits and dimensions that name a plan. Dimensions without a plan belong to every plan of the offer. */
export type PlanTerms = { plan: string; commits: readonly PricedCommit[]; dimensions: readonly Dimension[] };
type PricedCommit = Commit & { quantity?: number; minimumUsers?: number; maximumUsers?: number };

/** Groups the terms of an offer by plan, in the order in which the plans are named. */
export function plansIn({ commits = [], dimensions = [] }: TermsOfB): PlanTerms[] {
  const names = new Set(
    [...commits.map(({ key }) => key), ...dimensions.map(({ planId }) => planId)].filter(
      (name): name is string => Boolean(name),
    ),
  );
  return [...names].map((plan) => ({
    plan,
    commits: commits.filter(({ key }) => key === plan),
    dimensions: dimensions.filter(({ planId }) => !planId || planId === plan),
  }));
}

/** Creates the prices of a plan from the terms of the offer. @throws MarketplaceError if a price cannot be expressed */
export function pricesOf(
  { commits, dimensions }: PlanTerms,
  { paymentInstallments = [] }: Pick<TermsOfB, 'paymentInstallments'>,
): Prices {
  const priced = dimensions.filter(({ rate, priceTiers }) => rate !== undefined || priceTiers?.length);
  const isPerSeat = commits.some(({ type }) => type === 'PER_USER');
  return {
    ...(commits.length > 0
      ? {
          recurrentPrice: {
            recurrentPriceMode: isPerSeat ? 'perUser' : 'flatRate',
            priceInputOption: 'usd',
            ...(isPerSeat ? limitsOf(commits) : {}),
            prices: commits.map((commit) => priceOf(commit, isPerSeat, paymentInstallments)),
          },
        }
      : {}),
    ...(priced.length > 0
      ? {
          customMeters: {
            priceInputOption: 'usd',
            meters: Object.fromEntries(
              priced.map((dimension) => [meterOf(dimension), priceOfMeter(dimension)]),
            ),
          },
        }
      : {}),
  };
}

const meterOf = ({ key, name }: Dimension): string => key || (name ?? '');

function priceOfMeter(dimension: Dimension): object {
  if (dimension.rate === undefined)
    throw refusal(
      'schemaValidationError',
      `The marketplace has no tiers of prices. Set a rate for the dimension ${meterOf(dimension)}.`,
    );
  return { pricePerPaymentInUsd: dimension.rate };
}

function limitsOf(commits: readonly PricedCommit[]): { userLimits?: { min?: number; max?: number } } {
  const [{ quantity, minimumUsers: min = quantity, maximumUsers: max = quantity } = {}] = commits;
  if (!min && !max) return {};
  return { userLimits: { ...(min ? { min } : {}), ...(max ? { max } : {}) } };
}

function priceOf(
  { rate = 0, quantity, length = 1, timeUnit = 'YEAR' }: PricedCommit,
  isPerSeat: boolean,
  instalments: NonNullable<TermsOfB['paymentInstallments']>,
): object {
  const billingTerm = durationOf(length, timeUnit);
  const units = isPerSeat ? 1 : quantity || 1;
  return {
    billingTerm,
    paymentOption: billingTerm,
    pricePerPaymentInUsd: new Decimal(rate).times(units).toNumber(),
    ...(instalments.length > 0 ? { flexibleSchedule: scheduleOf(instalments) } : {}),
  };
}

/** Converts a length to whole years, or months. */
function durationOf(count: number, timeUnit: string): Duration {
  const length = lengthIn(count, timeUnit);
  const months = length && monthsOf(length);
  if (!months)
    throw refusal('schemaValidationError', 'The marketplace has prices for whole months and years only.');
  return months % 12 === 0 ? { type: 'year', value: months / 12 } : { type: 'month', value: months };
}

/** Creates the schedule of dated payments. The payment without a date is due at acceptance. */
function scheduleOf(instalments: NonNullable<TermsOfB['paymentInstallments']>): object {
  const first = instalments.find(({ chargeOn }) => !chargeOn);
  const later = instalments.filter(({ chargeOn }) => chargeOn);
  const sum = instalments.reduce((total, { amount = 0 }) => total.plus(amount), new Decimal(0));
  return {
    price: sum.toNumber(),
    ...(first ? { initialCharge: { pricePerPaymentInUsd: first.amount ?? 0 } } : {}),
    billingSchedule: later.map(({ amount = 0, chargeOn = '' }) => ({
      chargeDate: chargeOn.slice(0, 10),
      pricePerPaymentInUsd: amount,
    })),
  };
}
