import { Exact } from '../../platform/money-and-time/exact.ts';
import { dayInWords } from '../../platform/money-and-time/words.ts';
import type { BurnDown } from '../burn-down.ts';
import { amountInWords, decimalOf, numberInWords } from './values.ts';

/** The row of a term on pages; amounts are decimals, as text. */
export type TermViewRow = {
  start_time: string | null;
  end_time: string | null;
  commit_amount: string | null;
  used_commit_amount: string | null;
  credit_amount: string | null;
  used_credit_amount: string | null;
  is_current: boolean;
};

/** The usage of the current term: of a day (`drawn`), or of a dimension (`used`). */
export type UsageViewRow = {
  day: string | null;
  dimension: string | null;
  used: string | null;
  drawn: string | null;
};

/** A term as its buyer sees it. */
export type BuyerViewTerm = {
  period: string;
  committed: string;
  used: string;
  credit: string;
};

/** The use of a purchase as its buyer sees it. */
export type BuyerViewUsage = {
  /** The current period, if the entitlement has had several. */
  period: string | undefined;
  burnDown: BurnDown | undefined;
  dimensions: readonly { key: string; units: string }[];
  terms: (currency: string) => readonly BuyerViewTerm[];
};

const amount = (value: unknown): Exact => decimalOf(value) ?? new Exact(0);
const total = (values: readonly (string | null)[]): Exact =>
  values.reduce((sum, value) => sum.plus(amount(value)), new Exact(0));

/** Selects what the buyer may see of terms and usage. Reports, prices of the seller and corrections are left out. */
export const viewUsage = (
  terms: readonly TermViewRow[],
  usage: readonly UsageViewRow[],
  now: Date,
): BuyerViewUsage => ({
  period: terms.length > 1 ? periodOf(terms.find((term) => term.is_current)) : undefined,
  burnDown: burnDownOf(
    terms.filter((term) => term.is_current),
    usage,
    now,
  ),
  dimensions: usage
    .filter(({ dimension, used }) => dimension !== null && used !== null)
    .slice(0, 50)
    .map(({ dimension, used }) => ({ key: dimension as string, units: numberInWords(amount(used)) })),
  terms: (currency) =>
    terms.map((term) => ({
      period: periodOf(term) ?? '',
      committed: term.commit_amount === null ? '' : amountInWords(amount(term.commit_amount), currency),
      // Nothing is used of a flat fee.
      used: amount(term.used_commit_amount).isZero()
        ? ''
        : amountInWords(amount(term.used_commit_amount), currency),
      credit: amount(term.credit_amount).isZero()
        ? ''
        : amountInWords(amount(term.credit_amount).minus(amount(term.used_credit_amount)), currency),
    })),
});

const periodOf = (term: TermViewRow | undefined): string | undefined =>
  term && [dayInWords(term.start_time), dayInWords(term.end_time)].map((day) => day ?? '').join(' – ');

/** Returns the consumption of the current term; undefined if the term has no commit, or nothing was consumed. */
function burnDownOf(
  terms: readonly TermViewRow[],
  usage: readonly UsageViewRow[],
  now: Date,
): BurnDown | undefined {
  const commit = total(terms.map((term) => term.commit_amount));
  const used = total(terms.map((term) => term.used_commit_amount));
  const starts = terms
    .map(({ start_time: start }) => Date.parse(start ?? ''))
    .filter((time) => !Number.isNaN(time));
  if (!commit.greaterThan(0) || !used.greaterThan(0) || starts.length === 0) return undefined;
  const ends = terms.map(({ end_time: end }) => Date.parse(end ?? ''));
  return {
    start: new Date(Math.min(...starts)),
    end: ends.some(Number.isNaN) ? null : new Date(Math.max(...ends)),
    now,
    commit,
    used,
    days: usage.flatMap(({ day, drawn }) => (day && drawn ? [{ day, amount: amount(drawn) }] : [])),
  };
}
