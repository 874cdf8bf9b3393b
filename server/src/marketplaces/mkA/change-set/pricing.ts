import { Decimal } from 'decimal.js';
import type { Details } from './changes.ts';
import { durationInDays, durationOf } from './days.ts';
import type { Commit, Dimension } from './offer-terms.ts';
import { scheduleOf } from './payments.ts';
import { countOf, currencyOf, isByHour, limits, money, type PricingInput, typeOf } from './price-facts.ts';
import type { Report } from './report.ts';

/** The prices of an offer, as details of the changes that set the prices. */
export type Pricing = { pricing: Details | undefined; schedule: Details | undefined };

/**
 * Returns whether the buyer of a contract chooses among prices. Such prices contain the duration, except for
 * machine software.
 */
export const saysHowLong = (pricing: Details | undefined): boolean =>
  pricing?.PricingModel === 'Contract' &&
  ((pricing.Terms ?? []) as Details[]).some(({ Type }) => Type === 'ConfigurableUpfrontPricingTerm');

export const isFixed = (pricing: Details | undefined): boolean =>
  ((pricing?.Terms ?? []) as Details[]).some(({ Type }) => Type === 'FixedUpfrontPricingTerm');

export const refuseStart = (report: Report): void =>
  report.refuse(
    'INCOMPATIBLE_TERMS',
    '/info/startTime',
    'An agreement for which the buyer chooses quantity or length starts at acceptance. Remove startTime, or fix quantity and length.',
  );

/** Converts the prices of an offer to the marketplace's pricing terms. */
export function pricingOf(asked: PricingInput, report: Report): Pricing {
  const { kind } = asked;
  const upfront = upfrontTerm(asked, report);
  const usage = usageTerm(asked, report);
  const isFixed = upfront?.Type === typeOf('FixedUpfrontPricingTerm', asked);
  const schedule = scheduleOf(asked, isFixed, report);
  if (asked.resale && currencyOf(asked) === 'CAD')
    report.refuse('INVALID_CURRENCY_CODE', '/info/currency', 'A resale authorization cannot be in CAD.');
  if (schedule && !upfront)
    report.miss(
      'MISSING_MANDATORY_TERMS',
      '/info/commits',
      'Dated payments need commits as the subject of the payments. Add commits, or remove the payments.',
    );
  const list = [usage, upfront].filter((term) => term !== undefined);
  if (list.length === 0) return { pricing: undefined, schedule };
  // Machine software metered by the hour counts as usage, even with an annual price.
  const isMachine = kind === 'ami' || kind === 'container';
  // A model with prepaid time is a contract; its hourly prices apply afterwards.
  const model = upfront && !(isMachine && usage) ? 'Contract' : 'Usage';
  return { pricing: { PricingModel: model, Terms: list }, schedule };
}

function upfrontTerm(asked: PricingInput, report: Report): Details | undefined {
  const commits = asked.info.commits ?? [];
  if (commits.length === 0) return undefined;
  return isConfigurable(asked) ? configurableTerm(asked, commits, report) : fixedTerm(asked, commits, report);
}

/** Returns whether the buyer chooses a quantity or a duration. */
function isConfigurable({ info: { commits = [], dimensions = [] }, kind }: PricingInput): boolean {
  const keys = commits.map(({ key, name }) => key ?? name);
  const isMachine = kind === 'ami' || kind === 'container';
  return (
    commits.some(({ buyerQuantityConfigurable }) => buyerQuantityConfigurable) ||
    new Set(keys).size < keys.length ||
    (isMachine && dimensions.some(({ rate }) => rate !== undefined))
  );
}

/**
 * Builds the term of a fixed price. The term has no amount, because the marketplace accepts amounts only as
 * dated payments.
 */
function fixedTerm(asked: PricingInput, commits: readonly Commit[], report: Report): Details {
  const { duration, kind } = asked;
  if (commits.length > limits.grants)
    report.refuse('INVALID_GRANTS', '/info/commits', `An offer can have at most ${limits.grants} commits.`);
  const isLong = asked.resale || kind === 'ami' || kind === 'container' || kind === 'machineLearning';
  return {
    Type: typeOf('FixedUpfrontPricingTerm', asked),
    CurrencyCode: currencyOf(asked),
    Price: '0.0',
    ...(isLong && duration ? { Duration: duration } : {}),
    Grants: commits.map((commit, index) => ({
      DimensionKey: keyOf(commit, `/info/commits/${index}`, report),
      // The quantity of a model is unlimited.
      ...(kind === 'machineLearning' && !asked.resale
        ? {}
        : { MaxQuantity: grantedBy(commit, `/info/commits/${index}/quantity`, report) }),
    })),
  };
}

