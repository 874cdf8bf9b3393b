import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { NewRowOf } from '../../platform/database/rows.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { changeEntitlement } from '../change.ts';
import type { EntitlementRow } from '../columns.ts';
import type { EntitlementValues, Price } from '../derive/index.ts';
import type { EntitlementChange } from '../store.ts';
import { cutTerms } from './end.ts';
import { boughtTerm, type NewTerm } from './life.ts';
import { fromLife } from './row-conversion.ts';
import { createTerm, type DrawnTermRow, type NewTermRow } from './store.ts';

type BeginTermOptions = {
  type: string;
  /** When the current term ends, unless it has ended. */
  begins: string;
  term: NewTerm;
  creditAmount?: string | null;
  /** Whether remaining credit moves to the new term; otherwise the credit stays with the ending term. */
  keepsCredit: boolean;
  /** Whether terms after the current term are kept; otherwise they are deleted. */
  keepsFollowers?: boolean;
};

/** Changes an entitlement and begins a new term. The current term ends with its sub terms. */
export async function beginTerm(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  change: EntitlementChange,
  { type, begins, term, creditAmount, keepsCredit, keepsFollowers = false }: BeginTermOptions,
  rows: readonly DrawnTermRow[],
): Promise<EntitlementRow> {
  const termId = scope.newId('trm');
  const row = await changeEntitlement(scope, entitlement, 'UPDATE', {
    ...change,
    termId,
    eventChange: eventChangeOf(type),
  });
  const ended = keepsFollowers ? rows.filter(({ start_time: start }) => isBegun(start, begins)) : rows;
  const cut = await cutTerms(scope, ended, begins, keepsCredit);
  const left = cut?.credit ?? new Exact(0);
  const credit = left.greaterThan(0) ? left.plus(creditAmount ?? 0).toFixed() : creditAmount;
  await createTerm(scope, {
    ...newTerm(scope, row, { id: termId, type }),
    ...fromLife(term),
    credit_amount: credit,
    carried_credit: left.greaterThan(0) ? left.toFixed() : null,
  });
  return row;
}

/**
 * The event kind of a renewal. An early renewal records the event when it is agreed; the later start of its
 * term records no event.
 */
const eventChangeOf = (type: string) =>
  type === 'AutoRenew' || type === 'ManualRenew' ? 'RENEW' : undefined;

const isBegun = (start: string | null, at: string): boolean => Date.parse(start ?? '') <= Date.parse(at);

/** Appends a term after all other terms, for an early renewal. */
export async function appendTerm(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  { type, term, info, price }: { type: string; term: NewTerm; info: string; price: Price },
): Promise<EntitlementRow> {
  const row = await changeEntitlement(scope, entitlement, 'UPDATE', {
    endTime: term.end as string,
    eventChange: eventChangeOf(type),
  });
  await createTerm(scope, {
    ...newTerm(scope, row, { id: scope.newId('trm'), type }),
    ...fromLife(term),
    entitlement_info: info,
    credit_amount: price.creditAmount,
  });
  return row;
}

/** Fields that terms copy from their entitlement. */
type CopiedFields = NewRowOf<
  'entitlement',
  'id' | 'external_id' | 'offer_id' | 'product_id' | 'buyer_id' | 'partner' | 'service' | 'info'
>;

/** Builds the first term of a new entitlement, for the agreed time and price. */
export const firstTerm = (
  scope: OrgTransaction,
  entitlement: CopiedFields,
  id: string,
  { startTime, endTime, commitAmount, creditAmount }: EntitlementValues,
): NewTermRow => ({
  ...newTerm(scope, entitlement, { id, type: 'Signup' }),
  ...fromLife(boughtTerm({ start: startTime, end: endTime }, commitAmount)),
  credit_amount: creditAmount,
});

/** Creates the first term of a new entitlement. */
export const beginFirstTerm = (
  scope: OrgTransaction,
  entitlement: CopiedFields,
  id: string,
  derived: EntitlementValues,
): Promise<void> => createTerm(scope, firstTerm(scope, entitlement, id, derived));

const newTerm = (scope: OrgTransaction, row: CopiedFields, { id, type }: { id: string; type: string }) => ({
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
  shared_credit: null,
  carried_credit: null,
  creation_time: scope.now.toISOString(),
  last_update_time: scope.now.toISOString(),
});
