import { Decimal } from 'decimal.js';
import { lengthsOf } from './authorization.ts';
import type { Details } from './changes.ts';
import { type Day, dayOf } from './days.ts';
import type { OfferTerms } from './offer-terms.ts';
import { paymentsIn } from './payments.ts';
import { countOf, limits, money } from './price-facts.ts';
import { pricingOf } from './pricing.ts';
import type { Report } from './report.ts';
import type { Right } from './right.ts';

type ResoldPricingInput = { info: OfferTerms; right: Right; duration: string | undefined; today: Day };

/** The changes that set the prices of a resold offer: a margin or separate prices. */
export type ResoldPrices = {
  markup?: Details | undefined;
  pricing?: Details | undefined;
  schedule?: Details | undefined;
};

const mostMarkupPlaces = 9;

/**
 * Builds the prices of a resold offer: a margin on all prices, different payments on the authorization's
 * dates, or, if the buyer could choose under the authorization, a fixed price.
 */
export function pricesOf(asked: ResoldPricingInput, report: Report): ResoldPrices {
  const { info, right } = asked;
  const { commits = [], mkAMarkupPercentage, paymentInstallments = [] } = info;
  if (commits.length === 0 && paymentInstallments.length === 0)
    return { markup: markupOf(mkAMarkupPercentage, report) };
  if (mkAMarkupPercentage)
    report.refuse(
      'INCOMPATIBLE_TERMS',
      '/info/mkAMarkupPercentage',
      'An offer that resells has either a margin or its own prices, not both.',
    );
  if (right.payments.length > 0) return { schedule: scheduleOf(asked, report) };
  return fixedPrices(asked, report);
}

function markupOf(percentage: number | undefined, report: Report): Details {
  const markup = new Decimal(percentage ?? 0);
  if (markup.isNegative() || markup.decimalPlaces() > mostMarkupPlaces)
    report.refuse(
      'INVALID_MARKUP_PERCENTAGE',
      '/info/mkAMarkupPercentage',
      `The margin must be a percentage of at least 0 with at most ${mostMarkupPlaces} decimals.`,
    );
  return { Percentage: markup.toFixed(Math.max(1, markup.decimalPlaces())) };
}

const refuse = (report: Report, pointer: string, words: string): void =>
  report.refuse('INCOMPATIBLE_RESALE_AUTHORIZATION', pointer, words);

/** Builds payments on the reseller's payment dates; each payment is at least the reseller's amount. */
function scheduleOf({ info, right }: ResoldPricingInput, report: Report): Details {
  const { commits = [], paymentInstallments: payments = [] } = info;
  refuseOtherGrants(info, right, report);
  const [first] = right.payments;
  if (payments.length === 0 && right.payments.length > 1)
    refuse(
      report,
      '/info/paymentInstallments',
      `The reseller's payments are due on ${days(right)}. Enter the buyer's payment for each of these dates.`,
    );
  const total = commits.reduce(
    (sum, commit) => sum.plus(new Decimal(commit.rate ?? 0).times(countOf(commit))),
    new Decimal(0),
  );
  const wanted =
    payments.length > 0
      ? payments.map(({ amount, chargeOn }, index) => ({
          day: chargeOn ? dayOf(chargeOn) : '',
          amount: new Decimal(amount ?? 0),
          pointer: `/info/paymentInstallments/${index}`,
        }))
      : [{ day: first?.day ?? '', amount: total, pointer: '/info/commits' }];
  if (right.payments.some((one) => one.day === undefined)) refuseLowerTotal(wanted, right, report);
  else if (payments.length > 0) refuseOtherDays(wanted, right, report);
  for (const { day, amount, pointer } of wanted) {
    const least = right.payments.find((one) => one.day !== undefined && one.day === day)?.amount;
    if (least?.greaterThan(amount))
      refuse(
        report,
        payments.length > 0 ? `${pointer}/amount` : pointer,
        `The authorization costs ${least.toFixed()} on ${day}. The buyer must pay at least as much.`,
      );
  }
  const Schedule = wanted.map(({ day, amount, pointer }) => ({
    ChargeDate: day,
    ChargeAmount: money(amount, limits.paymentPlaces, pointer, report),
  }));
  return { Terms: [{ Type: 'PaymentScheduleTerm', CurrencyCode: currencyOf(info, right), Schedule }] };
}

const currencyOf = ({ currency }: OfferTerms, right: Right): string => currency || right.currency || 'USD';
const days = ({ payments }: Right): string => payments.map(({ day }) => day).join(', ');

