import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const info = { dimensions: [{ key: 'gpu', name: 'GPU', rate: 2 }], currency: 'USD', mkCDuration: 24 };

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
let usage: ReturnType<typeof usageOf>;
beforeAll(async () => {
  app = await sharedTestApp();
});
// Advancing the clock affects every sale of an organization, so each test has its own organization.
beforeEach(async () => {
  org = await app.organization();
  sale = entitlementsOf(app, org);
  usage = usageOf(app, org);
});
afterAll(() => app.stop());

const now = async () => new Date((await sale.get('sandbox/clock')).time).getTime();
const advanceTo = async (time: number) => {
  await sale.post('sandbox/clock', { to: new Date(time).toISOString() });
  await app.drainJobs();
};
const report = (id: string, quantity: number, at: number) =>
  sale.post(`entitlement/${id}/usageRecordGroup`, {
    records: { gpu: quantity },
    timestamp: new Date(at).toISOString(),
  });
const linesOf = async (id: string) => (await usage.lines()).filter(({ entitlement_id: own }) => own === id);
/** Returns `quantity state` for each line. */
const takenOf = async (id: string) =>
  (await linesOf(id)).map(({ state, quantity }) => `${Number(quantity)} ${state}`);

/**
 * Creates an entitlement that ended some hours after its first hour, with 2 units in the last hour that were
 * sent at the end.
 */
async function ended(partner: string, hours: number) {
  const first = Math.ceil(((await now()) + 1) / hourMs) * hourMs;
  const last = first + hours * hourMs;
  await advanceTo(first + minuteMs);
  const { id, externalID } = await sale.accepted({ partner, info });
  await advanceTo(last + 30 * minuteMs);
  await report(id, 2, await now());
  await advanceTo(last + 40 * minuteMs);
  await sale.post(`sandbox/entitlement/${id}/cancel`);
  await app.drainJobs();
  /** Returns `hours after the last: quantity state` for each line. */
  const hoursSent = async () =>
    (await linesOf(id)).map(
      ({ bucket_hour: hour, quantity, state }) =>
        `${((hour as Date).getTime() - last) / hourMs}: ${Number(quantity)} ${state}`,
    );
  const billed = async () =>
    (await sale.get(`sandbox/usage?agreementId=${externalID}`))
      .map(({ quantity }: { quantity: number }) => quantity)
      .sort();
  return { id, last, hoursSent, billed };
}

/** Returns the report of a line about which members were alerted. */
async function alerted(id: string, state: string): Promise<string> {
  const { report_id: reportId } = (await linesOf(id)).find((line) => line.state === state) as {
    report_id: string;
  };
  app.expectAbnormalAlert(reportId);
  return reportId;
}
const retry = (reportId: string) => sale.call('POST', `usageRecordReport/${reportId}/retry`);

test.each([
  ['MKA', 60],
  ['MKC', 60],
  ['MKB', 23 * 60],
])(
  'usage that %s accepts until the end of its final window is sent before the window ends',
  async (partner, minutes) => {
    const { id } = await sale.accepted({ partner, info });
    const end = Math.ceil(((await now()) + 1) / hourMs) * hourMs + 30 * minuteMs;
    await advanceTo(end);
    await sale.post(`sandbox/entitlement/${id}/cancel`);
    await app.drainJobs();
    expect((await sale.entitlement(id)).status).toBe('CANCELLED');
    await advanceTo(end + (minutes - 5) * minuteMs);
    expect((await report(id, 3, end - 10 * minuteMs)).status).toBe('CREATED');
    await advanceTo(end + 30 * hourMs);
    expect(await takenOf(id)).toEqual(['3 ACCEPTED']);
    expect(await usage.act(verifyUsage)).toEqual([]);
  },
);

test.each(['MKA', 'MKB', 'MKE'])(
  'usage that arrives after the last hour was sent is settled immediately, for the last free hour before: %s',
  async (partner) => {
    const { id, last, hoursSent, billed } = await ended(partner, 3);
    expect(await hoursSent()).toEqual(['0: 2 ACCEPTED']);
    for (const quantity of [3, 4]) {
      const timestamp = new Date(last + 20 * minuteMs).toISOString();
      // From here on the cached entitlement has ended.
      await sale.post('batchValidateUsageRecordGroups', [
        { entitlementID: id, records: { gpu: quantity }, timestamp },
      ]);
      await report(id, quantity, last + 20 * minuteMs);
      // Each report is settled immediately, because the run at the end of the hour may be too late.
      await app.drainJobs();
    }
    expect(await hoursSent()).toEqual(['-2: 4 ACCEPTED', '-1: 3 ACCEPTED', '0: 2 ACCEPTED']);
    expect(await billed()).toEqual([2, 3, 4]);
    await advanceTo(last + 30 * hourMs);
    expect(await usage.act(verifyUsage)).toEqual([]);
  },
);

