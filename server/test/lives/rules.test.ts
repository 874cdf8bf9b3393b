import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boughtTerm,
  cutAt,
  followers,
  type LifeTerm,
  type NewTerm,
  renewalStart,
  repriced,
  restOf,
  runningAt,
  shortened,
} from '../../src/entitlements/terms/life.ts';
import { Exact, equalShares } from '../../src/platform/money-and-time/exact.ts';
import { createReckoning, type Reckoning } from './reckoning.ts';

const seeds = Number(process.env.LIVES_RUNS || 2000);
const [hour, day] = [3_600_000, 86_400_000];
const text = (time: number) => new Date(time).toISOString();
const currencies = { USD: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof currencies;

/** What may happen in the life of an entitlement, one after the other. */
const coins = fc.option(fc.bigInt({ min: 0n, max: 10n ** 13n }), { freq: 12, nil: null });
const length = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1200 }));
const step = fc.record({
  wait: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 300 * 24 }).map((hours) => hours * hour),
  ),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('change' as const), price: coins }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('renew' as const), days: length }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('amend' as const), days: length, price: coins }) },
    {
      // An offer that replaces another holds from a time that has passed when its terms are taken over.
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
  ),
});
const history = fc.record({
  currency: fc.constantFrom<Currency>('USD', 'JPY', 'KWD'),
  start: fc.integer({ min: 0, max: 20_000 * 24 }).map((hours) => hours * hour),
  days: fc.option(length, { freq: 8, nil: null }),
  price: coins,
  steps: fc.array(step, { maxLength: 14 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

type Life = { terms: LifeTerm[]; now: number; held: bigint | null; over: boolean };
type What = History['steps'][number]['what'];

/** The program's rules, played as it plays them when it writes terms; the plain reckoning is told of each step. */
function createPlay({ currency, start, days, price }: History, plain: Reckoning) {
  const digits = currencies[currency];
  const amountOf = (value: bigint | null) =>
    value === null ? null : new Exact(value.toString()).dividedBy(10 ** digits).toFixed();
  let made = 0;
  const named = (term: NewTerm): LifeTerm => ({ ...term, id: `t${made++}` });
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
    const rest = named(restOf(life.terms, running(), text(life.now), { amount }, currency));
    const to = followers(life.terms, running());
    life.terms = life.terms.slice(0, life.terms.length - to.length);
    cut(life.now);
    life.terms.push(rest, ...to.map((term) => ({ ...term, ...repriced(term, amount, currency) })));
    life.held = value;
    plain.reprice(life.now, value);
  };
  const renew = (count: number) => {
    const from = Date.parse(renewalStart(life.terms, end(), text(life.now), text(life.now)));
    if (end() === null) plain.stop(cut(life.now));
    life.terms.push(buy(from, count, life.held));
  };
  const amend = (count: number, value: bigint | null, since = life.now) => {
    const held = runningAt(life.terms, text(since)) as LifeTerm;
    const from = Date.parse(shortened(held, text(since), currency).end);
    plain.stop(cut(since));
    life.held = value;
    life.terms.push(buy(from, count, value));
  };
  const replace = (count: number, value: bigint | null, late: number) =>
    amend(count, value, Math.max(life.now - late, Date.parse(running().start)));
  return { life, digits, cut, end, change, renew, amend, replace };
}

function playedByTheRules(history: History, plain: Reckoning) {
  const { life, digits, cut, end, change, renew, amend, replace } = createPlay(history, plain);
  const take = (what: What) => {
    if (what.kind === 'change') change(what.price);
    else if (what.kind === 'renew') renew(what.days);
    else if (what.kind === 'amend') amend(what.days, what.price);
    else if (what.kind === 'replace') replace(what.days, what.price, what.late);
    else if (what.kind === 'cancel') {
      plain.stop(cut(life.now));
      life.over = true;
    } else {
      const [at, last] = [life.now + what.days * day, end()];
      if (last === null || Date.parse(last) > at) plain.stop(cut(at));
    }
  };
  for (const { wait, what } of history.steps) {
    if (life.over) break;
    life.now += wait;
    const last = end();
    if (last === null || Date.parse(last) > life.now || what.kind === 'renew') take(what);
  }
  return { terms: life.terms, digits };
}

test(`R48 the terms of ${seeds} random lives follow one another, and add up to what a plain calendar says`, () => {
  fc.assert(
    fc.property(history, (life) => {
      const plain = createReckoning();
      const { terms, digits } = playedByTheRules(life, plain);
      expect(terms[0]?.start).toBe(text(plain.start));
      expect(terms.at(-1)?.end).toBe(plain.end === null ? null : text(plain.end));
      for (const [index, term] of terms.slice(1).entries()) expect(terms[index]?.end).toBe(term.start);
      let sum = 0n;
      for (const { commit } of terms) {
        const inCoins = new Exact(commit ?? 0).times(10 ** digits);
        expect(inCoins.isInteger() && !inCoins.isNegative(), `${commit}`).toBe(true);
        sum += BigInt(inCoins.toFixed());
      }
      expect(sum).toBe(plain.total());
    }),
    { numRuns: seeds, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
});

test('R46 R48 the parts of a commit add up to it, however many there are', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.integer({ min: 1, max: 120 }),
      fc.constantFrom<Currency>('USD', 'JPY', 'KWD'),
      (amount, parts, currency) => {
        const shares = equalShares(amount.toString(), parts, currency);
        expect(shares).toHaveLength(parts);
        expect(shares.reduce((sum, share) => sum.plus(share), new Exact(0)).toFixed()).toBe(
          amount.toString(),
        );
      },
    ),
    { numRuns: seeds, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
});
