import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import { beginnings, periodsBegun } from '../../platform/money-and-time/periods.ts';
import type { EntitlementInfo } from '../records.ts';
import type { EntitlementValues } from './entitlement.ts';

type ChargedAmount = { charged: Exact; next?: number | undefined };

const month = { count: 1, unit: 'months' } as const;

/**
 * Computes the amount of a term’s commit that a marketplace has charged by a time (milliseconds since 1970),
 * and the time of the next charge: the full amount at the start of the term, or a prorated amount each month.
 */
export function chargedCommit(
  commit: Exact,
  term: { start: number; end: number | null },
  { isMonthly, time }: { isMonthly: boolean; time: number },
): ChargedAmount {
  const { start, end } = term;
  if (start > time) return { charged: new Exact(0), next: start };
  if (!isMonthly || end === null) return { charged: commit };
  const all = periodsBegun({ start, end }, month);
  const begins = beginnings({ start }, month);
  let begun = 1;
  while (begun < all && begins(begun) <= time) begun += 1;
  return {
    charged: commit.times(begun).dividedBy(all),
    next: begun < all ? begins(begun) : undefined,
  };
}

/** Checks whether a sale is paid in instalments, which replace its commit. */
export const hasInstalments = ({
  paymentInstallments = [],
}: Pick<EntitlementInfo, 'paymentInstallments'>): boolean =>
  paymentInstallments.some(({ amount }) => amount !== undefined);

/**
 * Adds the first charge of a marketplace sale to the gross amount, so that the first event contains the charge.
 * A job adds the instalments at their dates.
 */
export function withFirstCharge(
  derived: EntitlementValues,
  how: { isMonthly: boolean; time: number },
): EntitlementValues {
  const info = derived.info as EntitlementInfo;
  if (derived.commitAmount === null || hasInstalments(info)) return derived;
  const term = {
    start: Date.parse(derived.startTime),
    end: derived.endTime === null ? null : Date.parse(derived.endTime),
  };
  const { charged } = chargedCommit(new Exact(derived.commitAmount), term, how);
  if (charged.isZero()) return derived;
  return {
    ...derived,
    info: { ...derived.info, grossAmount: roundTo(info.currency || 'USD', charged).toNumber() },
  };
}
