import { Decimal } from 'decimal.js';
import type { SkuDiscount } from '../../records/index.ts';
import { isSet } from '../../rules/checks.ts';
import { refusal } from '../errors.ts';
import { type InfoOfC, type Installment, monthsOfPeriods, percentOf, recurrenceOf } from '../rules/terms.ts';
import { dayIn, startOf } from './days.ts';
import type { Money, PriceModel, Prices, SkuDiscountOfC } from './records.ts';

/** Returns the resource name of an SKU of the product. */
export type SkuNames = (sku: string) => string;

/** Returns the price of an offer. @throws MarketplaceError if the marketplace cannot express the price */
export function pricesOf(info: InfoOfC, skuName: SkuNames): Prices {
  const { commits = [], paymentInstallments = [] } = info;
  if (isSet(paymentInstallments))
    return { customIntervalPrice: { installments: installmentsOf(info, skuName) } };
  const usage = usageOf(info, info.mkCSkuDiscounts ?? [], skuName, '/info/mkCSkuDiscounts');
  const monthly = commits.reduce(
    (sum, { rate, quantity }) => sum.plus(new Decimal(rate ?? 0).times(quantity || 1)),
    new Decimal(0),
  );
  if (isUsageOnly(info)) return { standardIntervalPrice: { priceModel: { usage: usage ?? {} } } };
  // Rates on this marketplace are monthly.
  const amount = monthly.times(monthsOfPeriods[recurrenceOf(info)] ?? 1);
  return {
    standardIntervalPrice: {
      standardInterval: intervalOf(info),
      priceModel: modelOf(info, { amount, discount: info.discountPercentage, usage }),
    },
  };
}

/** Returns whether an offer charges usage only, without a fee or a commitment. */
export const isUsageOnly = (info: InfoOfC): boolean =>
  !isSet(info.paymentInstallments) &&
  (info.mkCUsagePlanPriceModel === 'USAGE_DISCOUNT_ONLY' ||
    !(info.commits ?? []).some(({ rate }) => isSet(rate)));

const intervals: Readonly<Record<string, string>> = {
  QUARTERLY_PERIOD: 'QUARTERLY_NOT_PRORATED',
  YEARLY_PERIOD: 'YEARLY_NOT_PRORATED',
};
const intervalOf = (info: InfoOfC): string =>
  intervals[recurrenceOf(info)] ?? (info.proratedBilling ? 'MONTHLY_PRORATED' : 'MONTHLY_NOT_PRORATED');

type Parts = {
  amount: Decimal;
  /** The amount before the discount, and the discount in percent, if the seller names them. */
  original?: Decimal | undefined;
  discount?: number | undefined;
  credit?: number | undefined;
  usage: PriceModel['usage'];
};

/** Returns the price of a period: a flat fee, or a commitment with either its own discount or discounted usage. */
function modelOf(
  { mkCUsagePlanPriceModel: model }: InfoOfC,
  { amount, original, discount, credit, usage }: Parts,
): PriceModel {
  const additionalCredit = credit ? { additionalCredit: moneyOf(new Decimal(credit)) } : {};
  if (model === 'CUD_LIST_PRICE') {
    // The rate already includes the discount, and the marketplace subtracts the discount from the commitment.
    const before = original ?? (discount && discount < 100 ? amount.div(1 - discount / 100) : amount);
    const percent = original?.gt(0)
      ? amount.div(original).neg().plus(1).times(100)
      : new Decimal(discount ?? 0);
    return {
      commitment: {
        commitmentAmount: moneyOf(before),
        discountPercent: percentageOf(percent),
        ...additionalCredit,
      },
    };
  }
  if (model === 'CUD_ALL_USAGE_DISCOUNTED')
    return { commitment: { commitmentAmount: moneyOf(amount), ...additionalCredit }, usage: usage ?? {} };
  if (credit)
    throw refusal(
      'NOT_SUPPORTED',
      'info.paymentInstallments: the marketplace grants credit with a commitment only. Remove credit, or set mkCUsagePlanPriceModel to a commitment.',
    );
  return { flatFee: { flatFeeOverride: moneyOf(amount) }, ...(usage ? { usage } : {}) };
}

