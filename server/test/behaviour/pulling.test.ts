import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { withDouble } from '../adapter-double.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { QueueDouble } from '../queue-double.ts';

const queues = new Map<string, QueueDouble>();
const registry = withDouble((organizationId) => queues.get(organizationId)?.adapter(), { pulling: ['MKA'] });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ registry, environment: { PULL_CONCURRENCY: '3' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  queues.clear();
  await app.database.query(`UPDATE integration SET status = 'CREATED'`);
});

type Seller = TestOrganization & { queue: QueueDouble };

/** Creates an organization with a verified integration with marketplace A, and its queue. */
async function seller(environment: 'PROD' | 'TEST' = 'PROD'): Promise<Seller> {
  const org = await app.organization({ environment });
  const made = await app.request('POST', `/org/${org.id}/integration`, {
    token: org.token,
    body: { partner: 'MKA', credentials: { key: 'secret' } },
  });
  expect(made.status, made.text).toBe(200);
  await verify(org.id);
  const queue = new QueueDouble();
  queues.set(org.id, queue);
  return { ...org, queue };
}
const verify = (organizationId: string, status = 'VERIFIED') =>
  app.database.query(
    'UPDATE integration SET status = $2, sequence = sequence + 1 WHERE organization_id = $1',
    [organizationId, status],
  );
const pull = () => app.app.puller.step();
const kept = async ({ id }: TestOrganization) =>
  (
    await app.database.query(
      'SELECT external_id, method, body FROM inbound_notification WHERE organization_id = $1 ORDER BY 1',
      [id],
    )
  ).rows;
const observed = async ({ id }: TestOrganization) =>
  (
    await app.database.query(
      `SELECT payload ->> 'externalId' AS id FROM job WHERE organization_id = $1 AND kind = 'marketplaces.observe' ORDER BY id`,
      [id],
    )
  ).rows.map((row) => row.id);
const stateOf = async ({ id }: TestOrganization) =>
  (
    await app.database.query(
      `SELECT failures, last_error, due_at > now() AS waits, extract(epoch FROM due_at - now()) AS seconds, lease_token
       FROM marketplace_queue WHERE organization_id = $1`,
      [id],
    )
  ).rows[0];
/** Advances the time until every queue is due again. */
const passTime = () => app.database.query('UPDATE marketplace_queue SET due_at = now()');
const alerts = async ({ id }: TestOrganization) =>
  (
    await app.database.query(
      `SELECT entity_id FROM event WHERE organization_id = $1 AND entity_type = 'INTEGRATION' AND action = 'ABNORMAL_ALERT'`,
      [id],
    )
  ).rows;
const expectAlert = async ({ id }: TestOrganization) => {
  const { rows } = await app.database.query('SELECT id FROM integration WHERE organization_id = $1', [id]);
  app.expectAbnormalAlert(rows[0].id);
};
const about = (id: string, ...externalIds: string[]) => ({
  id,
  subjects: externalIds.map((externalId) => ({ kind: 'OFFER' as const, externalId })),
});

