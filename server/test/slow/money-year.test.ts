import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingSales, billingSales } from '../billing/sales.fixture.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import {
  createTestDatabase,
  startTestApp,
  type TestApp,
  type TestDatabase,
  type TestOrganization,
} from '../harness.ts';
import { cleanUp, waitFor } from '../process/program.ts';
import { expectDirectAmounts, expectPaymentsBalance, expectPayoutsBalance } from './billing/balances.ts';
import { allMoneyPlaces, type MoneyPlace, makeMoneyGates } from './billing/money-gates.ts';
import {
  expectReckoned,
  first,
  plannedSales,
  type Sale,
  stop,
  type TimedAction,
  timedActions,
  timeOf,
} from './billing/sold-year.ts';
import { countOf, seededChance } from './seeded.ts';
import type { Gates } from './usage/gates.ts';
import { type Programs, startPrograms } from './usage/programs.ts';

/** The number of direct sales, and of sales at each marketplace; 20 before a release. */
const sold = countOf('MONEY_SALES', 2);
/** The number of days with usage and with revenue. */
const daysOfUse = countOf('MONEY_DAYS', 8);
const chance = seededChance('money-year');
const partners = ['MKA', 'MKB', 'MKC'] as const;
const faults = ['REFUND_REVENUE', 'DUPLICATE_REVENUE', 'CORRECT_REVENUE', 'UNKNOWN_REVENUE'];
/** Percentages of payment methods that decline, hang, are disputed, or lose a call or a response. */
const hundredth = { decline: 5, hang: 5, dispute: 2, lostCall: 5, lostAnswer: 5 };
/** One of this number of clock steps has a kill, once each point has had a kill. */
const oneIn = 25;

let database: TestDatabase;
let org: TestOrganization;
let programs: Programs;
let gates: Gates<MoneyPlace>;
let by: Entitlements;
let sales: BillingSales;
const killed = new Map<MoneyPlace, number>();
let isClosed = false;
const counts = { struck: 0, refunds: 0, settled: 0, revenueFaults: 0 };

const rows = async (text: string, ...values: unknown[]) =>
  (await database.query(text, [org.id, ...values])).rows;

/**
 * Waits until all ready work is done. A process that reaches a closed point is killed there; a new process
 * continues.
 */
async function settle(): Promise<void> {
  while (isClosed) {
    const place = await waitFor(
      async () => (await gates.reached()) ?? ((await programs.isQuiet()) ? 'none' : undefined),
      600_000,
    );
    isClosed = false;
    if (place === 'none') await gates.open();
    else {
      killed.set(place, (killed.get(place) ?? 0) + 1);
      await programs.kill('work');
      await (chance.below(2) === 0 ? gates.open() : gates.breakOff());
      await programs.endLeases();
      await programs.begin('work');
      // The same step may reach further points.
      const fresh = allMoneyPlaces.filter((point) => !killed.has(point));
      for (const point of fresh) await gates.close(point);
      isClosed = fresh.length > 0;
    }
  }
  await programs.quiet();
}

/** Returns the processes as an app for test fixtures. */
function doors(): TestApp {
  let made = 0;
  const request = (method: string, path: string, { body }: { body?: unknown } = {}) =>
    programs.call(method, path.slice(`/org/${org.id}/`.length), body === undefined ? {} : { body });
  const newId = (prefix: string) => `${prefix}_of_the_year_${++made}`;
  return { request, drainJobs: settle, database, app: { newId } } as unknown as TestApp;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const maker = await startTestApp({ database });
  org = await maker.organization();
  await maker.stop();
  gates = await makeMoneyGates(database.connectionString);
  programs = await startPrograms(database, org);
  by = entitlementsOf(doors(), org);
  sales = billingSales(doors(), org, by);
}, 600_000);
afterAll(async () => {
  await programs?.stop();
  await gates?.end();
  await cleanUp();
  await database?.drop();
});

/** Closes the points at which a process is killed: first each point once, then random points. */
async function close(): Promise<void> {
  const fresh = allMoneyPlaces.filter((place) => !killed.has(place));
  const some = chance.below(oneIn) === 0 ? [chance.pick(allMoneyPlaces)] : [];
  for (const place of fresh.length > 0 ? fresh : some) await gates.close(place);
  isClosed = true;
}

async function until(at: string): Promise<void> {
  await close();
  await sales.until(at);
}

