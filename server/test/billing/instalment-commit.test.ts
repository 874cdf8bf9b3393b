import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyInvoices } from '../../src/billing/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';
import { type BillingSales, billingSales, type ShownInvoice } from './sales.fixture.ts';

/** Commits that are paid in instalments, and usage above them. INSTALMENT_HISTORIES and SEED choose how many histories, and which. */
let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let sales: BillingSales;
const begin = async () => {
  org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
  await sales.until('2027-01-01T00:00:00Z');
};
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(begin);
afterAll(() => app.stop());

const instalment = (amount: number, chargeOn: string) => ({ amount, chargeOn: `${chargeOn}T00:00:00Z` });
/** A commit of 1,000 in two instalments; a unit of usage costs 1. */
const sell = (more: object = {}, end = '2027-12-31') =>
  sales.sell(
    {
      isMeteringOverageCommit: true,
      dimensions: [{ key: 'api', name: 'API', rate: 1 }],
      paymentInstallments: [instalment(600, '2027-01-01'), instalment(400, '2027-07-01')],
      ...more,
    },
    end,
    '2027-01-01',
  );
const report = (id: string, units: number, timestamp?: string) =>
  by.post(`entitlement/${id}/usageRecordGroup`, {
    records: { api: units },
    ...(timestamp ? { timestamp } : {}),
  });
/** A sale whose usage costs 0.9 a unit above 700 units, else 1. */
const sellTiers = async (more: object = {}) => {
  const tiers = [{ maximumUnits: 700, unitAmount: 1 }, { unitAmount: 0.9 }];
  const { id: metric } = await by.post('billableMetric', { name: 'Calls', aggregationType: 'SUM' });
  const calls = {
    name: 'Calls',
    billableMetricId: metric,
    category: 'volume',
    priceModelVolume: { tiers },
  };
  const { id } = await sell({ dimensions: [], billableDimensions: [calls], ...more });
  const count = (quantity: number, timestamp: string) =>
    by.post(`entitlement/${id}/usageRecordGroup`, {
      billableRecords: [{ key: metric, quantity }],
      timestamp,
    });
  return { id, count };
};
const isOpen = ({ status }: ShownInvoice) => status === 'DRAFT' || status === 'FINALIZED';
/** Shows amount, deducted commit and credited amount of each invoice. */
const shown = async (id: string) =>
  (await sales.invoices(id))
    .filter(isOpen)
    .map(({ type, info }) => [type, info.dueAmount, info.deductedCommitAmount ?? 0, info.creditedAmount ?? 0])
    .sort();
const expectVerified = async () => {
  const { act } = usageOf(app, org);
  expect([await act(verifyUsage), await act(verifyInvoices)]).toEqual([[], []]);
};