describe('a message in the queue of a seller', () => {
  test('is stored with the observations that it causes, and acknowledged afterwards', async () => {
    const org = await seller();
    org.queue.put(about('m1', 'o1', 'o2'));
    org.queue.put(about('m2'));
    const keptBefore: unknown[] = [];
    org.queue.beforeAcknowledge = async () => void keptBefore.push(...(await kept(org)));
    expect(await pull()).toBe(2);
    expect(org.queue.acknowledged).toEqual(['r1', 'r2']);
    expect(keptBefore).toEqual([
      { external_id: 'm1', method: 'PULL', body: JSON.stringify(about('m1', 'o1', 'o2')) },
      { external_id: 'm2', method: 'PULL', body: JSON.stringify(about('m2')) },
    ]);
    expect(await observed(org)).toEqual(['o1', 'o2']);
    expect(await pull()).toBe(0);
  });

  test('is stored once, however often it arrives, and acknowledged each time', async () => {
    const org = await seller();
    org.queue.put(about('m1', 'o1'));
    org.queue.put(about('m1', 'o1'));
    org.queue.beforeAcknowledge = () => Promise.reject(new MarketplaceError('lost', { kind: 'unknown' }));
    await pull();
    expect(org.queue.acknowledged).toEqual([]);
    org.queue.beforeAcknowledge = async () => {};
    org.queue.redeliver();
    await passTime();
    await pull();
    expect(org.queue.acknowledged).toEqual(['r1', 'r2']);
    expect([await kept(org), await observed(org)]).toMatchObject([[{ external_id: 'm1' }], ['o1']]);
  });

  test('is read by its own organization only', async () => {
    const [one, other] = [await seller(), await seller()];
    one.queue.put(about('m1', 'o1'));
    other.queue.put(about('m1', 'o2'));
    expect(await pull()).toBe(2);
    expect([await observed(one), await observed(other)]).toEqual([['o1'], ['o2']]);
  });

  test('cannot be sent to the inbound address by another sender', async () => {
    const org = await seller();
    const reply = await app.request('POST', `/marketplaces/mka/notifications/${org.id}`, {
      raw: JSON.stringify(about('m1', 'o1')),
    });
    expect([reply.status, org.queue.methods, await kept(org)]).toEqual([401, ['POST'], []]);
  });

  test('that cannot be parsed is set aside with one alert a day; later messages are read', async () => {
    const org = await seller();
    await expectAlert(org);
    for (const body of ['refused', '{"id":"","subjects":[]}', '{"id":"m0"}']) org.queue.put(body);
    org.queue.put(about('m1', 'o1'));
    expect(await pull()).toBe(4);
    expect(org.queue.acknowledged).toEqual(['r1', 'r2', 'r3', 'r4']);
    expect(await observed(org)).toEqual(['o1']);
    expect((await kept(org)).map(({ body }) => body)).toEqual(expect.arrayContaining(['refused']));
    expect((await kept(org)).filter(({ external_id: id }) => id.startsWith('unreadable:'))).toHaveLength(3);
    expect(await alerts(org)).toHaveLength(1);
    org.queue.put('refused');
    await pull();
    expect([org.queue.messages, (await alerts(org)).length]).toEqual([[], 1]);
  });

  test('that makes the adapter throw stays in the queue with an alert; later messages are read', async () => {
    const org = await seller();
    await expectAlert(org);
    org.queue.put('no JSON');
    org.queue.put(about('m1', 'o1'));
    expect(await pull()).toBe(2);
    expect(org.queue.acknowledged).toEqual(['r2']);
    expect((await kept(org)).map((row) => row.external_id)).toEqual(['m1']);
    expect(await alerts(org)).toHaveLength(1);
  });

  test('stays in the queue while it cannot be verified, and is acknowledged if it was stored before', async () => {
    const org = await seller();
    org.queue.put(about('m1', 'o1'));
    org.queue.put('unreachable');
    org.queue.put(about('m3', 'o3'));
    await pull();
    expect(org.queue.acknowledged).toEqual(['r1']);
    expect(await stateOf(org)).toMatchObject({ failures: 1, last_error: 'no keys', waits: true });
    expect(await alerts(org)).toEqual([]);
  });
});

describe('a queue', () => {
  test('is read only for an active PROD organization whose credentials are accepted', async () => {
    const [test_, prod, suspended, unverified] = [
      await seller('TEST'),
      await seller(),
      await seller(),
      await seller(),
    ];
    await app.database.query(`UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`, [
      suspended.id,
    ]);
    await verify(unverified.id, 'NOT_VERIFIED');
    await pull();
    expect([test_, prod, suspended, unverified].map(({ queue }) => queue.pulls)).toEqual([0, 1, 0, 0]);
  });

  test('that fails is polled at growing intervals, and delays no other queue', async () => {
    const [bad, good] = [await seller(), await seller()];
    const waits: number[] = [];
    for (let round = 1; round <= 12; round++) {
      bad.queue.failures.push(new MarketplaceError('down', { kind: 'unreachable' }));
      await pull();
      const { failures, seconds } = await stateOf(bad);
      expect(failures).toBe(round);
      waits.push(Number(seconds));
      await pull();
      expect([bad.queue.pulls, good.queue.pulls]).toEqual([round, 2 * round]);
      await passTime();
    }
    for (const [index, wait] of waits.slice(0, 8).entries())
      expect(wait, `wait ${index}`).toBeLessThanOrEqual(2 ** index);
    expect(waits.at(-1)).toBeGreaterThan(140);
    expect(Math.max(...waits)).toBeLessThanOrEqual(300);
    await pull();
    expect(await stateOf(bad)).toMatchObject({ failures: 0, waits: false });
  });

  test('that is throttled waits as long as the marketplace requires', async () => {
    const org = await seller();
    org.queue.failures.push(new MarketplaceError('429', { kind: 'throttled', retryAfterMs: 90_000 }));
    await pull();
    const { seconds } = await stateOf(org);
    expect(Number(seconds)).toBeGreaterThan(80);
  });

  test('that rejects our credentials pauses until its integration changes or is verified again', async () => {
    const org = await seller();
    org.queue.put(about('m1', 'o1'));
    org.queue.failures.push(new MarketplaceError('revoked', { kind: 'unauthorized' }));
    await pull();
    await passTime();
    await pull();
    expect(org.queue.pulls).toBe(1);
    await verify(org.id);
    expect(await pull()).toBe(1);
    expect(org.queue.acknowledged).toEqual(['r1']);
  });

  test('has its turn when there are more queues than slots', async () => {
    const sellers = [];
    for (let count = 0; count < 7; count++) sellers.push(await seller());
    await pull();
    await pull();
    await pull();
    expect(sellers.map(({ queue }) => queue.pulls).sort()).toEqual([1, 1, 1, 1, 1, 2, 2]);
  });

  test('is read by one process at a time, and by another once that process is lost', async () => {
    const org = await seller();
    const second = await startTestApp({ registry, database: app.database, serve: false });
    org.queue.waitMs = 200;
    const [one, other] = [pull(), second.app.puller.step()];
    await Promise.all([one, other]);
    expect(org.queue.pulls).toBe(1);
    await app.database.query(
      `UPDATE marketplace_queue SET lease_token = 'lost', lease_until = now() + interval '1 minute'`,
    );
    await second.app.puller.step();
    expect(org.queue.pulls).toBe(1);
    await app.database.query(`UPDATE marketplace_queue SET lease_until = now() - interval '1 second'`);
    org.queue.put(about('m1', 'o1'));
    expect(await second.app.puller.step()).toBe(1);
    expect(await observed(org)).toEqual(['o1']);
    await second.stop();
  });
});