/**
 * Requires that the buyer's total is at least the reseller's total, if the payment dates of the authorization
 * are unknown.
 */
function refuseLowerTotal(
  wanted: readonly { amount: Decimal; pointer: string }[],
  { payments }: Right,
  report: Report,
): void {
  const sumOf = (list: readonly { amount: Decimal }[]) =>
    list.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
  const least = sumOf(payments);
  if (sumOf(wanted).lessThan(least))
    refuse(
      report,
      wanted.length > 1 ? '/info/paymentInstallments' : (wanted[0]?.pointer ?? '/info/commits'),
      `The authorization costs ${least.toFixed()}. The buyer must pay at least as much.`,
    );
}

function refuseOtherDays(wanted: readonly { day: Day }[], right: Right, report: Report): void {
  const isSame =
    wanted.length === right.payments.length &&
    right.payments.every(({ day }) => wanted.some((one) => one.day === day));
  if (!isSame)
    refuse(
      report,
      '/info/paymentInstallments',
      `The buyer's payments must be on the authorization's dates: ${days(right)}.`,
    );
}

/** Requires that items sold at a fixed price equal the items that the authorization grants. */
function refuseOtherGrants({ commits = [] }: OfferTerms, { granted }: Right, report: Report): void {
  if (commits.length === 0) return;
  const isSame =
    commits.length === granted.length &&
    granted.every(({ key, quantity }) =>
      commits.some((commit) => (commit.key ?? commit.name) === key && countOf(commit) === quantity),
    );
  if (!isSame)
    refuse(
      report,
      '/info/commits',
      `The authorization sells ${granted.map(({ key, quantity }) => `${quantity} ${key}`).join(', ')} only.`,
    );
}

/**
 * Builds a fixed price that replaces the buyer's choice. The price is for one duration and is at least the
 * sum of the authorization's prices.
 */
function fixedPrices({ info, right, duration, today }: ResoldPricingInput, report: Report): ResoldPrices {
  const { commits = [] } = info;
  if (right.lengths.length === 0 && right.currency !== undefined) {
    refuse(
      report,
      '/info/commits',
      'The authorization has usage prices only. Remove commits and payments, and set mkAMarkupPercentage.',
    );
    return {};
  }
  if (commits.some(({ buyerQuantityConfigurable }) => buyerQuantityConfigurable)) {
    refuse(
      report,
      '/info/commits',
      'Prices among which the buyer chooses come from the authorization, plus the margin. Fix the quantities, or set mkAMarkupPercentage only.',
    );
    return {};
  }
  if (!duration)
    report.miss(
      'MISSING_DURATION',
      '/info/mkAAgreementDuration',
      `Your own prices apply to one length. Set mkAAgreementDuration: ${lengthsOf(right)}.`,
    );
  const priced = pricingOf({ info: { ...info, dimensions: [] }, kind: undefined, duration, today }, report);
  refuseLess({ commits, priced, prices: right.prices.get(duration ?? '') }, report);
  return { pricing: withLength(priced.pricing, duration), schedule: priced.schedule };
}

function refuseLess(
  {
    commits,
    priced,
    prices,
  }: {
    commits: NonNullable<OfferTerms['commits']>;
    priced: { schedule: Details | undefined };
    prices: ReadonlyMap<string, Decimal> | undefined;
  },
  report: Report,
): void {
  if (!prices) return;
  let least = new Decimal(0);
  for (const [index, commit] of commits.entries()) {
    const price = prices.get(commit.key ?? commit.name ?? '');
    if (!price)
      refuse(
        report,
        `/info/commits/${index}/key`,
        `The authorization sells ${[...prices.keys()].join(', ')} only.`,
      );
    least = least.plus((price ?? new Decimal(0)).times(countOf(commit)));
  }
  const total = paymentsIn(priced.schedule).reduce(
    (sum, { ChargeAmount }) => sum.plus(ChargeAmount),
    new Decimal(0),
  );
  if (total.lessThan(least))
    refuse(
      report,
      (commits.length > 0 && '/info/commits') || '/info/paymentInstallments',
      `The minimum price under the authorization is ${least.toFixed()}.`,
    );
}

const withLength = (pricing: Details | undefined, Duration: string | undefined): Details | undefined =>
  pricing && {
    ...pricing,
    Terms: ((pricing.Terms ?? []) as Details[]).map((term) => ({
      ...term,
      ...(Duration ? { Duration } : {}),
    })),
  };