describe('R61 with a commit that is paid in instalments', () => {
  test('usage deducts from the sum of the instalments, also from later ones, and is charged above it', async () => {
    const { id } = await sell();
    await report(id, 700);
    await sales.until('2027-02-02T00:00:00Z');
    expect(await shown(id)).toEqual([
      ['INSTALLMENT', 600, 0, 0],
      ['USAGE', 0, 700, 0],
    ]);
    await report(id, 350);
    await sales.until('2027-07-02T00:00:00Z');
    expect(await shown(id)).toEqual([
      ['INSTALLMENT', 400, 0, 0],
      ['INSTALLMENT', 600, 0, 0],
      ['USAGE', 0, 700, 0],
      ['USAGE', 50, 300, 0],
    ]);
    const [term] = await by.terms(id);
    expect(term).toMatchObject({ commitAmount: 1000, usedCommitAmount: 1000 });
    await expectVerified();
  });

  test('usage is charged in full, beside the instalments, unless only overage is charged', async () => {
    const { id } = await sell({ isMeteringOverageCommit: false });
    await report(id, 700);
    await sales.until('2027-02-02T00:00:00Z');
    expect(await shown(id)).toEqual([
      ['INSTALLMENT', 600, 0, 0],
      ['USAGE', 700, 0, 0],
    ]);
  });

  test('an early end charges the part of later instalments that usage consumed', async () => {
    const { id } = await sell();
    await report(id, 700);
    await sales.until('2027-02-10T00:00:00Z');
    await report(id, 20);
    await by.post(`entitlement/${id}/cancel`);
    await sales.until('2027-03-10T00:00:00Z');
    expect(await shown(id)).toEqual([
      ['INSTALLMENT', 100, 0, 0],
      ['INSTALLMENT', 600, 0, 0],
      ['USAGE', 0, 700, 0],
      ['USAGE', 20, 0, 0],
    ]);
    const consumed = (await sales.invoices(id)).find(({ info }) => info.dueAmount === 100) as ShownInvoice;
    expect(consumed.info.paymentInstallmentsDetail).toMatchObject({
      description: 'Part of later instalments consumed by usage',
      amount: 100,
    });
    await expectVerified();
  });

  test('a change of plan charges the part of cancelled instalments that usage consumed', async () => {
    const { id } = await sell();
    await report(id, 700);
    await sales.until('2027-02-10T00:00:00Z');
    await by.patch(`entitlement/${id}/priceModel`, { commits: [] });
    await sales.until('2027-02-20T00:00:00Z');
    await report(id, 30);
    await sales.until('2027-08-10T00:00:00Z');
    expect(await shown(id)).toEqual([
      ['INSTALLMENT', 100, 0, 0],
      ['INSTALLMENT', 600, 0, 0],
      ['USAGE', 0, 700, 0],
      ['USAGE', 30, 0, 0],
    ]);
    const consumed = (await sales.invoices(id)).find(({ info }) => info.dueAmount === 100) as ShownInvoice;
    expect(consumed.info.paymentInstallmentsDetail).toMatchObject({
      chargeOn: expect.stringMatching(/^2027-02-10/),
    });
    await expectVerified();
  });

  test('usage deducts the commit of its month before instalments that were paid for the year', async () => {
    const { id } = await sell();
    await report(id, 100);
    await sales.until('2027-02-10T00:00:00Z');
    const commit = { key: 'base', rate: 80, length: 1, timeUnit: 'MONTH' };
    await by.patch(`entitlement/${id}/priceModel`, { commits: [commit] });
    await sales.until('2027-02-20T00:00:00Z');
    await report(id, 60);
    await sales.until('2027-03-20T00:00:00Z');
    await report(id, 50);
    await sales.until('2027-04-20T00:00:00Z');
    await report(id, 700);
    await sales.until('2027-05-02T00:00:00Z');
    const usage = (await shown(id)).filter(([type]) => type === 'USAGE');
    // Of the 600 that were paid, 100 are consumed in January, 5.71 in February and 494.29 in April.
    expect(usage).toEqual([
      ['USAGE', 0, 100, 0],
      ['USAGE', 0, 50, 0],
      ['USAGE', 0, 60, 0],
      ['USAGE', 125.71, 574.29, 0],
    ]);
    await expectVerified();
  });

  test('the buyer is credited when usage of before an early end turns out cheaper', async () => {
    const { id, count } = await sellTiers();
    await count(700, '2027-01-01T00:00:00Z');
    await sales.until('2027-02-10T00:00:00Z');
    await by.post(`entitlement/${id}/cancel`);
    await sales.until('2027-02-10T02:00:00Z');
    expect(await shown(id)).toEqual([
      ['INSTALLMENT', 100, 0, 0],
      ['INSTALLMENT', 600, 0, 0],
      ['USAGE', 0, 700, 0],
    ]);
    await count(10, '2027-01-03T00:00:00Z');
    await sales.until('2027-02-14T00:00:00Z');
    expect(await shown(id)).toEqual([
      ['INSTALLMENT', 100, 0, 61],
      ['INSTALLMENT', 600, 0, 0],
      ['USAGE', 0, 700, 0],
    ]);
    await expectVerified();
  });

  test('a draft for consumed instalments keeps its discount when the usage turns out cheaper', async () => {
    const { id, count } = await sellTiers({ gracePeriodInDays: 20 });
    await count(700, '2027-01-01T00:00:00Z');
    await sales.until('2027-03-10T00:00:00Z');
    await by.post(`entitlement/${id}/cancel`);
    await sales.until('2027-03-10T02:00:00Z');
    const isConsumed = ({ type, status }: ShownInvoice) => type === 'INSTALLMENT' && status === 'DRAFT';
    const [draft] = (await sales.invoices(id)).filter(isConsumed);
    await by.patch(`invoice/${draft?.id}/info`, { discountAmount: 50, memo: 'As agreed' });
    await count(10, '2027-01-03T00:00:00Z');
    await sales.until('2027-03-20T00:00:00Z');
    const [reduced, ...others] = (await sales.invoices(id)).filter(isConsumed);
    expect(others).toEqual([]);
    expect(reduced).toMatchObject({
      id: draft?.id,
      info: { dueAmount: 0, memo: 'As agreed', paymentInstallmentsDetail: { amount: 39 } },
    });
    await expectVerified();
  });
});

