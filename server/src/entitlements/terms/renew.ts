import type { AgreementSnapshot } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { nextPeriod, type Period } from '../../platform/money-and-time/recurrence.ts';
import { printExact } from '../../platform/records/json.ts';
import type { EntitlementRow, TermRow } from '../columns.ts';
import { appendTerm, beginTerm } from './begin.ts';
import { boughtTerm, dayAgreedOn, following, type LifeTerm, renewalStart } from './life.ts';
import { renewedInfo } from './pricing.ts';
import { currencyOf, toLife } from './row-conversion.ts';
import { lockTerms, pricedSince } from './store.ts';

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
  const term = following(life, last, boughtTerm({ start, end }, next.price.commitAmount), currency);
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

/** Reads what is sold by the last of the terms, where that is still to begin. */
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

/** Adds a term for each renewal that a marketplace shows and that is not known yet. */
export async function addRenewals(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  renewals: AgreementSnapshot['renewals'] = [],
): Promise<EntitlementRow> {
  let row = entitlement;
  for (const { type, startTime: start, endTime: end } of renewals) {
    const since = await pricedSince(scope, row);
    const isKnown = since !== undefined && Date.parse(start) <= Date.parse(since);
    // A term begins where the last one ends: one that ends no later is nothing new.
    if (isKnown || (row.end_time !== null && Date.parse(end) <= Date.parse(row.end_time))) continue;
    row = await renewFor(scope, row, type, { start, end });
  }
  return row;
}
