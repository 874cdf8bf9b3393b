import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { createConnectorDouble, integrationOf } from '../connector-double.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const double = createConnectorDouble();
let app: TestApp;
let org: TestOrganization;
let integration: ReturnType<typeof integrationOf>;
beforeAll(async () => {
  app = await startTestApp({ connectors: new Map([['MKA', double]]) });
});
beforeEach(async () => {
  double.reset();
  org = await app.organization({ environment: 'PROD' });
  integration = integrationOf(app, org);
});
afterAll(() => app.stop());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const found = {
  verified: true,
  checks: [{ name: 'assumeRole', passed: true }],
  account: '123456789012',
  secretEndTime: inDays(90),
};
const refused = {
  verified: false,
  checks: [
    { name: 'assumeRole', passed: true },
    { name: 'readAgreements', passed: false, message: 'Give the role the right to read agreements.' },
  ],
};

describe('a verification in PROD', () => {
  test('returns the outcome, the checks, the account and the expiry of a secret', async () => {
    await integration.create({ key: 'the first key' });
    expect((await integration.verification()).body).toEqual({
      id: expect.any(String),
      partner: 'MKA',
      service: 'MARKETPLACE',
      status: 'CREATED',
      checks: [],
      streams: [],
      waitingJobs: 0,
    });
    double.answers.verifyCredentials = () => found;
    expect((await integration.verify()).body).toBe(true);
    expect((await integration.verification()).body).toMatchObject({
      status: 'VERIFIED',
      checks: found.checks,
      account: found.account,
      secretEndTime: found.secretEndTime,
      lastVerifyTime: expect.any(String),
    });
    expect((await integration.read()).body.secretEndTime).toBe(found.secretEndTime);
    double.answers.verifyCredentials = () => refused;
    expect((await integration.verify()).body).toBe(false);
    expect((await integration.verification()).body).toMatchObject({
      status: 'NOT_VERIFIED',
      statusMessage: 'Give the role the right to read agreements.',
      checks: refused.checks,
    });
    await integration.change({ credentials: { key: 'the second key' } });
    const { body } = await integration.verification();
    expect([body.status, body.checks, body.account]).toEqual(['CREATED', [], undefined]);
  });

  test('calls the marketplace for its own service only', async () => {
    await app.request('POST', `/org/${org.id}/integration`, {
      token: org.token,
      body: { partner: 'MKA', service: 'ACE', credentials: { key: 'of co-selling' } },
    });
    const reply = await app.request('POST', `/org/${org.id}/integration/MKA/ACE/verify`, {
      token: org.token,
    });
    expect([reply.body, double.calls]).toEqual([false, []]);
  });

  test('requires a role too, which is not a secret', async () => {
    await integration.create({}, { mkAIntegration: { iamRoleArn: 'a role' } });
    expect([(await integration.verify()).body, double.calls.length]).toEqual([true, 1]);
  });

  test('with rejected credentials makes one change instead of two', async () => {
    await integration.create({ key: 'the first key' });
    double.answers.verifyCredentials = () => {
      throw new MarketplaceError('AccessDenied', { kind: 'unauthorized', readable: 'The role is gone.' });
    };
    expect((await integration.verify()).body).toBe(false);
    expect(
      (await integration.events()).map(({ payload }) => [payload.status, payload.statusMessage]),
    ).toEqual([
      ['CREATED', undefined],
      ['NOT_VERIFIED', 'The role is gone.'],
    ]);
  });
});

test('a verification during changes of the secret is about the secret at its beginning', async () => {
  await integration.create({ key: 'key 0' });
  double.answers.verifyCredentials = ({ settings }) => ({
    verified: settings.credentials.key !== 'key 1',
    account: String(settings.credentials.key),
  });
  for (let round = 1; round <= 8; round++) {
    const [, verified] = await Promise.all([
      integration.change({ credentials: { key: `key ${round % 2}` } }),
      integration.verify(),
      integration.verify(),
    ]);
    expect([200, 409]).toContain(verified.status);
    const { body } = await integration.verification();
    if (body.status === 'CREATED') continue;
    expect([body.account, body.status]).toEqual(
      round % 2 === 1 ? ['key 1', 'NOT_VERIFIED'] : ['key 0', 'VERIFIED'],
    );
  }
});

