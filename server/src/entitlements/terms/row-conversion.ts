import { agreedDays } from '../../platform/money-and-time/periods.ts';
import type { LifeRow, TermRow } from '../columns.ts';
import { committedIn } from '../derive/index.ts';
import type { EntitlementInfo, EntitlementTermInfo } from '../records.ts';
import type { LifeTerm, NewTerm } from './life.ts';

/** Reads the currency of a term’s amounts. */
export const currencyOf = ({ entitlement_info: info }: Pick<TermRow, 'entitlement_info'>): string =>
  (JSON.parse(info) as EntitlementInfo).currency || 'USD';

type Times = { since: string; until: string | null; agreed?: string | undefined };

/**
 * Computes the part of a price earned by a time, if a commit ends before the terms; undefined if each day earns
 * the same amount.
 */
export function earnedBy(
  info: EntitlementInfo,
  partner: string | null | undefined,
  { since: start, until: end, agreed }: Times,
  amount: string | null,
): ((at: string) => string) | undefined {
  if (!info.commits?.some(({ termEndTime }) => termEndTime) || info.paymentInstallments?.length)
    return undefined;
  const term = { start, end, agreed };
  if (amount === null || committedIn(info, partner ?? null, term) !== amount) return undefined;
  return (at) => committedIn(info, partner ?? null, term, { start, end: at }) ?? '0';
}

/**
 * Converts rows to the terms of the rules. A row of an older version has no stored price: a bought or renewed
 * term is a full purchase, and any other term is the remainder of the preceding purchase.
 * @param infos the sold terms of each row
 */
export function toLife(
  rows: readonly LifeRow[],
  infos: readonly EntitlementInfo[] = rows.map((row) => JSON.parse(row.entitlement_info)),
): LifeTerm[] {
  let first = rows[0]?.start_time as string;
  const bought = rows.map((row, index) => {
    const { type } = JSON.parse(row.info) as EntitlementTermInfo;
    const isRest =
      type === 'QuantityChange' || (type === 'PlanChange' && row.offer_id === rows[index - 1]?.offer_id);
    if (!isRest) first = row.start_time as string;
    return row.priced_since
      ? { amount: row.priced_amount, since: row.priced_since, until: row.priced_until }
      : { amount: row.commit_amount, since: first, until: row.end_time };
  });
  const days = agreedDays(
    bought.map(({ since, until }) => ({
      start: Date.parse(since),
      end: until === null ? undefined : Date.parse(until),
    })),
  );
  return rows.map((row, index) => {
    const agreed = new Date(days[index] as number).toISOString();
    const priced = { ...(bought[index] as (typeof bought)[number]), agreed };
    const earned = earnedBy(infos[index] as EntitlementInfo, row.partner, priced, priced.amount);
    return {
      id: row.id,
      start: row.start_time as string,
      end: row.end_time,
      commit: row.commit_amount,
      drawn: row.drawn_commit,
      priced: { ...priced, earned },
      isAssumed: row.priced_since === null,
    };
  });
}

/** Converts a single row, such as a sub term, whose amount is for its own period. */
export const toPart = (row: TermRow): LifeTerm => ({
  id: row.id,
  start: row.start_time as string,
  end: row.end_time,
  commit: row.commit_amount,
  drawn: row.used_commit_amount ?? '0',
  priced: row.priced_since
    ? { amount: row.priced_amount, since: row.priced_since, until: row.priced_until }
    : { amount: row.commit_amount, since: row.start_time as string, until: row.end_time },
});

/** Converts a term of the rules to columns. */
export const fromLife = ({ start, end, commit, priced }: NewTerm) => ({
  start_time: start,
  end_time: end,
  commit_amount: commit,
  priced_amount: priced.amount,
  priced_since: priced.since,
  priced_until: priced.until,
});
