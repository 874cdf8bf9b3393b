import fc from 'fast-check';
import { wasCut } from '../../src/entitlements/terms/commit-balance.ts';
import {
  boughtTerm,
  cutAt,
  cutEnd,
  followers,
  type LifeTerm,
  lifeUpTo,
  type NewTerm,
  nextTerm,
  renewalStart,
  restOf,
  runningAt,
  withRepriced,
} from '../../src/entitlements/terms/life.ts';
import { commitFor, useCommit } from '../../src/metering/run/term-commit.ts';
import { type TermState, termAt } from '../../src/metering/run/term-credit.ts';
import { Exact } from '../../src/platform/money-and-time/exact.ts';

const [hour, day] = [3_600_000, 86_400_000];
const text = (time: number) => new Date(time).toISOString();
export const currencies = { USD: 2, JPY: 0, KWD: 3 } as const;
export type Currency = keyof typeof currencies;

/** Generators of the steps in the history of an entitlement. */
const coins = fc.option(fc.bigInt({ min: 0n, max: 10n ** 13n }), { freq: 12, nil: null });
const length = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1200 }));
const wait = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 300 * 24 }).map((hours) => hours * hour),
);
const whats = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('change' as const), price: coins }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('renew' as const), days: length }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('amend' as const), days: length, price: coins }) },
  {
    // A replacement may start before its terms are applied.
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      days: length,
      price: coins,
      late: fc.integer({ min: 0, max: 80 }).map((hours) => hours * hour),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), days: length }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
);
/** Usage with its age: a part of the price in thousandths, plus some thousandths of the minor unit. */
const use = fc.record({
  kind: fc.constant('use' as const),
  back: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 200 * 24 }).map((hours) => hours * hour),
  ),
  part: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 1200 })),
  more: fc.integer({ min: 0, max: 999 }),
});
const historyWith = <T>(what: fc.Arbitrary<T>, maxLength: number) =>
  fc.record({
    currency: fc.constantFrom<Currency>('USD', 'JPY', 'KWD'),
    start: fc.integer({ min: 0, max: 20_000 * 24 }).map((hours) => hours * hour),
    days: fc.option(length, { freq: 8, nil: null }),
    price: coins,
    steps: fc.array(fc.record({ wait, what }), { maxLength }),
  });
export const historyWithoutUse = historyWith(whats, 14);
export const history = historyWith(
  fc.oneof({ weight: 2, arbitrary: whats }, { weight: 3, arbitrary: use }),
  24,
);
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Receives the steps of a history, to calculate the result independently. */
export type Listener = {
  buy(from: number, until: number | null, price: bigint | null): void;
  reprice(at: number, price: bigint | null): void;
  stop(at: number, now: number): void;
  /** Records usage at a time, in thousandths of the minor unit, and the part that the commit covered. */
  use?(at: number, amount: bigint, covered: bigint): void;
};

type Life = { terms: LifeTerm[]; now: number; held: bigint | null; over: boolean };
type Action = History['steps'][number]['what'];

