import { Decimal } from 'decimal.js';
import type { Details } from './changes.ts';
import { durationOf } from './days.ts';
import type { Commit, Dimension } from './offer-terms.ts';
import { scheduleOf } from './payments.ts';
import { type Asked, countOf, currencyOf, limits, money, typeOf } from './price-facts.ts';
import type { Report } from './report.ts';

/** The prices of an offer: details of the changes that set them. */
export type Pricing = { pricing: Details | undefined; schedule: Details | undefined };

/** Says whether the buyer of a contract chooses: then the prices themselves say for how long. Of machine software they do not. */
export const saysHowLong = (pricing: Details | undefined): boolean =>
  pricing?.PricingModel === 'Contract' &&
  ((pricing.Terms ?? []) as Details[]).some(({ Type }) => Type === 'ConfigurableUpfrontPricingTerm');

/** Puts the prices of an offer into the terms that the marketplace has for them. */
export function pricingOf(asked: Asked, report: Report): Pricing {
  const { kind } = asked;
  const upfront = upfrontTerm(asked, report);
  const usage = usageTerm(asked, report);
  const isFixed = upfront?.Type === typeOf('FixedUpfrontPricingTerm', asked);
  const schedule = scheduleOf(asked, isFixed, report);
  if (asked.resale && currencyOf(asked) === 'CAD')
    report.refuse('INVALID_CURRENCY_CODE', '/info/currency', 'A right to resell is not sold in CAD.');
  if (schedule && !upfront)
    report.refuse(
      'MISSING_MANDATORY_TERMS',
      '/info/commits',
      'Payments on dates need commits that say what is paid for. Add commits, or take the payments out.',
    );
  const list = [usage, upfront].filter((term) => term !== undefined);
  if (list.length === 0) return { pricing: undefined, schedule };
  // Machine software that is metered by the hour stays so, also with a price for a year.
  const isMachine = kind === 'ami' || kind === 'container';
  const model = upfront && !(isMachine && usage) ? 'Contract' : 'Usage';
  return { pricing: { PricingModel: model, Terms: list }, schedule };
}

function upfrontTerm(asked: Asked, report: Report): Details | undefined {
  const commits = asked.info.commits ?? [];
  if (commits.length === 0) return undefined;
  return isConfigurable(asked) ? configurableTerm(asked, commits, report) : fixedTerm(asked, commits, report);
}

/** Whether the buyer has something to choose: quantities, or one of several lengths. */
function isConfigurable({ info: { commits = [], dimensions = [] }, kind }: Asked): boolean {
  const keys = commits.map(({ key, name }) => key ?? name);
  const isMachine = kind === 'ami' || kind === 'container';
  return (
    commits.some(({ buyerQuantityConfigurable }) => buyerQuantityConfigurable) ||
    new Set(keys).size < keys.length ||
    (isMachine && dimensions.some(({ rate }) => rate !== undefined))
  );
}

/** What is fixed costs nothing by itself: the marketplace takes its price as payments on dates only. */
function fixedTerm(asked: Asked, commits: readonly Commit[], report: Report): Details {
  const { duration, kind } = asked;
  if (commits.length > limits.grants)
    report.refuse('INVALID_GRANTS', '/info/commits', `An offer sells at most ${limits.grants} commits.`);
  const isLong = asked.resale || kind === 'ami' || kind === 'container';
  return {
    Type: typeOf('FixedUpfrontPricingTerm', asked),
    CurrencyCode: currencyOf(asked),
    Price: '0.0',
    ...(isLong && duration ? { Duration: duration } : {}),
    Grants: commits.map((commit, index) => ({
      DimensionKey: keyOf(commit, `/info/commits/${index}`, report),
      MaxQuantity: grantedBy(commit, `/info/commits/${index}/quantity`, report),
    })),
  };
}

function grantedBy(commit: Commit, pointer: string, report: Report): number {
  const count = countOf(commit);
  if (!Number.isInteger(count) || count < 1 || count > limits.units)
    report.refuse('INVALID_GRANTS', pointer, 'The marketplace sells whole units, at least one.');
  return count;
}

function configurableTerm(asked: Asked, commits: readonly Commit[], report: Report): Details {
  const { info, duration, kind } = asked;
  if ((info.paymentInstallments ?? []).length > 0)
    report.refuse(
      'INCOMPATIBLE_TERMS',
      '/info/paymentInstallments',
      'Payments on dates are for what is fixed. Take them out, or take the choice of quantity or length from the buyer.',
    );
  const cards = new Map<string, Details[]>();
  for (const [index, commit] of commits.entries()) {
    const length = lengthOf(commit, asked) ?? duration;
    if (!length) {
      report.refuse(
        'MISSING_DURATION',
        `/info/commits/${index}/length`,
        'The commit needs a length, as the buyer chooses among prices by their length.',
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
    report.refuse('INVALID_RATE_CARD', '/info/commits', `An offer prices at most ${limits.rates} commits.`);
  if (cards.size > limits.durations)
    report.refuse(
      'INVALID_RATE_CARD',
      '/info/commits',
      `Prices are for at most ${limits.durations} lengths.`,
    );
  const allowed = (is: boolean) => (is ? 'Allowed' : 'Disallowed');
  const isFree = commits.some(({ buyerQuantityConfigurable }) => buyerQuantityConfigurable) || kind === 'ami';
  // The marketplace takes both or neither.
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

/** A year of machine software is counted in days. */
function lengthOf(commit: Commit, { kind }: Asked): string | undefined {
  const length = durationOf(commit);
  return kind === 'ami' && length === 'P12M' ? 'P365D' : length;
}

function usageTerm(asked: Asked, report: Report): Details | undefined {
  const priced = (asked.info.dimensions ?? []).filter(({ rate }) => rate !== undefined && rate !== null);
  if (priced.length === 0) return undefined;
  if (priced.length > limits.rates)
    report.refuse(
      'INVALID_RATE_CARD',
      '/info/dimensions',
      `An offer prices at most ${limits.rates} dimensions.`,
    );
  if (currencyOf(asked) !== 'USD')
    report.refuse('INVALID_CURRENCY_CODE', '/info/currency', 'Usage is sold in USD only.');
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
    report.refuse('INVALID_DIMENSION_KEY', `${place}/key`, 'It needs the key of a dimension of the product.');
  if (found && found.length > limits.key)
    report.refuse(
      'INVALID_DIMENSION_KEY',
      `${place}/key`,
      `The key of a dimension has at most ${limits.key} characters at the marketplace.`,
    );
  return found ?? '';
}
