/**
 * A second calculation of commits in a month with changes of plan and ends of sales: whole days and cents. Shares no
 * code with the program.
 */

/**
 * The part of a month with one plan, up to the day on which it was cut short, or the end of the month; days count
 * from 0.
 */
export type PlainPart = { from: number; to: number; fee: bigint; used: bigint };

const most = (...amounts: bigint[]): bigint => amounts.reduce((one, other) => (one > other ? one : other));
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Computes the share of a monthly fee for a number of days, rounded half up. */
const paidIn = (fee: bigint, days: number, all: number): bigint =>
  (2n * fee * BigInt(days) + BigInt(all)) / (2n * BigInt(all));

/**
 * Computes the price of a month: a part that was cut short keeps the greater of its days and the usage drawn in it,
 * later parts are reduced by the excess, and usage above the commits is added.
 */
export function plainMonth(parts: readonly PlainPart[], all: number): { kept: bigint[]; total: bigint } {
  let ahead = 0n;
  const kept = parts.map(({ from, to, fee, used }) => {
    const before = paidIn(fee, from, all);
    const due = paidIn(fee, to, all) - before - ahead;
    const isCut = to < all;
    const own = isCut ? most(0n, due, least(used, fee - before - ahead)) : most(0n, due);
    ahead = isCut ? own - due : 0n;
    return own;
  });
  const total = parts.reduce((sum, { used }, index) => sum + most(used, kept[index] as bigint), 0n);
  return { kept, total };
}