/** Sets the results of the payment method until the next call. */
async function strike(): Promise<void> {
  for (const { id } of await rows(
    'SELECT id FROM sandbox_payment_method WHERE organization_id = $1 ORDER BY id',
  )) {
    const { decline, hang, dispute, lostCall, lostAnswer } = hundredth;
    const lot = chance.below(100);
    const outcome =
      lot < decline
        ? 'DECLINE'
        : lot < decline + hang
          ? 'HANG'
          : lot < decline + hang + dispute
            ? 'DISPUTE'
            : 'SUCCEED';
    const lost = [lostCall, lostAnswer].map((part) => (chance.below(100) < part ? 1 : 0));
    if (outcome !== 'SUCCEED' || lost.includes(1)) counts.struck++;
    await rows(
      `UPDATE sandbox_payment_method SET outcome = $3, lost_calls = $4, lost_answers = $5 WHERE organization_id = $1 AND id = $2`,
      id,
      outcome,
      ...lost,
    );
  }
}

/** Reports the bank’s result of pending charges. */
async function settleHanging(): Promise<void> {
  for (const { id } of await by.get('paymentTransaction?status=PROCESSING&limit=100')) {
    const outcome = chance.pick(['SUCCEED', 'SUCCEED', 'DECLINE', 'DISPUTE']);
    const { status } = await by.call('POST', `sandbox/paymentTransaction/${id}/settle`, { outcome });
    if (status === 200) counts.settled++;
  }
}

async function refundSome(): Promise<void> {
  const charges: { id: string; buyerID: string; amount: number }[] = await by.get(
    'paymentTransaction?status=SUCCESS&type=CHARGE&limit=100',
  );
  if (charges.length === 0) return;
  const { id, buyerID, amount } = chance.pick(charges);
  const coins = 1 + chance.below(Math.round(amount * 60));
  const { status } = await by.call(
    'POST',
    `buyer/${buyerID}/paymentTransaction/${id}/refund?amount=${coins / 100}`,
  );
  if (status === 200) counts.refunds++;
}

/** Creates credit and a payment method for the buyer of a direct sale. */
async function equip(sale: Sale, isFirst: boolean): Promise<void> {
  const { buyerID } = await by.entitlement(sale.id);
  await close();
  for (let count = 1 + chance.below(2); count > 0; count--)
    await by.post(`buyer/${buyerID}/wallet`, { totalAmount: (1 + chance.below(30_000)) / 100 });
  if (chance.below(8) > 0 || isFirst) await by.post(`sandbox/buyer/${buyerID}/paymentMethod`, {});
}

async function sellAtMarketplaces(): Promise<string[]> {
  const ids: string[] = [];
  for (const partner of partners)
    for (let count = 0; count < sold; count++) {
      const dimensions = [{ key: 'gpu', name: 'GPU', rate: (1 + chance.below(9_999)) / 10_000 }];
      const commits = [{ key: 'base', rate: (1 + chance.below(90_000)) / 100 }];
      const info = {
        currency: 'USD',
        commits,
        dimensions,
        ...(partner === 'MKC' ? { mkCDuration: 12 } : {}),
      };
      ids.push((await by.accepted({ partner, info })).id);
    }
  return ids;
}

/** Returns further actions beside the direct sales, each at its time of day. */
function furtherDeeds(
  all: readonly Sale[],
  entitlementIds: readonly string[],
  days: readonly number[],
): TimedAction[] {
  const equipped = all.map((sale, index) => ({
    at: sale.plan.soldOn + 4 / 24,
    act: () => equip(sale, index === 0),
  }));
  const daily = days.flatMap((day): TimedAction[] => [
    {
      at: day + 12 / 24,
      act: async () => {
        for (const id of entitlementIds)
          await by.post(`entitlement/${id}/usageRecordGroup`, { records: { gpu: 1 + chance.below(5_000) } });
      },
    },
    { at: day + 14 / 24, act: refundSome },
    { at: day + 15 / 24, act: settleHanging },
    {
      at: day + 16 / 24,
      act: async () => {
        const partner = chance.pick(partners);
        await by.post('sandbox/fault', {
          partner,
          kind: chance.pick(partner === 'MKB' ? [...faults, 'ORDER_ID_REVENUE'] : faults),
        });
        counts.revenueFaults++;
      },
    },
  ]);
  return [...equipped, ...daily];
}

async function live(all: readonly TimedAction[]): Promise<void> {
  const deeds = [...all].sort((one, other) => one.at - other.at);
  let time = first;
  for (const { at, act } of deeds) {
    if (at > time) {
      await strike();
      await until(timeOf(at));
    }
    time = at;
    await act();
    await settle();
  }
  await until(timeOf(stop));
}

