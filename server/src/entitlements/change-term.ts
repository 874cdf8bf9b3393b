import type { JsonObject } from '../marketplaces/index.ts';
import { printExact } from '../platform/json.ts';
import type { Period } from '../platform/recurrence.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { findProduct } from '../products/index.ts';
import type { EntitlementRow } from './columns.ts';
import { Exact, type Price, priceOf } from './derive/index.ts';
import { endTerm } from './end-term.ts';
import type { EntitlementInfo } from './records.ts';
import { changeEntitlement, type EntitlementChange, insertTerm } from './store.ts';
import { lockTerm, pricedSince } from './term-store.ts';

type Change = {
  type: 'PlanChange' | 'QuantityChange' | 'AutoRenew' | 'ManualRenew';
  /** Terms of trade that take the place of those that held. */
  terms: EntitlementInfo;
  /** Fields of the info that no longer hold. */
  remove?: readonly string[];
  /** Records of the marketplace that show it. */
  mirror?: JsonObject;
  /** What else changes with it. */
  also?: EntitlementChange;
  /** When the new term begins and ends, of one that was bought anew; else it is the rest of the running one. */
  period?: Period;
};

/**
 * Begins a term in the place of the one that runs, which ends then. One for the rest is priced for the whole time that
 * was bought or renewed (by how much of it, invoices tell), and what is left of the credit goes over to it. One that
 * was bought anew has a credit of its own.
 */
export async function changeRunningTerm(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  { type, terms, remove = [], mirror = {}, also = {}, period }: Change,
): Promise<EntitlementRow> {
  const begins = period ? new Date(period.start) : scope.now;
  const price = await priceAfter(scope, entitlement, terms, remove, period);
  const figures: JsonObject = { ...terms, annualizedAmount: price.annualizedAmount };
  if (price.commitAmount !== null) figures.commitAmount = Number(price.commitAmount);
  const { commitAmount, creditAmount } = price;
  const change = {
    ...also,
    endTime: period?.end,
    info: printExact({ ...mirror, ...figures }),
    removeInfo: remove.filter((field) => !(field in figures)),
  };
  // At its end what is left of the credit lapses with the term; before it, nothing that was granted is lost.
  const isEarly = entitlement.end_time === null || Date.parse(entitlement.end_time) > begins.getTime();
  const credit = { creditAmount: period ? creditAmount : null, keepsCredit: isEarly };
  return beginTerm(scope, entitlement, change, { type, begins, commitAmount, ...credit });
}

/**
 * Changes an entitlement and begins a term with that, in the place of the one that runs, which ends with its parts. What
 * is left of its credit goes over, or stays with it.
 */
export async function beginTerm(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  change: EntitlementChange,
  term: {
    type: string;
    begins: Date;
    commitAmount: string | null;
    creditAmount?: string | null;
    keepsCredit: boolean;
  },
): Promise<EntitlementRow> {
  const { begins } = term;
  const termId = scope.newId('trm');
  const old = entitlement.entitlement_term_id
    ? await lockTerm(scope, entitlement.id, entitlement.entitlement_term_id)
    : undefined;
  const row = await changeEntitlement(scope, entitlement, 'UPDATE', { ...change, termId });
  const left = old ? await endTerm(scope, old, begins, term.keepsCredit) : new Exact(0);
  const credit = left.greaterThan(0) ? left.plus(term.creditAmount ?? 0).toFixed() : term.creditAmount;
  await insertTerm(scope, newTerm(scope, row, { ...term, id: termId, credit }));
  return row;
}

async function priceAfter(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  terms: EntitlementInfo,
  remove: readonly string[],
  period: Period | undefined,
): Promise<Price> {
  const before = JSON.parse(entitlement.info) as EntitlementInfo;
  const kept = Object.fromEntries(Object.entries(before).filter(([field]) => !remove.includes(field)));
  const product = entitlement.product_id ? await findProduct(scope, entitlement.product_id) : undefined;
  const start = (await pricedSince(scope, entitlement)) ?? entitlement.start_time ?? scope.now.toISOString();
  const kinds = [entitlement.type ?? undefined, product?.product_type ?? undefined];
  return priceOf(
    { ...kept, ...terms },
    entitlement.partner,
    period ?? { start, end: entitlement.end_time },
    kinds,
  );
}

const newTerm = (
  scope: OrgTransaction,
  row: EntitlementRow,
  term: {
    id: string;
    type: string;
    begins: Date;
    commitAmount: string | null;
    credit: string | null | undefined;
  },
) => ({
  organization_id: scope.organizationId,
  id: term.id,
  entitlement_id: row.id,
  external_entitlement_id: row.external_id,
  offer_id: row.offer_id,
  product_id: row.product_id,
  buyer_id: row.buyer_id,
  partner: row.partner,
  service: row.service,
  info: JSON.stringify({ type: term.type }),
  entitlement_info: row.info,
  commit_amount: term.commitAmount,
  credit_amount: term.credit,
  reported_amount: '0',
  used_commit_amount: '0',
  used_credit_amount: '0',
  start_time: term.begins.toISOString(),
  end_time: row.end_time,
  creation_time: scope.now.toISOString(),
  last_update_time: scope.now.toISOString(),
});