function grantedBy(commit: Commit, pointer: string, report: Report): number {
  const count = countOf(commit);
  if (!Number.isInteger(count) || count < 1 || count > limits.units)
    report.refuse('INVALID_GRANTS', pointer, 'The quantity must be a whole number of at least one.');
  return count;
}

function configurableTerm(asked: PricingInput, commits: readonly Commit[], report: Report): Details {
  const { info, duration, kind } = asked;
  if ((info.paymentInstallments ?? []).length > 0)
    report.refuse(
      'INCOMPATIBLE_TERMS',
      '/info/paymentInstallments',
      "Dated payments require a fixed quantity and length. Remove the payments, or remove the buyer's choice.",
    );
  const cards = new Map<string, Details[]>();
  for (const [index, commit] of commits.entries()) {
    const length = lengthOf(commit, asked) ?? duration;
    if (!length) {
      report.miss(
        'MISSING_DURATION',
        `/info/commits/${index}/length`,
        'The commit needs a length, because the buyer chooses among prices by length.',
      );
      continue;
    }
    const place = `/info/commits/${index}`;
    const price = money(new Decimal(commit.rate ?? 0), limits.ratePlaces, `${place}/rate`, report);
    const card = cards.get(length) ?? [];
    card.push({ DimensionKey: keyOf(commit, place, report), Price: price });
    cards.set(length, card);
  }
  if ([...cards.values()].some(({ length }) => length > limits.rates))
    report.refuse(
      'INVALID_RATE_CARD',
      '/info/commits',
      `An offer can price at most ${limits.rates} commits.`,
    );
  if (cards.size > limits.durations)
    report.refuse(
      'INVALID_RATE_CARD',
      '/info/commits',
      `Prices can have at most ${limits.durations} lengths.`,
    );
  const allowed = (is: boolean) => (is ? 'Allowed' : 'Disallowed');
  const isFree = commits.some(({ buyerQuantityConfigurable }) => buyerQuantityConfigurable) || kind === 'ami';
  // The marketplace requires both fields together.
  const Constraints = { MultipleDimensionSelection: allowed(isFree), QuantityConfiguration: allowed(isFree) };
  return {
    Type: typeOf('ConfigurableUpfrontPricingTerm', asked),
    CurrencyCode: currencyOf(asked),
    RateCards: [...cards].map(([Value, RateCard]) => ({
      Selector: { Type: 'Duration', Value },
      RateCard,
      Constraints,
    })),
  };
}

/** Products metered by the hour are sold in days. */
function lengthOf(commit: Commit, { kind, info }: PricingInput): string | undefined {
  const length = durationOf(commit);
  return length && isByHour(kind, info) ? durationInDays(length) : length;
}

function usageTerm(asked: PricingInput, report: Report): Details | undefined {
  const priced = (asked.info.dimensions ?? []).filter(({ rate }) => rate !== undefined && rate !== null);
  if (priced.length === 0) return undefined;
  if (priced.length > limits.rates)
    report.refuse(
      'INVALID_RATE_CARD',
      '/info/dimensions',
      `An offer can price at most ${limits.rates} dimensions.`,
    );
  if (currencyOf(asked) !== 'USD')
    report.refuse('INVALID_CURRENCY_CODE', '/info/currency', 'Usage prices must be in USD.');
  return {
    Type: typeOf('UsageBasedPricingTerm', asked),
    CurrencyCode: currencyOf(asked),
    RateCards: [{ RateCard: priced.map((dimension, index) => rateOf(dimension, index, report)) }],
  };
}

function rateOf(dimension: Dimension, index: number, report: Report): Details {
  const place = `/info/dimensions/${index}`;
  const rate = new Decimal(dimension.rate ?? 0);
  return {
    DimensionKey: keyOf(dimension, place, report),
    Price: money(rate, limits.usagePlaces, `${place}/rate`, report),
  };
}

function keyOf({ key, name }: { key?: string; name?: string }, place: string, report: Report): string {
  const found = key || name;
  if (!found)
    report.miss('INVALID_DIMENSION_KEY', `${place}/key`, 'Enter the key of a dimension of the product.');
  if (found && found.length > limits.key)
    report.refuse(
      'INVALID_DIMENSION_KEY',
      `${place}/key`,
      `The marketplace accepts dimension keys of at most ${limits.key} characters.`,
    );
  return found ?? '';
}
