import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { EntitlementRow } from '../columns.ts';
import type { Derived } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';
import { isOver } from '../states.ts';
import type { EntitlementChange } from '../store.ts';
import { beginTerm } from './begin.ts';
import {
  boughtTerm,
  cutEnd,
  followers,
  following,
  type LifeTerm,
  type NewTerm,
  restOf,
  runningAt,
} from './life.ts';
import { priceFor } from './pricing.ts';
import { earnedBy, toLife } from './row-conversion.ts';
import { type DrawnTermRow, lockTerms } from './store.ts';

type Amendment = {
  type: 'ManualRenew' | 'PlanChange' | 'QuantityChange';
  /** When the new terms begin to hold. */
  begins: string;
  /** What the buyer accepted. */
  derived: Derived;
};

/** Changes an entitlement and begins the term that another offer brings, in the place of the one that runs. */
export async function amendTerm(
  scope: OrgTransaction,
  known: EntitlementRow,
  change: EntitlementChange,
  amendment: Amendment,
): Promise<EntitlementRow> {
  const rows = await lockTerms(scope, known.id);
  // Usage of the term that runs now is settled with it: it is not taken away, however early the new terms are said to hold.
  const { start } = runningAt(toLife(rows), scope.now.toISOString()) as LifeTerm;
  const begins = Date.parse(start) > Date.parse(amendment.begins) ? start : amendment.begins;
  const term = await amendedTerm(scope, known, { ...amendment, begins }, rows);
  return beginTerm(
    scope,
    known,
    change,
    {
      type: amendment.type,
      begins: term.start,
      term,
      creditAmount: amendment.derived.creditAmount,
      // One that was bought anew at its end has a credit of its own.
      keepsCredit: !isOver(known, scope.now),
    },
    rows,
  );
}

/**
 * The term that an amendment begins. Another number of the same is paid for by days, as any change of it is; other terms
 * are bought for the time that is left, at what the offer says, less what was drawn before beyond its days (R48).
 */
async function amendedTerm(
  scope: OrgTransaction,
  known: EntitlementRow,
  { type, begins, derived: { info, endTime, commitAmount } }: Amendment,
  rows: readonly DrawnTermRow[],
): Promise<NewTerm> {
  const life = toLife(rows);
  const running = runningAt(life, begins) as LifeTerm;
  const terms = info as EntitlementInfo;
  const currency = terms.currency || 'USD';
  const start = cutEnd(running, begins);
  const goesOn = followers(life, running).length > 0 || terms.paymentInstallments?.length;
  if (type !== 'QuantityChange' || goesOn)
    return following(life, running, boughtTerm({ start, end: endTime }, commitAmount), currency);
  const { since, until, agreed } = running.priced;
  const whole = await priceFor(scope, known, terms, { start: since, end: until, agreed });
  const { commitAmount: amount } = whole;
  const earned = earnedBy(terms, known.partner, running.priced, amount);
  return restOf(life, running, start, { amount, earned }, currency);
}
