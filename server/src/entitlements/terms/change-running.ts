import type { JsonObject } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { printExact } from '../../platform/records/json.ts';
import type { EntitlementRow, TermRow } from '../columns.ts';
import type { EntitlementInfo } from '../records.ts';
import type { EntitlementChange } from '../store.ts';
import { beginTerm } from './begin.ts';
import { followers, type LifeTerm, lifeUpTo, restOf, runningAt, withRepriced } from './life.ts';
import { figuresOf, paymentsFor, paymentsWith, priceFor, renewedInfo } from './pricing.ts';
import { currencyOf, earnedBy, toLife } from './row-conversion.ts';
import { changeTerm, lockTerms } from './store.ts';

type Change = {
  type: 'PlanChange' | 'QuantityChange';
  /** Terms of trade that replace the current terms. */
  terms: EntitlementInfo;
  /** Fields of the info to remove. */
  remove?: readonly string[];
  /** Records of the marketplace that contain the change. */
  mirror?: JsonObject;
  /** Other changes of the entitlement at the same time. */
  also?: EntitlementChange;
};

/**
 * Ends the current term now and begins a term for its remaining time. The new term has the price of the whole
 * bought or renewed period, prorated by days (R48), and receives the remaining credit. Later terms are repriced
 * for the current quantities.
 */
export async function changeRunningTerm(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  { type, terms, remove = [], mirror = {}, also = {} }: Change,
): Promise<EntitlementRow> {
  const now = scope.now.toISOString();
  const rows = await lockTerms(scope, entitlement.id);
  const life = toLife(rows);
  const running = runningAt(life, now) as LifeTerm;
  const { since: start, until: end, agreed } = running.priced;
  const priced = (info: EntitlementInfo) => priceFor(scope, entitlement, info, { start, end, agreed });
  const before = JSON.parse(entitlement.info) as EntitlementInfo;
  const after = { ...without(before, remove), ...terms };
  const currency = after.currency || 'USD';
  const payments = await paymentsFor({ before, after, entitlement, quantity: also.quantity, priced });
  const computeRest = async (info: EntitlementInfo) => {
    const price = await priced(info);
    const { commitAmount: amount } = price;
    const earned = earnedBy(info, entitlement.partner, running.priced, amount);
    return { price, rest: restOf(life, running, now, { amount, earned }, currency) };
  };
  const byPayments = await computeRest({
    ...after,
    ...(payments.present && { paymentInstallments: payments.present.present }),
  });
  const sold = { life, running, rest: byPayments.rest, at: now, currency };
  const paid = paymentsWith(payments, after.paymentInstallments, sold);
  // Without instalments, the prices determine the amount.
  const { price, rest } =
    paid.remove.length > 0 ? await computeRest(without(after, paid.remove)) : byPayments;
  const figures = { ...mirror, ...terms, ...paid.terms, ...figuresOf(price) };
  const row = await beginTerm(
    scope,
    entitlement,
    {
      ...also,
      agreedPayments: paid.agreed,
      info: printExact(figures),
      removeInfo: [...remove, ...paid.remove].filter((field) => !(field in figures)),
    },
    { type, begins: now, term: rest, keepsCredit: true, keepsFollowers: true },
    rows,
  );
  const later = { rows, running, followers: followers(life, running) };
  await repriceFollowers(scope, row, lifeUpTo(life, running, rest, currency), later);
  return row;
}

const without = (info: EntitlementInfo, fields: readonly string[]): EntitlementInfo =>
  Object.fromEntries(Object.entries(info).filter(([field]) => !fields.includes(field)));

/** Reprices agreed renewals for the current quantities. */
async function repriceFollowers(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  before: readonly LifeTerm[],
  later: { rows: readonly TermRow[]; running: LifeTerm; followers: readonly LifeTerm[] },
): Promise<void> {
  const { rows, running } = later;
  const spanOf = ({ priced: { since, until, agreed } }: LifeTerm) => ({
    start: since,
    end: until as string,
    agreed,
  });
  let [from, sold, life] = [spanOf(running), entitlement, before];
  for (const term of later.followers) {
    const row = rows.find(({ id }) => id === term.id) as TermRow;
    const to = spanOf(term);
    const next = await renewedInfo(scope, sold, from, to);
    life = withRepriced(life, term, next.price.commitAmount, currencyOf(row));
    const { commit, priced } = life.at(-1) as LifeTerm;
    await changeTerm(scope, row, {
      commitAmount: commit,
      pricedAmount: priced.amount,
      entitlementInfo: next.info,
    });
    [from, sold] = [to, { ...sold, info: next.info, agreed_payments: null }];
  }
}