function installmentsOf(info: InfoOfC, skuName: SkuNames) {
  const { paymentInstallments = [] } = info;
  const dated = paymentInstallments.map((installment, index) => ({
    installment,
    at: `/info/paymentInstallments/${index}/skuDiscounts`,
    day: installment.chargeOn ? dayIn(installment.chargeOn) : '',
  }));
  return dated
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .map(({ installment, at, day }, place) => ({
      ...startOfInstallment(info, day, place),
      priceModel: modelOf(info, {
        ...amountsOf(installment),
        credit: installment.credit,
        usage: usageOf(info, installment.skuDiscounts ?? [], skuName, at),
      }),
    }));
}

/** The first instalment starts with the offer, so it has a time only if the offer's start is scheduled. */
function startOfInstallment({ startTime }: InfoOfC, day: string, place: number) {
  const start = place > 0 ? day : startTime ? dayIn(startTime) : '';
  return start === '' ? {} : { startTime: startOf(start) };
}

const amountsOf = ({ amount = 0, originalAmount, discountPercentage }: Installment) => ({
  amount: new Decimal(amount),
  original: originalAmount === undefined ? undefined : new Decimal(originalAmount),
  discount: discountPercentage,
});

/** Returns the price of usage; undefined if the offer names no usage. */
function usageOf(
  { dimensions, discountPercentage, mkCUsagePlanPriceModel: model }: InfoOfC,
  discounts: readonly SkuDiscount[],
  skuName: SkuNames,
  at: string,
): PriceModel['usage'] {
  if (model === 'CUD_LIST_PRICE') return undefined;
  const isGeneral = model === 'CUD_ALL_USAGE_DISCOUNTED' || model === 'USAGE_DISCOUNT_ONLY';
  if (!isGeneral && !isSet(dimensions) && discounts.length === 0) return undefined;
  return {
    ...(isGeneral && discountPercentage
      ? { defaultDiscountPercent: percentageOf(new Decimal(discountPercentage)) }
      : {}),
    ...(discounts.length > 0
      ? {
          skuDiscounts: discounts.map((discount, index) =>
            skuDiscountOf(discount, skuName, `${at}/${index}`),
          ),
        }
      : {}),
  };
}

function skuDiscountOf(discount: SkuDiscount, skuName: SkuNames, at: string): SkuDiscountOfC {
  const sku = [discount.sku, discount.skuId, discount.metricId, discount.id].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const percent = Object.entries(discount)
    .filter(([name]) => /percent|^discount$/i.test(name))
    .map(([, value]) => percentOf(value))
    .find((value) => value !== undefined);
  if (sku === undefined || percent === undefined)
    throw refusal(
      'INVALID_ARGUMENT',
      `${at.slice(1).replaceAll('/', '.')}: name the SKU (skuId) and its discount in percent.`,
    );
  return {
    ...(sku.startsWith('services/') ? { cloudBillingSku: sku } : { sku: skuName(sku) }),
    discountPercent: percentageOf(new Decimal(percent)),
  };
}

const billionths = 1_000_000_000;

/** Returns an amount in USD, rounded to cents. */
function moneyOf(amount: Decimal): Money {
  const cents = amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  const units = cents.trunc();
  const nanos = cents.minus(units).times(billionths).toNumber();
  return { currencyCode: 'USD', units: units.toFixed(0), ...(nanos ? { nanos } : {}) };
}

const percentageOf = (percent: Decimal) => ({ value: percent.toDecimalPlaces(2).toFixed() });

/** Returns the number in an amount of the marketplace. */
export const amountOf = ({ units = '0', nanos = 0 }: Money): number =>
  new Decimal(units).plus(new Decimal(nanos).div(billionths)).toNumber();
