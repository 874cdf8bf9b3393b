import { randomInt } from 'node:crypto';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectContractValue } from '../../src/overview/contract-value.ts';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import { digitsOf } from '../../src/platform/money-and-time/coins.ts';
import type { TestApp } from '../harness.ts';
import { countingRows } from '../rows-read.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

type Sale = { currency: string; amount: string | null; start: string; end: string | null; status?: string };

/** Inserts entitlements, each with a current term and an earlier term that has ended. */
const insert = (organizationId: string, sales: readonly Sale[]) =>
  app.database.query(
    `WITH sale AS (
       SELECT 'ent_' || s.n AS id, s.x ->> 'status' AS status, s.x ->> 'currency' AS currency,
         (s.x ->> 'amount')::numeric AS amount, (s.x ->> 'start')::timestamptz AS starts, (s.x ->> 'end')::timestamptz AS ends
       FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY s(x, n)),
     sold AS (
       INSERT INTO entitlement (organization_id, id, status, entitlement_term_id, info, meta_info, creation_time, last_update_time)
       SELECT $1, id, coalesce(status, 'ACTIVE'), 'trm_current', jsonb_build_object('currency', currency), '{}', now(), now()
       FROM sale)
     INSERT INTO entitlement_term (organization_id, entitlement_id, id, info, entitlement_info, commit_amount, start_time,
       end_time, creation_time, last_update_time)
     SELECT $1, id, term, '{}', '{}', CASE WHEN term = 'trm_current' THEN amount ELSE 999 END, starts, ends, now(), now()
     FROM sale, unnest(ARRAY['trm_current', 'trm_before']) term`,
    [organizationId, JSON.stringify(sales)],
  );

const contractValueOf = async (org: { id: string; token: string }) => {
  const reply = await app.request('GET', `/org/${org.id}/overview`, { token: org.token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.entitlements.contractValue;
};

test('the contract value in force is split over calendar years by days, and adds up to the commits', async () => {
  const org = await app.organization();
  await insert(org.id, [
    { currency: 'USD', amount: '365', start: '2026-07-02T00:00:00Z', end: '2027-07-02T00:00:00Z' },
    { currency: 'USD', amount: '100', start: '2027-01-01T00:00:00Z', end: '2028-01-01T00:00:00Z' },
    { currency: 'JPY', amount: '100', start: '2026-12-31T10:00:00Z', end: '2027-01-03T10:00:00Z' },
    { currency: 'EUR', amount: '5', start: '2026-03-01T10:00:00Z', end: '2026-03-01T11:00:00Z' },
    { currency: 'EUR', amount: '7', start: '2026-03-01T00:00:00Z', end: null },
    { currency: 'EUR', amount: null, start: '2026-03-01T00:00:00Z', end: '2027-03-01T00:00:00Z' },
    {
      currency: 'EUR',
      amount: '9',
      start: '2026-03-01T00:00:00Z',
      end: '2027-03-01T00:00:00Z',
      status: 'CANCELLED',
    },
  ]);
  expect(await contractValueOf(org)).toEqual([
    { currency: 'EUR', count: 1, amount: 5, years: [{ year: 2026, amount: 5 }] },
    {
      currency: 'JPY',
      count: 1,
      amount: 100,
      years: [
        { year: 2026, amount: 33 },
        { year: 2027, amount: 67 },
      ],
    },
    {
      currency: 'USD',
      count: 2,
      amount: 465,
      years: [
        { year: 2026, amount: 183 },
        { year: 2027, amount: 282 },
      ],
    },
  ]);
});

const dayMs = 86_400_000;
const midnightOf = (time: string): number => Math.floor(Date.parse(time) / dayMs) * dayMs;

/** Splits a term day by day: after each day, the rounded share of all days so far has been given to the years. */
function yearsOf({ currency, amount, start, end }: Sale): Map<number, Decimal> {
  const first = midnightOf(start);
  const days = Math.max(1, (midnightOf(end ?? start) - first) / dayMs);
  const years = new Map<number, Decimal>();
  let given = new Decimal(0);
  for (let day = 1; day <= days; day++) {
    const due = new Decimal(amount ?? 0)
      .times(day)
      .dividedBy(days)
      .toDecimalPlaces(digitsOf(currency), Decimal.ROUND_HALF_UP);
    const year = new Date(first + (day - 1) * dayMs).getUTCFullYear();
    years.set(year, (years.get(year) ?? new Decimal(0)).plus(due).minus(given));
    given = due;
  }
  return years;
}

const anySale = fc.record({
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  coins: fc.integer({ min: 1, max: 10 ** 9 }),
  from: fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2031-12-31') }),
  minutes: fc.integer({ min: 1, max: 6 * 366 * 1440 }),
});

test('random terms are split to the coin as a calculation day by day does, for each currency', async () => {
  const seed = Number(process.env.SEED ?? randomInt(1_000_000));
  const sales = fc.sample(anySale, { numRuns: 80, seed }).map(({ currency, coins, from, minutes }) => ({
    currency,
    amount: new Decimal(coins).dividedBy(10 ** digitsOf(currency)).toFixed(),
    start: new Date(from).toISOString(),
    end: new Date(from + minutes * 60_000).toISOString(),
  }));
  const org = await app.organization();
  await insert(org.id, sales);
  const expected = ['JPY', 'KWD', 'USD'].map((currency) => {
    const own = sales.filter((sale) => sale.currency === currency);
    const years = new Map<number, Decimal>();
    for (const sale of own)
      for (const [year, amount] of yearsOf(sale)) years.set(year, amount.plus(years.get(year) ?? 0));
    return {
      currency,
      count: own.length,
      amount: own.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toNumber(),
      years: [...years]
        .sort(([one], [other]) => one - other)
        .map(([year, amount]) => ({ year, amount: amount.toNumber() })),
    };
  });
  expect(await contractValueOf(org), `SEED=${seed}`).toEqual(expected);
});

test('the contract value reads one term of each entitlement in force, however many terms have ended', async () => {
  const org = await app.organization();
  const sale = { currency: 'USD', amount: '1', start: '2026-01-01T00:00:00Z', end: '2029-01-01T00:00:00Z' };
  await insert(org.id, [
    ...Array.from({ length: 50 }, () => sale),
    ...Array.from({ length: 300 }, () => ({ ...sale, status: 'CANCELLED' })),
  ]);
  await app.database.query(
    `INSERT INTO entitlement_term (organization_id, entitlement_id, id, info, entitlement_info, creation_time, last_update_time)
     SELECT $1, 'ent_' || n, 'trm_old_' || m, '{}', '{}', now(), now() FROM generate_series(1, 50) n, generate_series(1, 20) m`,
    [org.id],
  );
  await app.database.query('ANALYZE entitlement; ANALYZE entitlement_term');
  const { database, rows } = countingRows(app.app.database, 'entitlement_term');
  const scope = { organizationId: org.id } as OrgScope;
  const read = () =>
    database.transaction(async ({ query }) => {
      await query({
        name: 'as_organization',
        text: `SELECT set_config('app.organization_id', $1, true)`,
        values: [org.id],
      });
      return query(selectContractValue(scope));
    });
  // PostgreSQL may use a generic plan from the sixth execution on.
  for (let time = 0; time < 7; time++) expect(await read()).toHaveLength(3);
  // Each read counts the row in the index and in the table.
  expect(Math.max(...rows)).toBeLessThanOrEqual(2 * 50);
});