/** Runs until banks have reported all results and lost results are recovered. */
async function ending(): Promise<void> {
  await rows(
    `UPDATE sandbox_payment_method SET outcome = 'SUCCEED', lost_calls = 0, lost_answers = 0 WHERE organization_id = $1`,
  );
  const open = `SELECT FROM payment_transaction WHERE organization_id = $1 AND status IN ('PENDING', 'PROCESSING')`;
  for (let look = 0; look < 20; look++) {
    await settleHanging();
    await rows(
      `UPDATE job SET ready_at = clock_timestamp(), due_at = clock_timestamp(), stands = 'LINE'
       WHERE organization_id = $1 AND finished_at IS NULL AND attempts > 0 AND lease_until IS NULL`,
    );
    await sales.until(timeOf(stop + (look + 1) / 1440));
    if ((await rows(open)).length === 0) return;
  }
  expect(await rows(open)).toEqual([]);
}

/** Requires that the usage counted by marketplaces equals their bills and the sums of the days of reports. */
async function expectReports(partner: string): Promise<void> {
  const dates = `startDate=${timeOf(first).slice(0, 10)}&endDate=${timeOf(first + 399).slice(0, 10)}`;
  const days: { amount?: number }[] = await by.get(`dailyRevenueRecord?partner=${partner}&${dates}`);
  const until = timeOf(first + 399).slice(0, 10);
  const [{ sum }] = await rows(
    `SELECT coalesce(sum(amount), 0)::float AS sum FROM revenue_record WHERE organization_id = $1 AND partner = $2 AND day <= $3`,
    partner,
    until,
  );
  const total = days.reduce((all, { amount = 0 }) => all + Math.round(amount * 100), 0);
  expect(total).toBe(Math.round(sum * 100));
  const path = `partner/${partner}/usageMeteringDailyVerification?startDate=2020-01-01&endDate=${until}&limit=100`;
  const { usageMeteringDailyVerifications: verified } = await by.get(path);
  expect(verified.length).toBeGreaterThan(0);
}

test(`a year of ${sold} direct sales and ${sold} at each of ${partners.join(', ')}: invoices, payments and payouts balance exactly`, async () => {
  const started = Date.now();
  await sales.until(timeOf(first));
  const days = [...new Set(Array.from({ length: daysOfUse }, () => first + chance.below(400)))];
  const all = await plannedSales({ by, sales }, chance, sold, days);
  const entitlementIds = await sellAtMarketplaces();
  const direct = all.flatMap((sale) => timedActions({ by, sales }, sale));
  const deeds = [
    ...direct,
    ...furtherDeeds(
      all,
      entitlementIds,
      days.filter((day) => day < first + 360),
    ),
  ];
  await live(deeds);
  await ending();

  const invoices = await expectReckoned({ by, sales }, all, direct, `SEED=${chance.seed}`);
  await expectPaymentsBalance(rows);
  const balanced = await expectDirectAmounts(rows);
  const payouts = [];
  for (const partner of partners) {
    payouts.push(...(await expectPayoutsBalance(rows, partner)));
    await expectReports(partner);
  }
  const [moved] = await rows(
    `SELECT count(*)::int AS transactions, count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
       count(*) FILTER (WHERE type = 'REFUND')::int AS refunds FROM payment_transaction WHERE organization_id = $1`,
  );
  const [{ records }] = await rows(
    'SELECT count(*)::int AS records FROM revenue_record WHERE organization_id = $1',
  );
  console.log(
    `money-year: ${all.length} direct sales (${balanced} with invoices), ${entitlementIds.length} at marketplaces, ${deeds.length} deeds, ` +
      `${invoices.length} invoices, ${JSON.stringify(moved)}, ${records} revenue records, payouts ${JSON.stringify(payouts)}, ` +
      `${JSON.stringify(counts)}, kills ${JSON.stringify([...killed])}, ${Math.round((Date.now() - started) / 1000)} s`,
  );
  // A random year may sell nothing that is paid by credit or by the payment method.
  const counted = await rows(
    `SELECT (SELECT count(*)::int FROM wallet w WHERE w.organization_id = $1 AND w.used_amount > 0) AS credits,
       (SELECT count(*)::int FROM sandbox_payment p WHERE p.organization_id = $1) AS charges`,
  );
  const { credits, charges } = counted[0] as Record<'credits' | 'charges', number>;
  const occurrences: Partial<Record<MoneyPlace, number>> = {
    'while credit is used': credits,
    'between the charge and what the provider does': charges,
    'between the provider’s answer and what is kept of it': charges,
  };
  const reachable = allMoneyPlaces.filter((place) => occurrences[place] !== 0);
  expect(reachable.filter((place) => !killed.has(place))).toEqual([]);
}, 7_200_000);
