import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

/**
 * Compares the two ways in which a report is stored: by one statement if its entitlement is cached, or by the
 * general method. SEED selects the tested reports.
 */
let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

/** Creates an organization with a direct sale, a marketplace sale, and a metric. */
async function seller() {
  const org = await app.organization();
  const by = entitlementsOf(app, org);
  const usage = usageCallsOf(app, org, by);
  const metric = (await by.post('billableMetric', { name: 'Calls', aggregationType: 'COUNT' })).id as string;
  const ids = [(await usage.metered()).id, (await usage.metered()).id] as const;
  return { org, by, usage, metric, ids };
}
type Seller = Awaited<ReturnType<typeof seller>>;

const records = fc.dictionary(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('gpu', 'disk', 'in', 'GPU hours') },
    { weight: 1, arbitrary: fc.constantFrom('Traffic', 'nothing', '"{}\\,null') },
  ),
  fc.constantFrom(0, 1, 0.125, 1e-9, 12_345_678.9),
  { minKeys: 1, maxKeys: 3 },
);
/** Minutes from now. */
const timestamp = fc.constantFrom(undefined, undefined, undefined, undefined, 0, 4, 60, -60, -60 * 24 * 9000);
const report = fc.record(
  {
    id: fc.constantFrom('one', 'two', 'three'),
    records,
    metaInfo: fc.constantFrom({}, { note: 'x', 'a"b': [1, null] }),
    isBillable: fc.constantFrom(false, false, false, true),
    timestamp,
  },
  { requiredKeys: ['timestamp', 'records'] },
);
const step = fc.record({
  sale: fc.constantFrom(0, 0, 0, 1, 2, 3),
  status: fc.constantFrom(
    'ACTIVE',
    'PENDING_CANCEL',
    undefined,
    undefined,
    undefined,
    undefined,
    'SUSPENDED',
  ),
  reports: fc.array(report, { minLength: 1, maxLength: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Removes generated identifiers and times from response and stored rows, for comparison. */
const plain = (value: unknown, { org, ids, metric }: Seller): string => {
  let text = JSON.stringify(value);
  for (const [name, id] of Object.entries({
    org: org.id,
    one: ids[0],
    two: ids[1],
    metric,
    client: org.client.id,
  }))
    text = text.replaceAll(id, name);
  return text
    .replaceAll(/\b[a-z]{3}_[0-9a-z]{26}\b/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/[0-9a-f]{64}/g, 'hash');
};

const stored = async ({ org }: Seller) =>
  (
    await app.database.query(
      `SELECT g.id, g.entitlement_id, g.time_given, g.keys, g.quantities, g.billable_records, g.meta_info, g.state, g.reason,
         b.size, b.invalid, b.source, b.call_hash, b.actor_type, b.actor_id, b.actor_email, b.actor_name, k.ordinal,
         k.batch_id = b.id AS is_own, k.received_at = g.received_at AS is_together, b.received_at = g.received_at AS is_of_call,
         e.sequence, e.action, e.audited, e.actor_name AS named, e.payload, u.event_id IS NOT NULL AS is_unsealed,
         (SELECT count(*)::int FROM event o WHERE o.organization_id = b.organization_id AND o.entity_id = b.id) AS events
       FROM usage_group g JOIN usage_batch b ON b.organization_id = g.organization_id AND b.id = g.batch_id
       LEFT JOIN usage_key k ON k.organization_id = g.organization_id AND k.id = g.id
       LEFT JOIN event e ON e.organization_id = g.organization_id AND e.entity_id = b.id
       LEFT JOIN unsealed_event u ON u.organization_id = g.organization_id AND u.event_id = e.id
       WHERE g.organization_id = $1 ORDER BY b.id, g.ordinal`,
      [org.id],
    )
  ).rows;

test('R60 random reports have the same response and rows in both ways', async () => {
  const [quick, usual, stranger] = [await seller(), await seller(), await seller()];
  const costs = { quick: 0, usual: 0 };
  const now = Date.now();
  let tried = 0;
  let isSuspended = false;
  const send = async (own: Seller, { sale, reports }: Step, before: () => Promise<unknown>) => {
    const answers: unknown[] = [];
    for (const [index, { isBillable, timestamp: minutes, records: given, ...body }] of reports.entries()) {
      await before();
      const { statements } = app.app.database.usage();
      const reply = await own.usage.report([...own.ids, 'ent_none', stranger.ids[0]][sale] as string, {
        ...body,
        ...(body.id ? { id: `${body.id}-${Math.floor(tried / 4)}` } : {}),
        ...(isBillable ? { billableRecords: [{ key: index ? own.metric : 'none' }] } : { records: given }),
        ...(minutes === undefined ? {} : { timestamp: new Date(now + minutes * 60_000).toISOString() }),
      });
      costs[own === quick ? 'quick' : 'usual'] += app.app.database.usage().statements - statements;
      answers.push([reply.status, reply.body.code, reply.body.errors, reply.status === 200 && reply.body]);
    }
    return plain(answers, own);
  };
  await fc.assert(
    fc.asyncProperty(step, async (one) => {
      tried++;
      for (const { by, ids } of [quick, usual]) {
        if (isSuspended) await by.setStatus(ids[0], 'ACTIVE');
        if (one.status) await by.setStatus(ids[0], one.status);
      }
      isSuspended = one.status === 'SUSPENDED';
      // Updates the row to create a new row version.
      const touch = () =>
        app.database.query('UPDATE entitlement SET name = name WHERE organization_id = $1', [usual.org.id]);
      expect(await send(quick, one, async () => {})).toBe(await send(usual, one, touch));
    }),
    { numRuns: 60, endOnFailure: true, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
  expect(plain(await stored(quick), quick)).toBe(plain(await stored(usual), usual));
  expect((await stored(quick)).length).toBeGreaterThan(5);
  expect(costs.quick).toBeLessThan(costs.usual);
  expect(await quick.usage.stored()).toEqual(await usual.usage.stored());
});

test('of 64 simultaneous reports beside a run, an end and another organization, accepted usage is settled once, and nothing else', async () => {
  const own = await seller();
  const stranger = await seller();
  const { act, run, rowsOf, ledger } = usageOf(app, own.org);
  const [kept, ended] = own.ids;
  for (const id of own.ids) for (const _ of [1, 2]) await own.usage.report(id, { records: { gpu: 1 } });
  const at = new Date(Date.now() - 1000).toISOString();
  const reports = Array.from({ length: 64 }, (_, n) => ({
    sale: n % 4 === 3 ? ended : kept,
    body: { id: `r${n % 24}`, records: { gpu: (n % 24) + (n % 5 === 4 ? 0.5 : 0) + 1 }, timestamp: at },
  }));
  const [replies, foreign] = await Promise.all([
    Promise.all(reports.map(async (one) => ({ ...one, reply: await own.usage.report(one.sale, one.body) }))),
    Promise.all(Array.from({ length: 8 }, () => stranger.usage.report(kept, { records: { gpu: 1 } }))),
    run(),
    own.by.call('POST', `entitlement/${ended}/cancel`),
    app.database.query('UPDATE entitlement SET name = name WHERE organization_id = $1 AND id = $2', [
      own.org.id,
      kept,
    ]),
  ]);
  expect(new Set(foreign.map(({ status }) => status))).toEqual(new Set([404]));
  const groups = await rowsOf('usage_group', 'id');
  for (const { sale, body, reply } of replies) {
    const found = groups.filter(({ id }) => id === body.id);
    const isTaken = found.some(
      ({ entitlement_id: of, quantities }) => of === sale && Number(quantities[0]) === body.records.gpu,
    );
    expect([found.length <= 1, reply.status === 200], reply.text).toEqual([true, isTaken]);
    if (!isTaken) expect([400, 409]).toContain(reply.status);
  }
  await run();
  expect(await rowsOf('usage_batch', 'id', 'AND run_id IS NULL')).toEqual([]);
  const sum = (amounts: readonly unknown[]) => amounts.reduce<number>((all, one) => all + Number(one), 0);
  const settled = (await ledger()).filter(({ type, dimension }) => type === 'USAGE' && dimension === 'gpu');
  expect(sum(settled.map(({ quantity }) => quantity))).toBe(
    sum(groups.map(({ quantities }) => quantities[0])),
  );
  expect(await act(verifyUsage)).toEqual([]);
});
