import type { JsonObject } from '../marketplaces/index.ts';
import { findOffer } from '../offers/index.ts';
import { printExact, withFields } from '../platform/json.ts';
import type { Period } from '../platform/recurrence.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { findProduct } from '../products/index.ts';
import type { EntitlementRow, TermRow } from './columns.ts';
import { Exact, type Price, priceOf } from './derive/index.ts';
import { cutTerms } from './end-term.ts';
import { boughtTerm, followers, type LifeTerm, type NewTerm, repriced, restOf, runningAt } from './life.ts';
import { currencyOf, earnedBy, fromLife, toLife } from './life-rows.ts';
import { paymentsFor, paymentsWith } from './payments.ts';
import type { EntitlementInfo } from './records.ts';
import { renewedTerms } from './renewed-terms.ts';
import { changeEntitlement, type EntitlementChange, insertTerm } from './store.ts';
import { changeTerm, lockTerms } from './term-store.ts';

type Change = {
  type: 'PlanChange' | 'QuantityChange';
  /** Terms of trade that take the place of those that held. */
  terms: EntitlementInfo;
  /** Fields of the info that no longer hold. */
  remove?: readonly string[];
  /** Records of the marketplace that show it. */
  mirror?: JsonObject;
  /** What else changes with it. */
  also?: EntitlementChange;
};

/**
 * Begins a term for the rest of the one that runs, which ends now. It is priced for the whole time that was bought or
 * renewed and carries its share of that, by days (R48); what is left of the credit goes over to it. Terms that are to
 * follow are for as much as is sold now.
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
  const { since: start, until: end } = running.priced;
  const priced = (info: EntitlementInfo) => priceFor(scope, entitlement, info, { start, end });
  const before = JSON.parse(entitlement.info) as EntitlementInfo;
  const after = { ...without(before, remove), ...terms };
  const currency = after.currency || 'USD';
  const payments = await paymentsFor({ before, after, entitlement, quantity: also.quantity, priced });
  const reckoned = async (info: EntitlementInfo) => {
    const price = await priced(info);
    const { commitAmount: amount } = price;
    const earned = earnedBy(info, entitlement.partner, running.priced, amount);
    return { price, rest: restOf(life, running, now, { amount, earned }, currency) };
  };
  const byPayments = await reckoned({
    ...after,
    ...(payments.present && { paymentInstallments: payments.present.present }),
  });
  const sold = { life, running, rest: byPayments.rest, at: now, currency };
  const paid = paymentsWith(payments, after.paymentInstallments, sold);
  // Without the payments, it costs what its prices say.
  const { price, rest } = paid.remove.length > 0 ? await reckoned(without(after, paid.remove)) : byPayments;
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
  await repriceFollowers(scope, row, life, running, rows);
  return row;
}

const without = (info: EntitlementInfo, fields: readonly string[]): EntitlementInfo =>
  Object.fromEntries(Object.entries(info).filter(([field]) => !fields.includes(field)));

/** What the terms cost, as fields of the info. */
export const figuresOf = ({ commitAmount, annualizedAmount }: Price): JsonObject => ({
  annualizedAmount,
  ...(commitAmount === null ? {} : { commitAmount: Number(commitAmount) }),
});

/** What terms of trade cost for a time. */
export async function priceFor(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  info: EntitlementInfo,
  period: { start: string; end: string | null },
): Promise<Price> {
  const { product_id: productId, offer_id: offerId } = entitlement;
  const offer = offerId ? await findOffer(scope, offerId) : undefined;
  const product = productId && !offer?.product_type ? await findProduct(scope, productId) : undefined;
  const productType = offer?.product_type || product?.product_type;
  const kinds = [entitlement.type ?? undefined, productType ?? undefined];
  return priceOf(info, entitlement.partner, period, kinds);
}

