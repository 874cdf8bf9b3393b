import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../src/app.ts';
import { listEveryOrganization } from '../../src/organizations/index.ts';
import { enqueue, type JobHandler } from '../../src/platform/jobs/queue.ts';
import { createWorker } from '../../src/platform/jobs/worker.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { readConfig } from '../../src/platform/system/config.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const post = (path: string, body: unknown) =>
  app.request('POST', `/org/${org.id}/${path}`, { token: org.token, body });
const get = async (path: string) =>
  (await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).body;

test.each(['9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+12:00', '0000-01-01'])(
  'a time whose year in UTC does not have four digits is a 400 for every operation that uses it (%s)',
  async (time) => {
    const bodies: [string, object, string][] = [
      ['offer', { endTime: time }, '/endTime'],
      ['offer', { expireTime: time }, '/expireTime'],
      ['offer', { info: { commits: [{ termEndTime: time }] } }, '/info/commits/0/termEndTime'],
      ['offer', { partner: 'MKA', info: { startTime: time } }, '/info/startTime'],
      ['sandbox/order', { partner: 'MKA', endTime: time }, '/endTime'],
    ];
    for (const [path, body, pointer] of bodies) {
      const reply = await post(path, body);
      expect([reply.status, reply.body.errors?.[0]?.pointer], JSON.stringify(body)).toEqual([400, pointer]);
    }
  },
);

