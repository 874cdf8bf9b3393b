/**
 * An independent calculation of settled usage from the raw records, for one entitlement with its terms. It
 * uses integers of 10^-12 units and 10^-16 of money, and shares no code with the service.
 */
export type Term = {
  /** The month in which the term begins; 0 for the first term. */
  month: number;
  /** Amounts in hundredths; `carried`: the credit carried over from the preceding term. */
  credit: number;
  carried: number;
  commit: number;
};

export type Sale = {
  dimensions: {
    key: string;
    /** Price of a unit in ten-thousandths; undefined without a price. */
    price: number | undefined;
    /** Units included in each month. */
    monthly: number | undefined;
  }[];
  /** Terms in month order. */
  terms: readonly Term[];
  deductsCommit: boolean;
  isWhole: boolean;
};

/**
 * Usage in millionths of a unit of a dimension, with its month and hour of the month, and the run that
 * settles it.
 */
export type Use = { run: number; month: number; hour: number; dimension: number; millionths: number };

type Amounts = Record<string, bigint>;
export type Outcome = { credit: Amounts; commit: Amounts; included: Amounts; sent: Amounts; carry: Amounts };

const unit = 10n ** 12n;
const moneyPerPrice = unit * 10n ** 4n;

/** State of a term: money in 10^-16, and unreported units by dimension. */
type TermFunds = { credit: bigint; carried: bigint; commit: bigint; carry: Amounts };

/** Returns the credit of later terms that was carried over from a term, by the position of the later term. */
function cameFrom(purses: readonly TermFunds[], own: number): [place: number, amount: bigint][] {
  const found: [number, bigint][] = [];
  // The credit that was carried over to a later term is at most the credit that each term in between
  // received.
  let wanted: bigint | undefined;
  for (let place = own + 1; place < purses.length; place++) {
    const { carried, credit } = purses[place] as TermFunds;
    wanted = wanted === undefined || carried < wanted ? carried : wanted;
    if (wanted <= 0n) break;
    const amount = credit < wanted ? credit : wanted;
    found.push([place, amount]);
    wanted -= amount;
  }
  return found;
}

/**
 * Pays with credit: first with the term’s own credit, then with credit that was carried over to later terms,
 * nearest first.
 */
function payByCredit(purses: readonly TermFunds[], own: number, cost: bigint): void {
  const purse = purses[own] as TermFunds;
  const byOwn = cost < purse.credit ? cost : purse.credit;
  purse.credit -= byOwn;
  let missing = cost - byOwn;
  for (const [place, amount] of cameFrom(purses, own)) {
    const taken = missing < amount ? missing : amount;
    (purses[place] as TermFunds).credit -= taken;
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
    ({ credit, carried, commit }): TermFunds => ({
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
    const purse = purses[own] as TermFunds;
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
    // Carried fractions of earlier terms move to this term with the first usage.
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
