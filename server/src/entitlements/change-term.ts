import { Decimal } from 'decimal.js';
import type { JsonObject } from '../marketplaces/index.ts';
import { printExact } from '../platform/json.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { findProduct } from '../products/index.ts';
import { priceOf, withSeats } from './derive/index.ts';
import type { EntitlementInfo } from './records.ts';
import { changeEntitlement, type EntitlementChange, type EntitlementRow, insertTerm } from './store.ts';
import { changeTerm, lockTerm, pricedSince, type TermRow } from './term-store.ts';

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
 * Begins a term in the place of the one that runs: it ends now, and what is left of its credit goes over. The new one
 * is priced for the whole time that was bought or renewed; by how much of it, invoices tell.
 */
export async function changeRunningTerm(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  { type, terms, remove = [], mirror = {}, also = {} }: Change,
): Promise<EntitlementRow> {
  const before = JSON.parse(entitlement.info) as EntitlementInfo;
  const kept = Object.fromEntries(Object.entries(before).filter(([field]) => !remove.includes(field)));
  const info: EntitlementInfo = { ...kept, ...terms };
  const product = entitlement.product_id ? await findProduct(scope, entitlement.product_id) : undefined;
  const start =
    (await pricedSince(scope, entitlement.id)) ?? entitlement.start_time ?? scope.now.toISOString();
  const span = { start, end: entitlement.end_time };
  const kinds = [entitlement.type ?? undefined, product?.product_type ?? undefined];
  const { commitAmount, annualizedAmount } = priceOf(info, entitlement.partner, span, kinds);
  const figures: JsonObject = { ...terms, annualizedAmount };
  if (commitAmount !== null) figures.commitAmount = Number(commitAmount);
  const termId = scope.newId('trm');
  const old = entitlement.entitlement_term_id
    ? await lockTerm(scope, entitlement.id, entitlement.entitlement_term_id)
    : undefined;
  const row = await changeEntitlement(scope, entitlement, 'UPDATE', {
    ...also,
    termId,
    info: printExact({ ...mirror, ...figures }),
    removeInfo: remove.filter((field) => !(field in figures)),
  });
  const credit = old && creditLeft(old);
  if (old)
    await changeTerm(scope, old, {
      endTime: scope.now,
      ...(credit ? { creditAmount: old.used_credit_amount ?? '0' } : {}),
    });
  await insertTerm(scope, newTerm(scope, row, { id: termId, type, commitAmount, credit }));
  return row;
}

function creditLeft({ credit_amount: granted, used_credit_amount: used }: TermRow): string | undefined {
  const left = new Decimal(granted ?? 0).minus(used ?? 0);
  return left.greaterThan(0) ? left.toFixed() : undefined;
}

const newTerm = (
  scope: OrgTransaction,
  row: EntitlementRow,
  term: { id: string; type: string; commitAmount: string | null; credit: string | undefined },
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
  start_time: scope.now.toISOString(),
  end_time: row.end_time,
  creation_time: scope.now.toISOString(),
  last_update_time: scope.now.toISOString(),
});

/** Takes over another number of seats that the marketplace shows. */
export function takeOverSeats(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  seats: number,
  shown: { mirror: JsonObject; also: EntitlementChange },
): Promise<EntitlementRow> {
  const info = JSON.parse(entitlement.info) as EntitlementInfo;
  const terms = withSeats(info, entitlement.quantity ?? seats, seats);
  const also = { ...shown.also, quantity: seats };
  return changeRunningTerm(scope, entitlement, { ...shown, type: 'QuantityChange', terms, also });
}
