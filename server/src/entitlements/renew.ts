import { printExact } from '../platform/json.ts';
import { nextPeriod, type Period } from '../platform/recurrence.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { appendTerm, beginTerm, renewedInfo } from './change-term.ts';
import type { EntitlementRow, TermRow } from './columns.ts';
import { boughtTerm, renewalStart } from './life.ts';
import { toLife } from './life-rows.ts';
import { changeEntitlement } from './store.ts';
import { lockDueTerm, lockTerms, pricedSince } from './term-store.ts';

/** The time that was bought or renewed last. */
export async function lastPeriod(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<Period | undefined> {
  const { end_time: end, start_time: begun } = entitlement;
  const start = (await pricedSince(scope, entitlement)) ?? begun;
  return start === null || end === null ? undefined : { start, end };
}

/**
 * Renews a direct sale at its end for as long as was agreed on, at the same prices. Nothing is done where there is no
 * length to repeat.
 */
export async function renewDirect(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<EntitlementRow | undefined> {
  const from = await lastPeriod(scope, entitlement);
  const to = from && nextPeriod(entitlement.start_time ?? from.start, from, entitlement.agreed_duration);
  return to ? renewFor(scope, entitlement, 'AutoRenew', to) : undefined;
}

/**
 * Prolongs an entitlement by a term with a credit of its own, where its life ends: now if it has, else by a term that is
 * to follow. What is left of the credit of the term before stays with that.
 * @param period of one without an end, when it begins; else it begins at the end
 */
export async function renewFor(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  type: 'AutoRenew' | 'ManualRenew',
  { start: told, end }: Period,
): Promise<EntitlementRow> {
  const rows = await lockTerms(scope, entitlement.id);
  const start = renewalStart(toLife(rows), entitlement.end_time, told, scope.now.toISOString());
  const from = await lastPeriod(scope, entitlement);
  const next = await renewedInfo(scope, soldLast(scope, entitlement, rows), from, { start, end });
  if (Date.parse(start) > scope.now.getTime())
    return appendTerm(scope, entitlement, { type, period: { start, end }, ...next });
  return beginTerm(
    scope,
    entitlement,
    { endTime: end, agreedPayments: null, info: printExact(next.terms) },
    {
      ...{ type, begins: start, term: boughtTerm({ start, end }, next.price.commitAmount) },
      ...{ creditAmount: next.price.creditAmount, keepsCredit: entitlement.end_time === null },
    },
    rows,
  );
}

/** What is sold by the last of the terms, where that is still to begin. */
function soldLast(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  rows: readonly TermRow[],
): EntitlementRow {
  const last = rows.at(-1);
  return last && Date.parse(last.start_time as string) > scope.now.getTime()
    ? { ...entitlement, info: last.entitlement_info, agreed_payments: null }
    : entitlement;
}

/** What a term that follows has of its own; all else is the entitlement's. */
const ownOfTerm = ['annualizedAmount', 'commitAmount', 'commits', 'paymentInstallments'] as const;

const open: readonly string[] = ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'];

/** Goes on to the term whose time has come, where one was agreed on before. */
export async function inDueTerm(scope: OrgTransaction, entitlement: EntitlementRow): Promise<EntitlementRow> {
  if (!open.includes(entitlement.status)) return entitlement;
  const due = await lockDueTerm(scope, entitlement);
  if (!due) return entitlement;
  const info = JSON.parse(due.entitlement_info);
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    termId: due.id,
    agreedPayments: null,
    info: printExact(
      Object.fromEntries(ownOfTerm.filter((name) => name in info).map((name) => [name, info[name]])),
    ),
    removeInfo: ownOfTerm.filter((name) => !(name in info)),
  });
}
