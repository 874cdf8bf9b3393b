/**
 * What becomes of usage, reckoned a second time and in another way: in whole numbers of 10^-12 units and 10^-16 of money,
 * one entitlement and one term, from the bare records. It shares nothing with the program.
 */
export type Sale = {
  dimensions: {
    key: string;
    /** Price of a unit in ten-thousandths; none. */
    price: number | undefined;
    /** Units that each month includes. */
    monthly: number | undefined;
  }[];
  /** Amounts in hundredths. */
  credit: number;
  commit: number;
  deductsCommit: boolean;
  isWhole: boolean;
};

/** So many millionths of a unit of a dimension, used in a month and hour of it, and settled by a run. */
export type Use = { run: number; month: number; hour: number; dimension: number; millionths: number };

type Amounts = Record<string, bigint>;
export type Outcome = { credit: Amounts; commit: Amounts; included: Amounts; sent: Amounts; carry: Amounts };

const unit = 10n ** 12n;
const moneyPerPrice = unit * 10n ** 4n;

export function reckon(sale: Sale, uses: readonly Use[]): Outcome {
  const outcome: Outcome = { credit: {}, commit: {}, included: {}, sent: {}, carry: {} };
  const add = (amounts: Amounts, key: string, units: bigint) => {
    if (units !== 0n) amounts[key] = (amounts[key] ?? 0n) + units;
  };
  let credit = BigInt(sale.credit) * (moneyPerPrice / 100n);
  let commit = sale.deductsCommit ? BigInt(sale.commit) * (moneyPerPrice / 100n) : 0n;
  const free = new Map<string, bigint>();
  const sums = new Map<string, bigint>();
  const slots = new Map<string, Use>();
  for (const use of uses) {
    const slot = [use.run, use.month, use.hour, use.dimension]
      .map((part) => String(part).padStart(4, '0'))
      .join(' ');
    slots.set(slot, use);
    sums.set(slot, (sums.get(slot) ?? 0n) + BigInt(use.millionths) * (unit / 10n ** 6n));
  }
  for (const slot of [...slots.keys()].sort()) {
    const use = slots.get(slot) as Use;
    const { key, price, monthly } = sale.dimensions[use.dimension] as Sale['dimensions'][number];
    let left = sums.get(slot) as bigint;
    const month = `${use.month} ${key}`;
    const granted = free.get(month) ?? BigInt(monthly ?? 0) * unit;
    const included = left < granted ? left : granted;
    free.set(month, granted - included);
    add(outcome.included, key, included);
    left -= included;
    const buy = (purse: bigint): bigint => {
      if (!price || purse <= 0n) return 0n;
      const cost = BigInt(price);
      if (left * cost <= purse) return left;
      const millionth = unit / 10n ** 6n;
      return (purse / cost / millionth) * millionth;
    };
    const byCredit = buy(credit);
    credit -= byCredit * BigInt(price ?? 0);
    left -= byCredit;
    add(outcome.credit, key, byCredit);
    const byCommit = buy(commit);
    commit -= byCommit * BigInt(price ?? 0);
    left -= byCommit;
    add(outcome.commit, key, byCommit);
    const waiting = left + (outcome.carry[key] ?? 0n);
    const step = sale.isWhole ? unit : unit / 10n ** 6n;
    const sent = (waiting / step) * step;
    add(outcome.sent, key, sent);
    outcome.carry[key] = waiting - sent;
  }
  for (const [key, units] of Object.entries(outcome.carry)) if (units === 0n) delete outcome.carry[key];
  return outcome;
}
