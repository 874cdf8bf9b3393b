import type { AgreementSnapshot } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { nextPeriod, type Period } from '../../platform/money-and-time/recurrence.ts';
import { printExact } from '../../platform/records/json.ts';
import type { EntitlementRow, TermRow } from '../columns.ts';
import { appendTerm, beginTerm } from './begin.ts';
import { boughtTerm, dayAgreedOn, type LifeTerm, nextTerm, renewalStart } from './life.ts';
import { renewedInfo } from './pricing.ts';
import { currencyOf, toLife } from './row-conversion.ts';
import { lockTerms, pricedSince } from './store.ts';

/** Reads the period that was bought or renewed last. */
export async function lastPeriod(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<Period | undefined> {
  const { end_time: end, start_time: begun } = entitlement;
  const start = (await pricedSince(scope, entitlement)) ?? begun;
  return start === null || end === null ? undefined : { start, end };
}

/**
 * Renews a direct sale at its end for the agreed length, at the same prices; has no effect without an agreed
 * length.
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
 * Renews an entitlement at the end of its last term with a term that has its own credit: now if the end has
 * passed, otherwise as a following term. Remaining credit stays with the earlier term.
 * @param period start and end of the renewal; the start applies to an open entitlement only, because other
 * entitlements renew at their end
 */
export async function renewFor(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  type: 'AutoRenew' | 'ManualRenew',
  { start: shown, end }: Period,
): Promise<EntitlementRow> {
  const rows = await lockTerms(scope, entitlement.id);
  const life = toLife(rows);
  const start = renewalStart(life, entitlement.end_time, shown, scope.now.toISOString());
  const from = await lastPeriod(scope, entitlement);
  const next = await renewedInfo(scope, soldLast(scope, entitlement, rows), from, {
    start,
    end,
    agreed: dayAgreedOn(life, { start, end }),
  });
  const last = life.at(-1) as LifeTerm;
  const currency = currencyOf(rows[0] as TermRow);
  const term = nextTerm(life, last, boughtTerm({ start, end }, next.price.commitAmount), currency);
  if (Date.parse(start) > scope.now.getTime()) return appendTerm(scope, entitlement, { type, term, ...next });
  return beginTerm(
    scope,
    entitlement,
    { endTime: end, agreedPayments: null, info: printExact(next.terms) },
    {
      type,
      begins: start,
      term,
      creditAmount: next.price.creditAmount,
      keepsCredit: entitlement.end_time === null,
    },
    rows,
  );
}

/** Returns the entitlement with the terms of its last term, if that has not started yet. */
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

/** Adds a term for each new renewal that a marketplace reports. */
export async function addRenewals(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  renewals: AgreementSnapshot['renewals'] = [],
): Promise<EntitlementRow> {
  let row = entitlement;
  for (const { type, startTime: start, endTime: end } of renewals) {
    const since = await pricedSince(scope, row);
    const isKnown = since !== undefined && Date.parse(start) <= Date.parse(since);
    // A renewal starts at the end of the last term, so a renewal that ends at or before this end is already
    // recorded.
    if (isKnown || (row.end_time !== null && Date.parse(end) <= Date.parse(row.end_time))) continue;
    row = await renewFor(scope, row, type, { start, end });
  }
  return row;
}