describe('an integration is verified automatically each hour', () => {
  const statuses = async () => (await integration.events()).map(({ payload }) => payload.status);
  const asked = () => double.calls.filter(({ operation }) => operation === 'verifyCredentials').length;

  test('once it was verified, with an event only when the result differs', async () => {
    await integration.create({ key: 'the first key' });
    await integration.runWaiting();
    expect(asked()).toBe(0);
    double.answers.verifyCredentials = () => found;
    await integration.verify();
    const first = (await integration.verification()).body.lastVerifyTime;
    await integration.runWaiting();
    expect(asked()).toBe(2);
    expect((await integration.verification()).body.lastVerifyTime > first).toBe(true);
    expect(await statuses()).toEqual(['CREATED', 'VERIFIED']);
    double.answers.verifyCredentials = () => refused;
    await integration.runWaiting();
    await integration.runWaiting();
    expect(await statuses()).toEqual(['CREATED', 'VERIFIED', 'NOT_VERIFIED']);
    double.answers.verifyCredentials = () => found;
    await integration.runWaiting();
    expect(await statuses()).toEqual(['CREATED', 'VERIFIED', 'NOT_VERIFIED', 'VERIFIED']);
    expect(asked()).toBe(5);
  });

  test('by one job an hour, however often it is changed', async () => {
    await integration.create({ key: 'the first key' });
    for (const key of ['one', 'two', 'three']) {
      await integration.change({ credentials: { key: `the key ${key}` } });
      await integration.verify();
      await app.dispatchEvents();
    }
    const { rows } = await app.database.query(
      `SELECT round(extract(epoch FROM ready_at - now()) / 60) AS minutes FROM job
       WHERE organization_id = $1 AND kind = 'integrations.verify'`,
      [org.id],
    );
    expect(rows.map(({ minutes }) => Number(minutes))).toEqual([60]);
  });

  test('and keeps its status when its partner is unavailable, with the next check in ten minutes', async () => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    double.answers.verifyCredentials = () => {
      throw new MarketplaceError('ENOTFOUND', { kind: 'unreachable' });
    };
    await integration.runWaiting();
    expect(await statuses()).toEqual(['CREATED', 'VERIFIED']);
    const { rows } = await app.database.query(
      `SELECT round(extract(epoch FROM ready_at - now()) / 60) AS minutes FROM job
       WHERE organization_id = $1 AND kind = 'integrations.verify' AND finished_at IS NULL`,
      [org.id],
    );
    expect(rows.map(({ minutes }) => Number(minutes))).toEqual([10]);
  });

  test('and a result about a replaced secret does not affect the new secret', async () => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    double.answers.verifyCredentials = async () => {
      await integration.change({ credentials: { key: 'the second key' } });
      return refused;
    };
    await integration.runWaiting();
    expect((await integration.read()).body).toMatchObject({ status: 'CREATED' });
    double.answers.verifyCredentials = () => found;
    await integration.runWaiting();
    expect((await integration.read()).body.status).toBe('VERIFIED');
  });

  test('until it is deleted', async () => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    await app.dispatchEvents();
    await integration.remove();
    await integration.runWaiting();
    const { rows } = await app.database.query(
      `SELECT ended_as FROM job WHERE organization_id = $1 AND kind = 'integrations.verify'`,
      [org.id],
    );
    expect(rows).toEqual([{ ended_as: 'COMPLETED' }]);
    expect(asked()).toBe(1);
  });

  test('and not in TEST, where the sandbox accepts any credentials', async () => {
    org = await app.organization();
    integration = integrationOf(app, org);
    await integration.create({ key: 'the first key' });
    await integration.verify();
    await app.dispatchEvents();
    const { rows } = await app.database.query(
      `SELECT FROM job WHERE organization_id = $1 AND kind = 'integrations.verify'`,
      [org.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('notice of the expiry of a secret', () => {
  const notices = async () =>
    (await integration.events()).filter(({ change }) => change === 'SECRET_ENDS_SOON').length;
  const passDays = (days: number) =>
    app.database.query('UPDATE organization SET clock_offset_ms = $2 WHERE organization_id = $1', [
      org.id,
      days * 86_400_000,
    ]);

  test('is sent 30 and 7 days before, once each, by mail too', async () => {
    await integration.create({ key: 'the first key' });
    double.answers.verifyCredentials = () => ({ ...found, secretEndTime: inDays(40) });
    await integration.verify();
    await integration.runWaiting();
    expect(await notices()).toBe(0);
    const end = (await integration.read()).body.secretEndTime;
    double.answers.verifyCredentials = () => ({ ...found, secretEndTime: end });
    for (const [days, given] of [
      [11, 1],
      [12, 1],
      [34, 2],
      [39, 2],
      [41, 2],
    ] as const) {
      await passDays(days);
      await integration.runWaiting();
      await integration.runWaiting();
      expect(await notices(), `after ${days} days`).toBe(given);
    }
    const { rows } = await app.database.query(
      `SELECT action || '.' || entity_type AS scope, priority, message FROM notification_event
       WHERE organization_id = $1 AND title = 'Secret expires soon'`,
      [org.id],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ scope: 'UPDATE.INTEGRATION', priority: 'HIGH' });
    expect(rows[0].message).toContain(end.slice(0, 10));
  });

  test('is sent once when both are due, and again for a new expiry', async () => {
    await integration.create({ key: 'the first key' });
    const end = inDays(5);
    double.answers.verifyCredentials = () => ({ ...found, secretEndTime: end });
    await integration.verify();
    await integration.runWaiting();
    await integration.runWaiting();
    double.answers.verifyCredentials = () => ({ ...found, secretEndTime: inDays(20) });
    await integration.verify();
    await integration.runWaiting();
    expect(await notices()).toBe(2);
  });
});