describe('the loop', () => {
  /** Waits for a condition without triggering work. */
  const until = (holds: () => boolean | Promise<boolean>) => expect.poll(holds, { interval: 10 }).toBe(true);

  test('waits on all queues simultaneously, reads their messages, and releases the queues when it ends', async () => {
    const sellers = [await seller(), await seller()];
    for (const { queue } of sellers) queue.waitMs = 60_000;
    const working = await startTestApp({ registry, database: app.database, serve: false, work: true });
    await until(() => sellers.every(({ queue }) => queue.waiting === 1));
    const [first] = sellers as [Seller];
    first.queue.put(about('m1', 'o1'));
    await until(() => first.queue.acknowledged.length === 1);
    await until(async () => (await observed(first)).length === 1);
    await until(() => first.queue.waiting === 1);
    expect((await stateOf(first)).lease_token).not.toBeNull();
    await working.stop();
    expect(sellers.map(({ queue }) => queue.waiting)).toEqual([0, 0]);
    for (const org of sellers)
      expect(await stateOf(org)).toMatchObject({ lease_token: null, failures: 0, waits: false });
  });

  test('starts all queues, also more than it starts at a time', async () => {
    const sellers: Seller[] = [];
    for (let count = 0; count < 30; count++) sellers.push(await seller());
    for (const { queue } of sellers) queue.waitMs = 60_000;
    const environment = { PULL_CONCURRENCY: '40' };
    const working = await startTestApp({
      registry,
      database: app.database,
      serve: false,
      work: true,
      environment,
    });
    await until(() => sellers.every(({ queue }) => queue.waiting === 1));
    expect(sellers.map(({ queue }) => queue.pulls)).toEqual(sellers.map(() => 1));
    await working.stop();
  });

  test('gives each queue its turn when there are more queues than slots', async () => {
    const sellers: Seller[] = [];
    for (let count = 0; count < 5; count++) sellers.push(await seller());
    for (const { queue } of sellers) queue.waitMs = 20;
    const environment = { PULL_CONCURRENCY: '2' };
    const working = await startTestApp({
      registry,
      database: app.database,
      serve: false,
      work: true,
      environment,
    });
    await until(() => sellers.every(({ queue }) => queue.pulls >= 2));
    expect(sellers.reduce((sum, { queue }) => sum + queue.waiting, 0)).toBeLessThanOrEqual(2);
    await working.stop();
  });

  test('makes no calls where no marketplace is polled', async () => {
    const org = await seller();
    const quiet = await startTestApp({
      registry: withDouble((id) => queues.get(id)?.adapter()),
      connectors: new Map(),
      database: app.database,
      serve: false,
      work: true,
    });
    await quiet.drainJobs();
    await quiet.stop();
    expect([org.queue.pulls, await stateOf(org)]).toEqual([0, undefined]);
  });
});