/** Renewals that are agreed on already are for what is sold from now on. */
async function repriceFollowers(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  life: readonly LifeTerm[],
  running: LifeTerm,
  rows: readonly TermRow[],
): Promise<void> {
  const spanOf = ({ priced: { since, until } }: LifeTerm) => ({ start: since, end: until as string });
  let [from, sold] = [spanOf(running), entitlement];
  for (const term of followers(life, running)) {
    const row = rows.find(({ id }) => id === term.id) as TermRow;
    const to = spanOf(term);
    const next = await renewedInfo(scope, sold, from, to);
    const { commit, priced } = repriced(term, next.price.commitAmount, currencyOf(row));
    await changeTerm(scope, row, {
      commitAmount: commit,
      pricedAmount: priced.amount,
      entitlementInfo: next.info,
    });
    [from, sold] = [to, { ...sold, info: next.info, agreed_payments: null }];
  }
}

/** The terms of an entitlement for another period, as JSON text, and what they cost. */
export async function renewedInfo(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  from: Period | undefined,
  to: Period,
): Promise<{ terms: EntitlementInfo; info: string; price: Price }> {
  const before = JSON.parse(entitlement.info) as EntitlementInfo;
  const moved = from ? renewedTerms(entitlement, from, to) : {};
  const price = await priceFor(scope, entitlement, { ...before, ...moved }, to);
  const terms = { ...moved, ...figuresOf(price) } as EntitlementInfo;
  return { terms, price, info: withFields(entitlement.info, terms) };
}

type Beginning = {
  type: string;
  /** When the one that runs ends, if it has not. */
  begins: string;
  term: NewTerm;
  creditAmount?: string | null;
  /** Whether what is left of the credit goes over to it; else it stays with the term that ends. */
  keepsCredit: boolean;
  /** Whether the terms stay that are to follow the one that runs; else they are taken away. */
  keepsFollowers?: boolean;
};

/** Changes an entitlement and begins a term with that, in the place of the one that runs, which ends with its parts. */
export async function beginTerm(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  change: EntitlementChange,
  { type, begins, term, creditAmount, keepsCredit, keepsFollowers = false }: Beginning,
  rows: readonly TermRow[],
): Promise<EntitlementRow> {
  const termId = scope.newId('trm');
  const row = await changeEntitlement(scope, entitlement, 'UPDATE', {
    ...change,
    termId,
    toldAs: toldAs(type),
  });
  const ended = keepsFollowers ? rows.filter(({ start_time: start }) => isBegun(start, begins)) : rows;
  const cut = await cutTerms(scope, ended, begins, keepsCredit);
  const left = cut?.credit ?? new Exact(0);
  const credit = left.greaterThan(0) ? left.plus(creditAmount ?? 0).toFixed() : creditAmount;
  await insertTerm(scope, {
    ...newTerm(scope, row, { id: termId, type }),
    ...fromLife(term),
    credit_amount: credit,
  });
  return row;
}

/** A renewal is told as one; going over later to a term that one brought is none. */
const toldAs = (type: string) => (type === 'AutoRenew' || type === 'ManualRenew' ? 'RENEW' : undefined);

const isBegun = (start: string | null, at: string): boolean => Date.parse(start ?? '') <= Date.parse(at);

/** Adds a term that is to follow all that there are: what an early renewal brings. */
export async function appendTerm(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  { type, period, info, price }: { type: string; period: Period; info: string; price: Price },
): Promise<EntitlementRow> {
  const row = await changeEntitlement(scope, entitlement, 'UPDATE', {
    endTime: period.end,
    toldAs: toldAs(type),
  });
  await insertTerm(scope, {
    ...newTerm(scope, row, { id: scope.newId('trm'), type }),
    ...fromLife(boughtTerm(period, price.commitAmount)),
    entitlement_info: info,
    credit_amount: price.creditAmount,
  });
  return row;
}

const newTerm = (scope: OrgTransaction, row: EntitlementRow, { id, type }: { id: string; type: string }) => ({
  organization_id: scope.organizationId,
  id,
  entitlement_id: row.id,
  external_entitlement_id: row.external_id,
  offer_id: row.offer_id,
  product_id: row.product_id,
  buyer_id: row.buyer_id,
  partner: row.partner,
  service: row.service,
  info: JSON.stringify({ type }),
  entitlement_info: row.info,
  reported_amount: '0',
  used_commit_amount: '0',
  used_credit_amount: '0',
  creation_time: scope.now.toISOString(),
  last_update_time: scope.now.toISOString(),
});