test.each([
  ['MKB', 'ran in one hour only', 0],
  ['MKC', 'takes hours in their order only', 3],
])(
  'without a free hour before the end, usage is missed and its report has the reason: %s, which %s',
  async (partner, _, hours) => {
    const { id, last, hoursSent, billed } = await ended(partner, hours);
    await report(id, 3, last + 20 * minuteMs);
    await usage.run();
    expect(await hoursSent()).toEqual(['0: 2 ACCEPTED', '1: 3 MISSED']);
    expect(await billed()).toEqual([2]);
    const reportId = await alerted(id, 'MISSED');
    const shown = await sale.get(`usageRecordReport/${reportId}`);
    expect([shown.status, shown.message]).toEqual([
      'FAILED',
      'Usage of gpu was not sent: no hour before the end of the agreement is open and free at the marketplace.',
    ]);
    const again = await retry(reportId);
    expect([again.status, again.body.code]).toEqual([409, 'usage_record_report_not_retriable']);
    expect(again.body.detail ?? again.body.message).toContain(
      'no earlier hour is open and free for usage of gpu',
    );
    expect(await hoursSent()).toEqual(['0: 2 ACCEPTED', '1: 3 MISSED']);
    expect(await usage.act(verifyUsage)).toEqual([]);
  },
);

test('usage that was refused for the last hour is sent for the hour before when it is retried after the end', async () => {
  await sale.post('sandbox/fault', { partner: 'MKB', kind: 'REJECT_USAGE', permanent: true });
  const { id, hoursSent, billed } = await ended('MKB', 2);
  expect(await hoursSent()).toEqual(['0: 2 REJECTED']);
  const reportId = await alerted(id, 'REJECTED');
  expect((await retry(reportId)).status).toBe(200);
  await app.drainJobs();
  expect(await hoursSent()).toEqual(['-1: 2 ACCEPTED']);
  expect(await billed()).toEqual([2]);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

test('usage pending for the next hour when the agreement ends is moved to an earlier free hour', async () => {
  const last = (Math.floor((await now()) / hourMs) + 4) * hourMs;
  const [first, second, own] = [
    await sale.accepted({ partner: 'MKB', info }),
    await sale.accepted({ partner: 'MKB', info }),
    await sale.accepted({ partner: 'MKB', info }),
  ];
  const end = async (id: string, minutes: number) => {
    await advanceTo(last + minutes * minuteMs);
    await sale.post(`sandbox/entitlement/${id}/cancel`);
    await app.drainJobs();
  };
  const hoursSent = async () =>
    (await linesOf(own.id)).map(
      ({ bucket_hour: hour, quantity, state }) =>
        `${((hour as Date).getTime() - last) / hourMs}: ${Number(quantity)} ${state}`,
    );
  // The last usage of other entitlements is settled in the middle of the hour, with the pending usage of this one.
  for (const [quantity, minutes, other] of [
    [2, 10, first],
    [3, 20, second],
  ] as const) {
    await advanceTo(last + minutes * minuteMs);
    await report(other.id, 1, await now());
    await report(own.id, quantity, await now());
    await end(other.id, minutes + 5);
  }
  expect(await hoursSent()).toEqual(['0: 2 ACCEPTED', '1: 3 WAITING']);
  await end(own.id, 40);
  expect(await hoursSent()).toEqual(['-1: 3 ACCEPTED', '0: 2 ACCEPTED']);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

test('several lines of a dimension are retried for an hour each, and a line without an hour does not block others', async () => {
  await sale.post('sandbox/fault', { partner: 'MKB', kind: 'REJECT_USAGE', permanent: true });
  const { id, last, hoursSent } = await ended('MKB', 2);
  const reportId = await alerted(id, 'REJECTED');
  const { query } = app.database;
  // The lines are in the state in which the marketplace would have rejected them if the end had been read
  // later.
  const copy = (hours: number) =>
    query(
      `INSERT INTO usage_line (organization_id, id, report_id, entitlement_id, entitlement_term_id, partner, dimension,
         bucket_hour, quantity, amount, state, verdict, deadline, creation_time, last_update_time)
       SELECT organization_id, id || $2::int, report_id, entitlement_id, entitlement_term_id, partner, dimension,
         bucket_hour + $2::int * interval '1 hour', 1, 2, state, verdict, deadline, creation_time, last_update_time
       FROM usage_line WHERE organization_id = $1 AND entitlement_id = $3 AND bucket_hour = $4`,
      [org.id, hours, id, new Date(last)],
    );
  await copy(1);
  await copy(2);
  expect((await retry(reportId)).status).toBe(200);
  await app.drainJobs();
  expect(await hoursSent()).toEqual(['-2: 1 ACCEPTED', '-1: 2 ACCEPTED', '2: 1 REJECTED']);
  expect((await sale.get(`usageRecordReport/${reportId}`)).status).toBe('FAILED');
});

test.each(['MKA', 'MKB', 'MKC', 'MKE'])(
  'an advance of a year in one step settles and sends pending usage: %s',
  async (partner) => {
    const { id } = await sale.accepted({ partner, info });
    for (const kind of ['LOSE_ANSWER', 'RATE_LIMIT', 'LOSE_CALL', 'SKIP_USAGE'])
      await sale.post('sandbox/fault', { partner, kind, permanent: false });
    await report(id, 2, await now());
    await advanceTo((await now()) + 364 * 24 * hourMs);
    expect(await takenOf(id)).toEqual(['2 ACCEPTED']);
  },
);
