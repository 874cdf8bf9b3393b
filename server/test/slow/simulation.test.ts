import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyInvoices } from '../../src/billing/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';
import { expectInvariants, failedJobs } from './invariants.ts';
import { type Chance, countOf, seededChance } from './seeded.ts';

const runs = countOf('SIMULATION_RUNS', 4);
const steps = 60;
const chance = seededChance('simulation');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());

type CreatedRecords = { offers: string[]; entitlements: string[]; addons: Map<string, number> };
type World = { org: TestOrganization; done: CreatedRecords; chance: Chance };

const call = ({ org }: World, method: string, path: string, body?: unknown): Promise<Reply> =>
  app.request(method, `/org/${org.id}${path}`, { token: org.token, ...(body === undefined ? {} : { body }) });

/** The possible actions of a seller, a buyer, a marketplace or an operator, in any order. */
const moves: Record<string, (world: World) => Promise<unknown>> = {
  create: async (world) => {
    const partner = world.chance.pick(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF', null]);
    const name = `offer ${world.done.offers.length} ${world.chance.below(1_000_000)}`;
    const offerType = world.chance.pick(['PRIVATE', 'PRIVATE', 'PRIVATE', 'DEFAULT']);
    const reply = await call(world, 'POST', '/offer', {
      name,
      partner,
      offerType,
      info: {
        mkCDuration: 12,
        autoRenew: world.chance.pick([true, false]),
        ...(world.chance.pick([true, false]) ? metered : {}),
      },
    });
    expect(reply.status, reply.text).toBe(200);
    world.done.offers.push(reply.body.id);
  },
  accept: (world) =>
    play(world, 'offer', world.done.offers, world.chance.pick(['accept', 'accept', 'reject'])),
  cancel: (world) => play(world, 'entitlement', world.done.entitlements, 'cancel'),
  live: (world) => {
    const bodies = {
      suspend: undefined,
      reinstate: undefined,
      renew: {},
      changeQuantity: { quantity: 1 + world.chance.below(9) },
      changePlan: { planId: `plan ${world.chance.below(3)}`, amount: world.chance.below(1000) },
    };
    const verb = world.chance.pick(Object.keys(bodies) as (keyof typeof bodies)[]);
    return play(world, 'entitlement', world.done.entitlements, verb, bodies[verb]);
  },
  advance: async (world) => {
    const reply = await call(world, 'POST', '/sandbox/clock', {
      advance: world.chance.pick(['PT1H', 'P40D', 'P7M']),
    });
    expect([200, 409], reply.text).toContain(reply.status);
  },
  order: async (world) => {
    const body = {
      partner: world.chance.pick(['MKA', 'MKB', 'MKD', 'MKE']),
      approve: world.chance.pick([true, false]),
      quantity: 1 + world.chance.below(9),
      amount: 100,
    };
    expect((await call(world, 'POST', '/sandbox/order', body)).status).toBe(200);
  },
  addon: async (world) => {
    if (world.done.entitlements.length === 0) return;
    const id = world.chance.pick(world.done.entitlements);
    const reply = await call(world, 'POST', `/entitlement/${id}/addon`, { amount: world.chance.below(100) });
    expect([200, 400], reply.text).toContain(reply.status);
    if (reply.status === 200) world.done.addons.set(id, (world.done.addons.get(id) ?? 0) + 1);
  },
  use: async (world) => {
    if (world.done.entitlements.length === 0) return;
    const id = world.chance.pick(world.done.entitlements);
    const records = { api: world.chance.below(world.chance.pick([100, 3000])) };
    const reply = await call(world, 'POST', `/entitlement/${id}/usageRecordGroup`, { records });
    expect([200, 400], reply.text).toContain(reply.status);
  },
  look: async (world) => {
    const listed = await call(world, 'GET', '/entitlement');
    world.done.entitlements = listed.body.map(({ id }: { id: string }) => id);
  },
  work: () => app.app.worker.step(),
  // A marketplace repeats notifications, and an old notification may arrive again.
  repeat: async ({ org }) => {
    await app.database.query(
      `UPDATE job SET finished_at = NULL, lease_token = NULL, lease_until = NULL, outcome = NULL, ready_at = now()
       WHERE organization_id = $1 AND (id) IN (
         SELECT id FROM job WHERE organization_id = $1 AND finished_at IS NOT NULL ORDER BY md5(id || $2) LIMIT 1)`,
      [org.id, String(chance.below(1_000_000))],
    );
  },
};

/** Usage is charged above the commit only. */
const metered = {
  currency: 'USD',
  isMeteringOverageCommit: true,
  dimensions: [{ key: 'api', name: 'API', rate: 0.037 }],
  commits: [{ key: 'fee', rate: 90, length: 12, timeUnit: 'MONTH' }],
};

async function play(
  world: World,
  noun: string,
  ids: readonly string[],
  how: string,
  body?: object,
): Promise<void> {
  if (ids.length === 0) return;
  const reply = await call(world, 'POST', `/sandbox/${noun}/${world.chance.pick(ids)}/${how}`, body);
  // The marketplace may not support the action, or not in this state.
  expect([200, 400, 409], reply.text).toContain(reply.status);
}

async function expectNothingLost(world: World): Promise<void> {
  const offers = (await call(world, 'GET', '/offer?limit=1000')).body as { id: string; status: string }[];
  expect(offers.map(({ id }) => id)).toEqual(expect.arrayContaining(world.done.offers));
  const settled = ['PENDING_ACCEPTANCE', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'CREATE_FAILED', 'ACTIVE'];
  for (const offer of offers) expect.soft(settled, offer.id).toContain(offer.status);
  for (const [id, count] of world.done.addons) {
    const { body } = await call(world, 'GET', `/entitlement/${id}`);
    expect.soft(body.info.addons, id).toHaveLength(count);
  }
}

test(`${runs} histories of an organization, step by step in any order, keep the invariants`, async () => {
  const names = [
    'create',
    'create',
    'accept',
    'accept',
    'work',
    'work',
    'work',
    'work',
    'addon',
    'addon',
    'use',
    'use',
    'use',
    'look',
    'cancel',
    'live',
    'live',
    'live',
    'advance',
    'order',
    'order',
    'repeat',
  ];
  for (let run = 0; run < runs; run++) {
    const world: World = {
      org: await app.organization(),
      done: { offers: [], entitlements: [], addons: new Map() },
      chance,
    };
    const history: string[] = [];
    for (let step = 0; step < steps; step++) {
      const name = chance.pick(names);
      history.push(name);
      await moves[name]?.(world);
    }
    await app.drainJobs();
    await expectNothingLost(world);
    await expectInvariants(app.database.query);
    const { act } = usageOf(app, world.org);
    expect([await act(verifyUsage), await act(verifyInvoices)], history.join(' ')).toEqual([[], []]);
    expect(await failedJobs(app.database.query), history.join(' ')).toEqual([]);
  }
});
