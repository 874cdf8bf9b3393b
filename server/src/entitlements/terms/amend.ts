import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type EntitlementRow, termEvents } from '../columns.ts';
import type { EntitlementValues } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';
import { isOver } from '../states.ts';
import type { EntitlementChange } from '../store.ts';
import { beginTerm } from './begin.ts';
import { balanceCommits } from './commit-balance.ts';
import {
  boughtTerm,
  cutEnd,
  followers,
  type LifeTerm,
  type NewTerm,
  nextTerm,
  restOf,
  runningAt,
} from './life.ts';
import { priceFor } from './pricing.ts';
import { currencyOf, earnedBy, fromLife, toLife } from './row-conversion.ts';
import { correctTerm, type DrawnTermRow, lockParts, lockTerms } from './store.ts';

type Amendment = {
  type: 'ManualRenew' | 'PlanChange' | 'QuantityChange';
  /** When the new terms take effect. */
  begins: string;
  /** The terms that the buyer accepted. */
  derived: EntitlementValues;
};

/** Changes an entitlement to another offer, and begins the term of that offer in place of the current term. */
export async function amendTerm(
  scope: OrgTransaction,
  known: EntitlementRow,
  change: EntitlementChange,
  amendment: Amendment,
): Promise<EntitlementRow> {
  const rows = await lockTerms(scope, known.id);
  // Usage is already settled with the current term, so that term is kept even if the new terms take effect
  // earlier.
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
      // A renewal bought at the end has its own credit.
      keepsCredit: !isOver(known, scope.now),
    },
    rows,
  );
}

/**
 * Creates the term of an amendment. A change of quantity is prorated by days, like any change during a term.
 * Other terms are bought for the remaining time at the offer’s price, less the earlier consumed amount above
 * the prorated amount (R48).
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
    return nextTerm(life, running, boughtTerm({ start, end: endTime }, commitAmount), currency);
  const { since, until, agreed } = running.priced;
  const whole = await priceFor(scope, known, terms, { start: since, end: until, agreed });
  const { commitAmount: amount } = whole;
  const earned = earnedBy(terms, known.partner, running.priced, amount);
  return restOf(life, running, start, { amount, earned }, currency);
}

/**
 * Corrects the only term of an entitlement whose agreement has now been observed (R47): start, end and commit
 * get the agreed values, and the commit covers at least the usage so far.
 * @param row the entitlement after its change
 * @returns false, without a change, if the entitlement has further terms or sub terms by now
 */
export async function correctOnlyTerm(
  scope: OrgTransaction,
  row: EntitlementRow,
  { startTime, endTime, commitAmount, creditAmount }: EntitlementValues,
): Promise<boolean> {
  const [term, ...others] = await lockTerms(scope, row.id);
  if (!term || others.length > 0 || (await lockParts(scope, term)).length > 0) return false;
  const agreed = boughtTerm({ start: startTime, end: endTime }, commitAmount);
  const [right = agreed] = balanceCommits(
    [{ ...agreed, drawn: term.drawn_commit }],
    currencyOf({ entitlement_info: row.info }),
  );
  const corrected = await correctTerm(scope, term, {
    ...fromLife(right),
    external_entitlement_id: row.external_id,
    offer_id: row.offer_id,
    product_id: row.product_id,
    buyer_id: row.buyer_id,
    entitlement_info: row.info,
    credit_amount: creditAmount,
  });
  await scope.query(termEvents.record(scope, 'UPDATE', corrected, term));
  return true;
}