const history = fc.record({
  instalments: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 40_000 }), month: fc.nat(11) }), {
    minLength: 1,
    maxLength: 4,
  }),
  grace: fc.constantFrom(0, 5),
  steps: fc.array(
    fc.record({
      units: fc.integer({ min: 1, max: 30_000 }),
      back: fc.nat(99),
      hours: fc.constantFrom(2, 200, 800, 1500),
      voided: fc.option(fc.nat(9), { nil: undefined }),
    }),
    { minLength: 2, maxLength: 8 },
  ),
  /** The step at which the plan changes to one without instalments, if there are so many steps. */
  change: fc.nat(15),
  isCancelled: fc.boolean(),
  late: fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 2 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

const start = Date.parse('2027-01-01T00:00:00Z');
const hourMs = 3_600_000;
const cents = (amount: number) => Math.round(amount * 100);

/** Plays a sale, and returns what the buyer owes for it and what the invoices come to, in cents. */
async function play({ instalments, grace, steps, change, isCancelled, late }: History) {
  await begin();
  const paymentInstallments = instalments.map(({ amount, month }) =>
    instalment(amount / 100, `2027-${String(month + 1).padStart(2, '0')}-15`),
  );
  const { id } = await sell({ paymentInstallments, gracePeriodInDays: grace });
  let now = start + hourMs;
  let changed = Number.POSITIVE_INFINITY;
  /** Usage in cents before and after the change of plan. */
  const used = { before: 0, after: 0 };
  const until = async (time: number) => {
    now = time;
    await sales.until(new Date(now).toISOString());
  };
  const use = async (units: number, at: number) => {
    await report(id, units / 100, new Date(at).toISOString());
    used[at < changed ? 'before' : 'after'] += units;
  };
  await until(now);
  for (const [index, { units, back, hours, voided }] of steps.entries()) {
    await use(units, Math.floor(now - ((now - start) * back) / 100));
    if (index === change && now < Date.parse('2027-12-30T00:00:00Z')) {
      await by.patch(`entitlement/${id}/priceModel`, { commits: [] });
      changed = Math.max(
        ...(await by.terms(id)).map((term: { startTime: string }) => Date.parse(term.startTime)),
      );
      now += hourMs;
    }
    await until(now + hours * hourMs);
    const open = (await sales.invoices(id)).filter(isOpen);
    const invoice = voided === undefined ? undefined : open[voided % open.length];
    if (invoice) expect([200, 400]).toContain((await by.call('PATCH', `invoice/${invoice.id}/void`)).status);
  }
  let end = Date.parse('2027-12-31T00:00:00Z');
  if (isCancelled && now < end) {
    await by.post(`entitlement/${id}/cancel`);
    end = Date.parse((await by.entitlement(id)).endTime);
    for (const units of late) {
      await until(now + hourMs);
      await use(units, end - hourMs);
    }
  }
  await until(Math.max(now, end) + 60 * 24 * hourMs);
  const paid = instalments
    .filter(({ month }) => Date.UTC(2027, month, 15) < Math.min(end, changed))
    .reduce((sum, { amount }) => sum + amount, 0);
  const invoices = (await sales.invoices(id)).filter(isOpen);
  const billed = invoices.reduce(
    (sum, { info }) => sum + cents(info.dueAmount - (info.creditedAmount ?? 0)),
    0,
  );
  return { billed, owed: Math.max(paid, used.before) + used.after };
}

const numRuns = Number(process.env.INSTALMENT_HISTORIES || 3);

test(
  `R61 in ${numRuns} random histories of usage, voids, changes and cancellations the buyer pays the instalments, or the usage where it is more`,
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        const { billed, owed } = await play(one);
        expect(billed).toBe(owed);
        await expectVerified();
      }),
      { numRuns, endOnFailure: true, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
    );
  },
  60_000 + numRuns * 10_000,
);
