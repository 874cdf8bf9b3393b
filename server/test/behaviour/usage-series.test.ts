import { randomInt } from 'node:crypto';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplacePartners } from '../../src/marketplaces/index.ts';
import { selectUsage } from '../../src/overview/money-series.ts';
import { digitsOf } from '../../src/platform/money-and-time/coins.ts';
import { invoicesOf, issued } from '../billing/invoice.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { countingRows } from '../rows-read.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageLinesOf } from '../usage-lines.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const seriesOf = async (org: TestOrganization, query: string) => {
  const path = `/org/${org.id}/series?metric=usageAmount&split=partner&${query}`;
  const reply = await app.request('GET', path, { token: org.token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

type Sale = { id: string; partner: string; currency: string | null };
const insertSales = (org: TestOrganization, sales: readonly Sale[]) =>
  app.database.query(
    `INSERT INTO entitlement (organization_id, id, status, partner, info, meta_info, creation_time, last_update_time)
     SELECT $1, s.x ->> 'id', 'ACTIVE', s.x ->> 'partner', jsonb_strip_nulls(jsonb_build_object('currency', s.x -> 'currency')),
       '{}', now(), now() FROM jsonb_array_elements($2::jsonb) s(x)`,
    [org.id, JSON.stringify(sales)],
  );

type Day = { id: string; partner: string; day: string; key: string; amount: string | null };
const insertDays = (org: TestOrganization, days: readonly Day[]) =>
  app.database.query(
    `INSERT INTO usage_verification (organization_id, entitlement_id, partner, day, key, reported_quantity, reported_amount,
       billed_quantity, billed_amount)
     SELECT $1, d.x ->> 'id', d.x ->> 'partner', (d.x ->> 'day')::date, d.x ->> 'key', 1, (d.x ->> 'amount')::numeric, 1, 5
     FROM jsonb_array_elements($2::jsonb) d(x)`,
    [org.id, JSON.stringify(days)],
  );

test('usage counts once a marketplace accepts it, in the UTC month of its use, with the amount of its report', async () => {
  const org = await app.organization();
  const by = usageLinesOf(app, org);
  const { id } = await by.order('MKA');
  const hour = await by.hourBefore();
  await by.line(id, { hour, amount: '6.25' });
  const { currency } = (await by.get(`entitlement/${id}`)).info;
  const [month, day] = [`${hour.toISOString().slice(0, 7)}-01`, hour.toISOString().slice(0, 10)];
  const query = `by=month&currency=${currency ?? 'USD'}&from=${day}&to=${day}`;
  expect(await seriesOf(org, query)).toEqual({ points: [{ start: month, value: 0 }], parts: [] });
  await by.send('MKA');
  const points = [{ start: month, value: 6.25 }];
  expect(await seriesOf(org, query)).toEqual({ points, parts: [{ partner: 'MKA', points }] });
});

test('usage of direct sales is the net amount of their issued usage invoices, less credit notes', async () => {
  const org = await app.organization();
  const { write } = invoicesOf(app, org);
  const amounts = { subtotal_amount: '10', tax_amount: '2', due_amount: '12', credited_amount: '3' };
  await write({}, { ...issued(1), ...amounts });
  await write({}, { ...issued(2), ...amounts, type: 'COMMIT' });
  await write({}, { ...issued(3), ...amounts, status: 'CANCELED' });
  await write({}, { ...issued(4), ...amounts, currency: 'EUR' });
  await write({}, { ...issued(5), ...amounts, issue_date: '2027-03-01T00:00:00Z' });
  await write({}, amounts);
  const points = [{ start: '2027-02-01', value: 7.5 }];
  expect(await seriesOf(org, 'by=month&currency=USD&from=2027-02-01&to=2027-02-28')).toEqual({
    points,
    parts: [{ partner: null, points }],
  });
});

const currencies = ['USD', 'JPY', 'KWD'] as const;
const anyDay = fc.record({
  sale: fc.integer({ min: 0, max: 11 }),
  day: fc.integer({ min: Date.parse('2025-12-01') / 864e5, max: Date.parse('2027-01-31') / 864e5 }),
  key: fc.constantFrom('gpu', 'disk'),
  amount: fc.option(fc.integer({ min: 0, max: 10 ** 9 }).map((n) => new Decimal(n).dividedBy(1e6).toFixed())),
});
const anyInvoice = fc.record({
  currency: fc.constantFrom(...currencies),
  at: fc.integer({ min: Date.parse('2025-12-15'), max: Date.parse('2027-01-15') }),
  net: fc.integer({ min: 0, max: 10 ** 6 }),
  tax: fc.integer({ min: 0, max: 10 ** 5 }),
  isUsage: fc.boolean(),
});
const dayText = (day: number) => new Date(day * 864e5).toISOString().slice(0, 10);
const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`);

/** Writes random usage and invoices of an organization, and returns the amounts as `currency partner month amount`. */
async function writeRandom(org: TestOrganization, seed: number) {
  const sales = Array.from({ length: 12 }, (_, n) => ({
    id: `ent_${n}`,
    partner: marketplacePartners[n % 6] as string,
    currency: n < 2 ? null : (currencies[n % 3] as string),
  }));
  await insertSales(org, sales);
  const slot = ({ sale, day, key }: { sale: number; day: number; key: string }) => `${sale} ${day} ${key}`;
  const sample = fc.sample(anyDay, { numRuns: 400, seed });
  const days = [...new Map(sample.map((one) => [slot(one), one])).values()];
  const used = days.map(({ sale, day, ...rest }) => ({
    ...(sales[sale] as (typeof sales)[number]),
    ...rest,
    day: dayText(day),
  }));
  await insertDays(org, used);
  const { write } = invoicesOf(app, org);
  const invoices = fc.sample(anyInvoice, { numRuns: 40, seed });
  for (const [index, { currency, at, net, tax, isUsage }] of invoices.entries()) {
    const coins = (n: number) => new Decimal(n).dividedBy(10 ** digitsOf(currency)).toFixed();
    const amounts = { subtotal_amount: coins(net), tax_amount: coins(tax), due_amount: coins(net + tax) };
    const which = { currency, type: isUsage ? 'USAGE' : 'COMMIT', issue_date: new Date(at).toISOString() };
    await write({}, { ...issued(index + 1), ...amounts, ...which });
  }
  return [
    ...used.map(({ currency, partner, day, amount }) => ({
      currency: currency ?? 'USD',
      partner: partner as string | null,
      month: `${day.slice(0, 7)}-01`,
      amount: new Decimal(amount ?? 0),
    })),
    ...invoices
      .filter(({ isUsage }) => isUsage)
      .map(({ currency, at, net }) => ({
        currency: currency as string,
        partner: null,
        month: `${new Date(at).toISOString().slice(0, 7)}-01`,
        amount: new Decimal(net).dividedBy(10 ** digitsOf(currency)),
      })),
  ];
}

test('the bars of random usage equal a plain sum by month, marketplace and currency, in each organization', async () => {
  const seed = Number(process.env.SEED ?? randomInt(1_000_000));
  for (const own of [seed, seed + 1]) {
    const org = await app.organization();
    const all = await writeRandom(org, own);
    for (const currency of currencies) {
      const found = await seriesOf(org, `by=month&currency=${currency}&from=2026-01-01&to=2026-12-31`);
      const sumOf = (month: string, isOf: (partner: string | null) => boolean) =>
        all
          .filter((one) => one.currency === currency && one.month === month && isOf(one.partner))
          .reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
          .toNumber();
      const pointsOf = (isOf: (partner: string | null) => boolean) =>
        months.map((start) => ({ start, value: sumOf(start, isOf) }));
      expect(found.points, `SEED=${seed}`).toEqual(pointsOf(() => true));
      for (const part of found.parts)
        expect(part.points, `SEED=${seed}`).toEqual(pointsOf((partner) => partner === part.partner));
      const named = [...marketplacePartners, null].filter((partner) =>
        pointsOf((one) => one === partner).some(({ value }) => value > 0),
      );
      expect(found.parts.map(({ partner }: { partner: string | null }) => partner)).toEqual(
        expect.arrayContaining(named),
      );
    }
  }
});

test('the series reads the days of its range, however long the history of usage is', async () => {
  const org = await app.organization();
  await insertSales(
    org,
    Array.from({ length: 5 }, (_, n) => ({ id: `ent_${n}`, partner: 'MKB', currency: 'USD' })),
  );
  await app.database.query(
    `INSERT INTO usage_verification (organization_id, entitlement_id, partner, day, key, reported_quantity, reported_amount)
     SELECT $1, 'ent_' || n, 'MKB', date '2020-01-01' + d, 'gpu', 1, 1 FROM generate_series(0, 4) n, generate_series(0, 2191) d`,
    [org.id],
  );
  await app.database.query('ANALYZE entitlement; ANALYZE usage_verification');
  const { database, rows } = countingRows(app.app.database, 'usage_verification');
  const span = { organizationId: org.id, by: 'month', first: '2023-01-01', end: '2024-01-01' } as const;
  const read = () =>
    database.transaction(async ({ query }) => {
      await query({
        name: 'as_organization',
        text: `SELECT set_config('app.organization_id', $1, true)`,
        values: [org.id],
      });
      return query(selectUsage(span, 'USD'));
    });
  // PostgreSQL may use a generic plan from the sixth execution on.
  for (let time = 0; time < 7; time++) expect(await read()).toHaveLength(12);
  // Each read counts the row in the index and in the table.
  expect(Math.max(...rows)).toBeLessThanOrEqual(2 * 5 * 365);
});
