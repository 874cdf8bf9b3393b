import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { entitlementsOf } from '../entitlements.fixture.ts';
import {
  createTestDatabase,
  type Reply,
  startTestApp,
  type TestApp,
  type TestDatabase,
  type TestOrganization,
} from '../harness.ts';
import { untilTaken } from '../patient.ts';
import { waitFor } from '../process/program.ts';
import { usageOf } from '../usage.fixture.ts';
import { failedJobs } from './invariants.ts';
import { countOf, seededChance } from './seeded.ts';
import { addUnits, expectUsed, type Sums } from './usage/bills.ts';

const rounds = countOf('USAGE_RACE_ROUNDS', 1);
const callers = 64;
const callsOfEach = 8;
/**
 * Hours before an end that must be free, because usage after the end is sent for a free hour before the end.
 */
const hoursBefore = 12;
const chance = seededChance('usage-races');
const info = {
  dimensions: [
    { key: 'gpu', name: 'GPU', rate: 2 },
    { key: 'disk', name: 'Disk', rate: 0.5 },
  ],
  currency: 'USD',
};

/** The entitlements of a round: one has credit, one is about to end, and one is suspended occasionally. */
type RoundEntitlements = { lasting: string[]; direct: string; ending: string; suspended: string };
let database: TestDatabase;
let apps: TestApp[];
let org: TestOrganization;
let tokens: string[];
const sold: RoundEntitlements[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const seller = await startTestApp({ database });
  org = await seller.organization();
  const sale = entitlementsOf(seller, org);
  const at = async (partner: string): Promise<string> => (await sale.accepted({ partner, info })).id;
  for (let round = 0; round < rounds; round++)
    sold.push({
      lasting: [await at('MKA'), await at('MKB'), await at('MKE')],
      direct: (await sale.direct({ info })).id,
      ending: await at('MKB'),
      suspended: await at('MKA'),
    });
  await sale.post('sandbox/clock', { advance: `PT${hoursBefore}H` });
  await seller.drainJobs();
  await seller.stop();
  apps = [await startTestApp({ database, work: true }), await startTestApp({ database, work: true })];
  tokens = await Promise.all(apps.map((app) => app.token(org.client)));
});
afterAll(async () => {
  for (const app of apps ?? []) await app.stop();
  await database?.drop();
});

/** Calls one of the two processes. */
const call = (method: string, path: string, body?: unknown, which = chance.below(2)): Promise<Reply> =>
  untilTaken(() =>
    (apps[which] as TestApp).request(method, `/org/${org.id}/${path}`, {
      token: tokens[which],
      ...(body === undefined ? {} : { body }),
    }),
  );
