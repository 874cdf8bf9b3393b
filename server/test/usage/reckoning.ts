/**
 * What becomes of usage, reckoned a second time and in another way: in whole numbers of 10^-12 units and 10^-16 of money,
 * one entitlement and its terms, from the bare records. It shares nothing with the program.
 */
export type Term = {
  /** The month in which it begins; that of the first is 0. */
  month: number;
  /** Amounts in hundredths; `carried`: what of the credit came over from the term before. */
  credit: number;
  carried: number;
  commit: number;
};

export type Sale = {
  dimensions: {
    key: string;
    /** Price of a unit in ten-thousandths; none. */
    price: number | undefined;
    /** Units that each month includes. */
    monthly: number | undefined;
  }[];
  /** In the order of their months. */
  terms: readonly Term[];
  deductsCommit: boolean;
  isWhole: boolean;
};

/** So many millionths of a unit of a dimension, used in a month and hour of it, and settled by a run. */
export type Use = { run: number; month: number; hour: number; dimension: number; millionths: number };

type Amounts = Record<string, bigint>;
export type Outcome = { credit: Amounts; commit: Amounts; included: Amounts; sent: Amounts; carry: Amounts };

const unit = 10n ** 12n;
const moneyPerPrice = unit * 10n ** 4n;

/** What a term has: money of 10^-16, and units that wait by dimension. */
type Purse = { credit: bigint; carried: bigint; commit: bigint; carry: Amounts };

/** The credit of later terms that came from this one: how much of each, by its place. */
function cameFrom(purses: readonly Purse[], own: number): [place: number, amount: bigint][] {
  const found: [number, bigint][] = [];
  // What came over from one term to the next is at most what came to each in between.
  let wanted: bigint | undefined;
  for (let place = own + 1; place < purses.length; place++) {
    const { carried, credit } = purses[place] as Purse;
    wanted = wanted === undefined || carried < wanted ? carried : wanted;
    if (wanted <= 0n) break;
    const amount = credit < wanted ? credit : wanted;
    found.push([place, amount]);
    wanted -= amount;
  }
  return found;
}

/** Pays by credit: its own first, then what of it went over, the nearest first. */
function payByCredit(purses: readonly Purse[], own: number, cost: bigint): void {
  const purse = purses[own] as Purse;
  const byOwn = cost < purse.credit ? cost : purse.credit;
  purse.credit -= byOwn;
  let missing = cost - byOwn;
  for (const [place, amount] of cameFrom(purses, own)) {
    const taken = missing < amount ? missing : amount;
    (purses[place] as Purse).credit -= taken;
    for (const between of purses.slice(own + 1, place + 1))
      between.carried = between.carried > taken ? between.carried - taken : 0n;
    missing -= taken;
  }
}

export function reckon(sale: Sale, uses: readonly Use[]): Outcome {
  const outcome: Outcome = { credit: {}, commit: {}, included: {}, sent: {}, carry: {} };
  const add = (amounts: Amounts, key: string, units: bigint) => {
    if (units !== 0n) amounts[key] = (amounts[key] ?? 0n) + units;
  };
  const cents = (amount: number) => BigInt(amount) * (moneyPerPrice / 100n);
  const purses = sale.terms.map(
    ({ credit, carried, commit }): Purse => ({
      credit: cents(credit),
      carried: cents(carried),
      commit: sale.deductsCommit ? cents(commit) : 0n,
      carry: {},
    }),
  );
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
    const { key: dimension, price, monthly } = sale.dimensions[use.dimension] as Sale['dimensions'][number];
    const own = sale.terms.findLastIndex(({ month }) => month <= use.month);
    const purse = purses[own] as Purse;
    const key = `${own} ${dimension}`;
    let left = sums.get(slot) as bigint;
    const month = `${use.month} ${key}`;
    const granted = free.get(month) ?? BigInt(monthly ?? 0) * unit;
    const included = left < granted ? left : granted;
    free.set(month, granted - included);
    add(outcome.included, key, included);
    left -= included;
    const buy = (money: bigint): bigint => {
      if (!price || money <= 0n) return 0n;
      const cost = BigInt(price);
      if (left * cost <= money) return left;
      const millionth = unit / 10n ** 6n;
      return (money / cost / millionth) * millionth;
    };
    const byCredit = buy(cameFrom(purses, own).reduce((sum, [, amount]) => sum + amount, purse.credit));
    payByCredit(purses, own, byCredit * BigInt(price ?? 0));
    left -= byCredit;
    add(outcome.credit, key, byCredit);
    const byCommit = buy(purse.commit);
    purse.commit -= byCommit * BigInt(price ?? 0);
    left -= byCommit;
    add(outcome.commit, key, byCommit);
    // What waits of earlier terms goes over with the first usage.
    let waiting = left;
    for (const one of purses.slice(0, own + 1)) {
      waiting += one.carry[dimension] ?? 0n;
      one.carry[dimension] = 0n;
    }
    const step = sale.isWhole ? unit : unit / 10n ** 6n;
    const sent = (waiting / step) * step;
    add(outcome.sent, key, sent);
    purse.carry[dimension] = waiting - sent;
  }
  for (const [own, { carry }] of purses.entries())
    for (const [dimension, units] of Object.entries(carry)) add(outcome.carry, `${own} ${dimension}`, units);
  return outcome;
}
