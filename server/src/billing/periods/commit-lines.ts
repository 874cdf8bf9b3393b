import { quantityOf } from '../../entitlements/derive/quantity.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import { type Bought, paceOf, paidUntil } from './commit-share.ts';
import { type ClosedSpan, later, type Span, textOf, timeFrom } from './days.ts';
import { timedPeriods } from './periods.ts';
import { type BillingTerms, countedFrom } from './terms.ts';

/** A line of an invoice: what a commit costs in a time. */
export type CommitLine = {
  key: string | undefined;
  name: string | undefined;
  description: string | undefined;
  quantity: number;
  rate: Exact;
  /** In whole coins. */
  amount: Exact;
};

export type CommitSale = {
  info: Pick<EntitlementInfo, 'commits' | 'paymentInstallments' | 'currency'>;
  /** When the entitlement starts and ends, from which billing periods are counted. */
  life: Span;
  /** The time that was bought or renewed at once, of which the part is a part, and the day agreed on from which it is counted. */
  bought: Span & { agreed?: string | undefined };
};

/**
 * Computes what commits cost in a part of a time that was bought (R35, R42): a billing period, or a part of one that a change or
 * an end left. Parts that follow one another add up, to the coin, to what they are parts of. Instalments are how commits
 * are paid: where there are any, commits are not billed.
 */
export function commitLines(sale: CommitSale, terms: BillingTerms, part: ClosedSpan): CommitLine[] {
  const { commits = [], paymentInstallments = [], currency } = sale.info;
  if (commits.length === 0 || paymentInstallments.some(({ amount }) => amount !== undefined)) return [];
  const bought = boughtOf(sale, terms);
  const until = later(timeFrom(part.end), bought.end ?? 0);
  const periods = timedPeriods(terms, reaching(sale), until);
  return commits.flatMap((commit) => {
    const rate = new Exact(commit.rate ?? 0);
    const quantity = quantityOf(commit);
    if (rate.isZero()) return [];
    const pace = paceOf(commit, commits, bought);
    const cost = (text: string): Exact => {
      const times = paidUntil(timeFrom(text), pace, bought, terms, periods);
      return roundTo(currency || 'USD', withoutRest(rate.times(quantity).times(times)));
    };
    return [{ ...namesOf(commit), quantity, rate, amount: cost(part.end).minus(cost(part.start)) }];
  });
}

/** What divisions left at the 60th digit would else decide whether half a coin is rounded up. */
const withoutRest = (amount: Exact): Exact => amount.toDecimalPlaces(30);

/** The time that was bought, after a trial. */
function boughtOf({ bought: { start, end, agreed }, life }: CommitSale, terms: BillingTerms): Bought {
  const [begin, afterTrial] = [timeFrom(start), countedFrom(terms, life.start)];
  const counted =
    afterTrial.start > begin ? afterTrial : { start: begin, agreed: agreed ? timeFrom(agreed) : begin };
  return { ...counted, end: end === null ? undefined : timeFrom(end) };
}

/** A life that was cut short is reckoned as it was bought: what is left of a period is a part of it. */
function reaching({ life, bought }: CommitSale): Span {
  if (life.end === null || bought.end === null) return { start: life.start, end: null };
  return { start: life.start, end: textOf(later(timeFrom(life.end), timeFrom(bought.end))) };
}

const namesOf = ({ key, name, description }: CommitDimension) => ({ key, name, description });