const ok = async (...values: Parameters<typeof call>) => {
  const reply = await call(...values);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

type Group = { id: string; entitlementID: string; records: Record<string, number>; status: string };
/**
 * Responses to callers: groups that were accepted or rejected, and groups that were deleted or accepted
 * later.
 */
const answers = {
  groups: new Map<string, Group>(),
  deleted: new Set<string>(),
  retried: new Set<string>(),
  credit: 0,
};

const actions = {
  report: async ({ lasting, direct, ending, suspended }: RoundEntitlements, name: string) => {
    const body = Array.from({ length: 1 + chance.below(10) }, (_, index) => ({
      id: `${name}-${index}`,
      entitlementID: chance.pick([...lasting, direct, ending, suspended]),
      records: { gpu: chance.below(900) / 100, disk: 1 + chance.below(50) },
    }));
    // Two callers send the groups simultaneously in different orders.
    const [one, other] = await Promise.all([
      ok('POST', 'batchCreateUsageRecordGroups', body),
      ok('POST', 'batchCreateUsageRecordGroups', [...body].reverse()),
    ]);
    const ids = (groups: Group[]) => groups.map(({ id, status }) => `${id} ${status === 'INVALID'}`).sort();
    expect(ids(one)).toEqual(ids(other));
    for (const group of one) answers.groups.set(group.id, group);
  },
  remove: async () => {
    const id = aGroup();
    const reply = id && (await call('DELETE', `usageRecordGroup/${id}?creationDate=2026-01-01`));
    if (reply) expect([200, 400], reply.text).toContain(reply.status);
    if (reply && reply.status === 200) answers.deleted.add(id);
  },
  retry: async () => {
    const id = aGroup(({ status }) => status === 'INVALID');
    const reply = id && (await call('POST', `usageRecordGroup/${id}/retry`));
    if (reply) expect([200, 400], reply.text).toContain(reply.status);
    if (reply && reply.status === 200) answers.retried.add(id);
  },
  credit: async ({ direct }: RoundEntitlements) => {
    await ok('POST', `entitlement/${direct}/addCredit`, { creditAmountIncrement: 1.25 });
    answers.credit++;
  },
  tryAgain: () => retryFailed(),
};
const weights = ['report', 'report', 'report', 'remove', 'remove', 'retry', 'credit', 'tryAgain'] as const;

function aGroup(which: (group: Group) => boolean = () => true): string | undefined {
  const ids = [...answers.groups.values()].filter(which).map(({ id }) => id);
  return ids.length > 0 ? chance.pick(ids) : undefined;
}

/** Retries usage that a marketplace rejected. */
async function retryFailed(): Promise<void> {
  const { rows } = await database.query(
    `SELECT DISTINCT report_id AS id FROM usage_line WHERE organization_id = $1 AND state IN ('REJECTED', 'MISSED')`,
    [org.id],
  );
  for (const { id } of rows) {
    const reply = await call('POST', `usageRecordReport/${id}/retry`);
    expect([200, 409], reply.text).toContain(reply.status);
  }
}

const setStatus = (id: string, status: string) =>
  database.query('UPDATE entitlement SET status = $3 WHERE organization_id = $1 AND id = $2', [
    org.id,
    id,
    status,
  ]);

async function nextHour(): Promise<void> {
  await ok('POST', 'sandbox/clock', { advance: 'PT1H' });
  await waitFor(async () =>
    (await ok('GET', 'sandbox/clock')).advancingTo === undefined ? true : undefined,
  );
}

async function disturb({ ending, suspended }: RoundEntitlements): Promise<void> {
  const hours = async () => {
    for (let hour = 0; hour < 3; hour++) await nextHour();
  };
  const suspensions = async () => {
    for (let time = 0; time < 10; time++) {
      await setStatus(suspended, time % 2 === 0 ? 'SUSPENDED' : 'ACTIVE');
      await delay(100);
    }
  };
  const end = async () => {
    await delay(chance.below(1000));
    await ok('POST', `sandbox/entitlement/${ending}/cancel`);
  };
  for (const partner of ['MKA', 'MKB', 'MKE'])
    await ok('POST', 'sandbox/fault', { partner, kind: 'REJECT_USAGE', permanent: true, count: 2 });
  await Promise.all([hours(), suspensions(), end()]);
}

const statesLeft = async () =>
  (
    await database.query(
      `SELECT b.id, 'CALL' AS state FROM usage_batch b WHERE b.organization_id = $1 AND b.run_id IS NULL
       UNION ALL SELECT l.id, l.partner || ' ' || l.state FROM usage_line l
       WHERE l.organization_id = $1 AND l.state <> 'ACCEPTED'`,
      [org.id],
    )
  ).rows;

test(`R60 reports, deletions, retries, credit, runs and ends at two programs lose nothing, ${rounds} times`, async () => {
  for (const [round, one] of sold.entries()) {
    const caller = async (number: number) => {
      for (let time = 0; time < callsOfEach; time++)
        await actions[chance.pick(weights)](one, `r${round}-${number}-${time}`);
    };
    await Promise.all([...Array.from({ length: callers }, (_, number) => caller(number)), disturb(one)]);
  }
  for (const { suspended } of sold)
    for (const { id } of [...answers.groups.values()].filter(
      (group) => group.entitlementID === suspended && group.status === 'INVALID',
    )) {
      const reply = await call('POST', `usageRecordGroup/${id}/retry`);
      if (reply.status === 200) answers.retried.add(id);
    }
  for (let hour = 0; hour < 30 && (await statesLeft()).length > 0; hour++) {
    await nextHour();
    await retryFailed();
  }
  expect(await statesLeft()).toEqual([]);
  const reported: Sums = new Map();
  const taken = [...answers.groups.values()].filter(
    ({ id, status }) => !answers.deleted.has(id) && (status !== 'INVALID' || answers.retried.has(id)),
  );
  for (const { entitlementID, records } of taken) addUnits(reported, entitlementID, records);
  const { bills } = await expectUsed(database.query, org.id, reported);
  expect(bills.size).toBeGreaterThan(0);
  const { rows } = await database.query(
    `SELECT sum(credit_amount)::float8 AS credit FROM entitlement_term WHERE organization_id = $1`,
    [org.id],
  );
  expect(rows[0].credit).toBe(answers.credit * 1.25);
  expect(await usageOf(apps[0] as TestApp, org).act(verifyUsage)).toEqual([]);
  expect(await failedJobs(database.query)).toEqual([]);
  console.log(
    `usage-races: ${answers.groups.size} groups, ${answers.deleted.size} deleted, ${answers.retried.size} taken after all, ${answers.credit} credits`,
  );
});