/** Applies the service's rules as the service does when it writes terms. The listener receives each step. */
function createPlay({ currency, start, days, price }: History, plain: Listener) {
  const digits = currencies[currency];
  const amountOf = (value: bigint | null) =>
    value === null ? null : new Exact(value.toString()).dividedBy(10 ** digits).toFixed();
  let made = 0;
  const named = (term: NewTerm): LifeTerm => ({ ...term, id: `t${made++}`, drawn: '0' });
  const buy = (from: number, count: number | null, value: bigint | null) => {
    const until = count === null ? null : from + count * day;
    plain.buy(from, until, value);
    const period = { start: text(from), end: until === null ? null : text(until) };
    return named(boughtTerm(period, amountOf(value)));
  };
  const life: Life = { terms: [buy(start, days, price)], now: start, held: price, over: false };
  const cut = (at: number) => {
    const done = cutAt(life.terms, text(at), currency, text(life.now)) as NonNullable<
      ReturnType<typeof cutAt>
    >;
    life.terms = life.terms
      .filter(({ id }) => !done.removed.includes(id))
      .map((term) => (term.id === done.id ? { ...term, end: done.end, commit: done.commit } : term));
    return Date.parse(done.end);
  };
  const running = () => runningAt(life.terms, text(life.now)) as LifeTerm;
  const end = () => life.terms.at(-1)?.end ?? null;
  const change = (value: bigint | null) => {
    const amount = amountOf(value);
    const [before, held] = [life.terms, running()];
    const to = followers(before, held);
    const rest = restOf(before, held, text(life.now), { amount }, currency);
    life.terms = before.slice(0, before.length - to.length);
    cut(life.now);
    life.terms.push(named(rest));
    let after = lifeUpTo(before, held, rest, currency);
    for (const term of to) {
      after = withRepriced(after, term, amount, currency);
      life.terms.push(after.at(-1) as LifeTerm);
    }
    life.held = value;
    plain.reprice(life.now, value);
  };
  const renew = (count: number) => {
    const from = Date.parse(renewalStart(life.terms, end(), text(life.now), text(life.now)));
    if (end() === null) plain.stop(cut(life.now), life.now);
    const bought = buy(from, count, life.held);
    life.terms.push({ ...bought, ...nextTerm(life.terms, life.terms.at(-1) as LifeTerm, bought, currency) });
  };
  const amend = (count: number, value: bigint | null, since = life.now) => {
    const held = runningAt(life.terms, text(since)) as LifeTerm;
    const from = Date.parse(cutEnd(held, text(since)));
    const before = life.terms;
    plain.stop(cut(since), life.now);
    life.held = value;
    const bought = buy(from, count, value);
    life.terms.push({ ...bought, ...nextTerm(before, held, bought, currency) });
  };
  const replace = (count: number, value: bigint | null, late: number) =>
    amend(count, value, Math.max(life.now - late, Date.parse(running().start)));
  const use = ({ back, part, more }: Extract<Action, { kind: 'use' }>) => {
    const last = Math.min(life.now, Date.parse(end() ?? text(life.now + 1)) - 1);
    const at = Math.max(start, last - back);
    const amount = (life.held ?? 0n) * BigInt(part) + BigInt(more);
    const thousandths = 10 ** (digits + 3);
    const { terms, covered } = drawn(life.terms, currency, at, new Exact(amount.toString()).div(thousandths));
    life.terms = terms;
    plain.use?.(at, amount, BigInt(covered.times(thousandths).toFixed()));
  };
  return { life, digits, cut, end, change, renew, amend, replace, use };
}

/** Consumes commit for usage at a time, as the settlement does: the available amount, at most the usage. */
function drawn(before: LifeTerm[], currency: Currency, at: number, amount: Exact) {
  const states = before.map(stateOf);
  const isCut = before.some((term) => wasCut(term.end, term.priced.until));
  const balance = isCut ? { currency, terms: before } : undefined;
  const term = termAt(states, text(at)) as TermState;
  const covered = Exact.min(commitFor(states, balance, term), amount);
  const after = useCommit(states, balance, term, covered)?.terms as LifeTerm[] | undefined;
  const own = () =>
    before.map((one, index) => ({ ...one, drawn: (states[index] as TermState).usedCommit.toFixed() }));
  return { terms: after ?? own(), covered };
}

const stateOf = ({ id, start, commit, drawn, priced }: LifeTerm): TermState => ({
  id,
  start,
  agreed: priced.agreed ?? priced.since,
  parentId: undefined,
  credit: new Exact(0),
  usedCredit: new Exact(0),
  commit: new Exact(commit ?? 0),
  usedCommit: new Exact(drawn),
  carried: new Exact(0),
  shared: new Exact(0),
  priced: new Exact(priced.amount ?? 0),
});

/** Executes a history by the service's rules. */
export function playedByTheRules(history: History, plain: Listener) {
  const { life, digits, cut, end, change, renew, amend, replace, use } = createPlay(history, plain);
  const take = (what: Action) => {
    if (what.kind === 'use') use(what);
    else if (what.kind === 'change') change(what.price);
    else if (what.kind === 'renew') renew(what.days);
    else if (what.kind === 'amend') amend(what.days, what.price);
    else if (what.kind === 'replace') replace(what.days, what.price, what.late);
    else if (what.kind === 'cancel') {
      plain.stop(cut(life.now), life.now);
      life.over = true;
    } else {
      const [at, last] = [life.now + what.days * day, end()];
      if (last === null || Date.parse(last) > at) plain.stop(cut(at), life.now);
    }
  };
  for (const { wait, what } of history.steps) {
    life.now += wait;
    const last = end();
    const goesOn = last === null || Date.parse(last) > life.now || what.kind === 'renew';
    // Usage may be reported late.
    if (what.kind === 'use' || (goesOn && !life.over)) take(what);
  }
  return { terms: life.terms, digits };
}