test('R21 a type is recognized in any letter case and keeps its rules; an unknown type is stored', async () => {
  const shown = async (body: object) => {
    const { status, body: offer } = await post('offer', body);
    return status === 200
      ? [offer.offerType, offer.info.visibility, offer.status]
      : offer.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  expect(await shown({ name: 'a', offerType: 'Free_Trial' })).toEqual(['FREE_TRIAL', 'PUBLIC', 'ACTIVE']);
  expect(await shown({ name: 'b', offerType: 'cppo_out' })).toEqual(['/offerType']);
  expect(await shown({ name: 'c', offerType: 'Special' })).toEqual([
    'Special',
    'PRIVATE',
    'PENDING_ACCEPTANCE',
  ]);
  const seats = { key: 's', type: 'per_user', minimumUsers: 5, quantity: 2 };
  expect(await shown({ name: 'd', info: { commits: [seats] } })).toEqual(['/info/commits/0/quantity']);
  expect(
    await shown({ name: 'e', info: { eulaType: 'scmp', additionalEulaUrls: ['https://a.example/x'] } }),
  ).toEqual(['/info/additionalEulaUrls']);
});

test('R22 a start without effect does not delay the entitlement', async () => {
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const { body: offer } = await post('offer', {
    partner: 'MKA',
    productType: 'SUBSCRIPTION',
    info: { startTime, commits: [{ rate: 1 }] },
  });
  expect(offer.metaInfo.warningMessages[0]).toContain('startTime is kept');
  await app.drainJobs();
  expect((await post(`sandbox/offer/${offer.id}/accept`, {})).status).toBe(200);
  await app.drainJobs();
  const [entitlement] = await get(`entitlement?offerId=${offer.id}`);
  expect(entitlement.status).toBe('ACTIVE');
  expect(Date.parse(entitlement.startTime)).toBeLessThan(Date.parse(startTime));
});

test('R30 a commit with a quantity of the buyer’s choice has its own key', async () => {
  const commit = { rate: 1, buyerQuantityConfigurable: true };
  const none = await post('offer', { info: { commits: [commit] } });
  expect([none.status, none.body.errors?.[0]?.pointer]).toEqual([400, '/info/commits/0/key']);
  const twice = await post('offer', {
    info: {
      commits: [
        { ...commit, key: 'a' },
        { ...commit, key: 'a' },
      ],
    },
  });
  expect([twice.status, twice.body.errors?.[0]?.pointer]).toEqual([400, '/info/commits/1/key']);
});

test('an order that ends before it begins, and amounts and durations out of range, are a 400', async () => {
  expect((await post('sandbox/order', { partner: 'MKA', endTime: '2020-01-01' })).status).toBe(400);
  expect((await post('offer', { info: { commits: [{ rate: 1e308 }] } })).status).toBe(400);
  expect((await post('offer', { partner: 'MKC', info: { mkCDuration: 1201 } })).status).toBe(400);
  expect((await post('offer', { info: { netTermsInDays: -1 } })).status).toBe(400);
});

test('R9 R15 fields of the service are ignored, also with a wrong type', async () => {
  const created = await post('offer', {
    id: 5,
    status: [],
    creationTime: 'never',
    metaInfo: { createdByEmail: 1, notifications: 'x' },
    info: { visibility: 7 },
  });
  expect(created.status, created.text).toBe(200);
  expect(created.body).toMatchObject({ status: 'PENDING_ACCEPTANCE', info: { visibility: 'PRIVATE' } });
  const changed = await app.request('PATCH', `/org/${org.id}/notificationConfigInfo`, {
    token: org.token,
    body: { defaultSenderEmail: 5, allEmailNotificationScopes: 'bad', enableWebhookNotification: true },
  });
  expect([changed.status, changed.body.enableWebhookNotification]).toEqual([200, true]);
});

test('R26 a feature that is not in the product is refused, and by the job when the list has changed', async () => {
  await app.database.query(
    `INSERT INTO product (organization_id, id, partner, status, info, creation_time, last_update_time)
     VALUES ($1, 'prd_features', 'MKC', 'PUBLIC', $2, now(), now())`,
    [org.id, { mkCProduct: { features: [{ featureName: 'seats' }] } }],
  );
  const create = (name: string) =>
    post('offer', {
      partner: 'MKC',
      productID: 'prd_features',
      info: { mkCDuration: 12, mkCFeatures: [{ featureName: name }] },
    });
  const refused = async (reply: Promise<Reply>) => {
    const { status, body } = await reply;
    expect([status, body.errors?.[0].pointer]).toEqual([400, '/info/mkCFeatures']);
  };
  const good = await create('seats');
  await app.drainJobs();
  expect((await get(`offer/${good.body.id}`)).status).toBe('PENDING_ACCEPTANCE');
  await refused(create('wings'));
  const info = { mkCDuration: 12, mkCFeatures: [{ featureName: 'wings' }] };
  const draft = await post('draftOffer', { partner: 'MKC', productID: 'prd_features', info });
  await refused(post('offer', { id: draft.body.id }));
  await refused(post(`offer/${draft.body.id}/submitForApproval`, {}));
  await app.database.query(`UPDATE product SET info = '{}' WHERE id = 'prd_features'`);
  const late = await create('fins');
  await app.database.query(
    `UPDATE product SET info = '{"mkCProduct":{"features":[]}}' WHERE id = 'prd_features'`,
  );
  await app.drainJobs();
  const failed = await get(`offer/${late.body.id}`);
  expect(failed.status).toBe('CREATE_FAILED');
  expect(failed.metaInfo.prettifiedErrorMessages[0]).toContain('fins');
  const patch = await app.request('PATCH', `/org/${org.id}/offer/${late.body.id}`, {
    token: org.token,
    body: { info },
  });
  expect(patch.body.errors[0].pointer).toBe('/info/mkCFeatures');
});

test('a wrong MASTER_KEY prevents the start', async () => {
  await post('offer', {});
  const options = {
    config: readConfig({ PORT: '0', LOG_LEVEL: 'silent' }),
    connectionString: app.database.connectionString,
    masterKey: 'ff'.repeat(32),
    log: createLog('silent'),
  };
  await expect(createApp(options)).rejects.toThrow('another MASTER_KEY');
});

test('a job that takes longer than its lease is run once, because its lease is renewed', async () => {
  let runs = 0;
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow: JobHandler<{ n: number }> = {
    definition: {
      kind: 'test.slow',
      payload: z.object({ n: z.number() }),
      lane: () => 'slow',
      retry: () => undefined,
    },
    run: async (job) => {
      runs++;
      await held;
      await job.finish('done');
    },
  };
  const made = () =>
    createWorker({
      database: app.app.database,
      inOrganization: app.app.inOrganization,
      handlers: [slow],
      log: createLog('silent'),
      concurrency: 1,
      // The lease is renewed after each third, and long enough for a busy machine.
      leaseMs: 6000,
    });
  const leaseEnd = async (): Promise<number | undefined> => {
    const { rows } = await app.database.query(`SELECT lease_until FROM job WHERE kind = 'test.slow'`);
    return rows[0].lease_until?.getTime();
  };
  await app.app.inOrganization(org.id, 'test', async (scope) => {
    await scope.query(enqueue(scope, slow.definition, { n: 1 }));
  });
  const first = made().step();
  await expect.poll(leaseEnd).toBeDefined();
  const end = (await leaseEnd()) as number;
  await expect.poll(leaseEnd).toBeGreaterThan(end);
  expect(await made().step()).toBe(0);
  finish();
  expect(await first).toBe(1);
  expect(runs).toBe(1);
});

test('an operator can list every organization', async () => {
  const rows = await app.app.database.transaction(listEveryOrganization, 'system');
  expect(rows).toContainEqual({
    organization_id: org.id,
    environment: 'TEST',
    status: 'ACTIVE',
    name: 'Acme',
  });
});

test('a transaction whose statements are sent together runs them in order, all or nothing', async () => {
  const { database } = app.app;
  const add = (value: string) => ({
    name: '',
    text: `SELECT set_config('together.added', coalesce(current_setting('together.added', true), '') || $1, true)`,
    values: [value],
  });
  const setting = { name: '', text: `SELECT current_setting('together.added', true) AS added`, values: [] };
  const fails = { name: '', text: 'SELECT 1 / $1::integer', values: [0] };
  const rows = await database.transaction(({ query }) =>
    Promise.all([...['a', 'b', 'c'].map(add), setting].map(query)),
  );
  expect(rows.at(-1)).toEqual([{ added: 'abc' }]);
  const before = (await database.transaction(listEveryOrganization, 'system')).length;
  const rename = { name: '', text: `UPDATE organization SET name = 'Together'`, values: [] };
  await expect(
    database.transaction(({ query }) => Promise.all([rename, fails, rename].map(query)), 'system'),
  ).rejects.toMatchObject({ code: '22012' });
  const names = (await database.transaction(listEveryOrganization, 'system')).map(({ name }) => name);
  expect(names).toHaveLength(before);
  expect(names).not.toContain('Together');
});
