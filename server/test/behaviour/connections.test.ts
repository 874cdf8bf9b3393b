import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  MarketplaceError,
} from '../../src/marketplaces/index.ts';
import { createConnectorDouble, integrationOf } from '../connector-double.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const double = createConnectorDouble();
let app: TestApp;
let registry: AdapterRegistry;
let org: TestOrganization;
let integration: ReturnType<typeof integrationOf>;
beforeAll(async () => {
  app = await startTestApp({
    connectors: new Map([['MKA', double]]),
    registry: (own) => {
      registry = own;
      return own;
    },
  });
});
beforeEach(async () => {
  double.reset();
  org = await app.organization({ environment: 'PROD' });
  integration = integrationOf(app, org);
});
afterAll(() => app.stop());

const adapterOf = (organization = org): MarketplaceAdapter =>
  registry.find({ organizationId: organization.id, environment: 'PROD' }, 'MKA') as MarketplaceAdapter;
const keyOf = (call: (typeof double.calls)[number]) => call.connection.settings.credentials.key;

describe('the adapter of a PROD organization', () => {
  test('is available immediately when a connector exists, and reports the connector’s capabilities', () => {
    const adapter = adapterOf();
    expect(adapter.describe().partner).toBe('MKA');
    expect(Object.keys(adapter)).toEqual(
      expect.arrayContaining(['createOffer', 'findOffer', 'pullNotifications']),
    );
    for (const absent of ['readOfferByName', 'listOffers', 'readRevenue'] as const)
      expect(adapter[absent], absent).toBeUndefined();
    expect(registry.find({ organizationId: org.id, environment: 'PROD' }, 'MKB')).toBeUndefined();
    expect(double.connections).toEqual([]);
  });

  test('responds with a readable error when nothing is connected, before and after an integration exists', async () => {
    const refusal = {
      kind: 'unauthorized',
      readable: 'The organization has no integration with MKA. Connect it to the marketplace first.',
    };
    await expect(adapterOf().readOffer('o')).rejects.toMatchObject(refusal);
    await integration.create({ key: 'the first key' });
    await adapterOf().readOffer('o');
    await integration.remove();
    await expect(adapterOf().readOffer('o')).rejects.toMatchObject(refusal);
    expect(double.calls).toHaveLength(1);
    // Co-selling is a separate integration.
    await app.request('POST', `/org/${org.id}/integration`, {
      token: org.token,
      body: { partner: 'MKA', service: 'ACE', credentials: { key: 'of the other service' } },
    });
    await expect(adapterOf().readOffer('o')).rejects.toMatchObject(refusal);
  });

  test('calls with the last secret entered, and connects once for each secret', async () => {
    await integration.create({ key: 'the first key' });
    const adapter = adapterOf();
    await adapter.readOffer('o');
    await adapter.readOffer('o');
    expect(double.connections).toHaveLength(1);
    await integration.change({ credentials: { key: 'the second key' } });
    await adapter.readOffer('o');
    await integration.remove();
    await integration.create({ key: 'the third key' });
    await adapter.readOffer('o');
    expect(double.calls.map(keyOf)).toEqual([
      'the first key',
      'the first key',
      'the second key',
      'the third key',
    ]);
    expect(double.connections).toHaveLength(3);
  });

  test('has exactly the capabilities that its connector declares, and a wrong declaration is detected', async () => {
    await integration.create({ key: 'the first key' });
    const { connect } = double;
    double.connect = (connection) => {
      const { findOffer: _, ...adapter } = connect(connection);
      return { ...adapter, listOffers: async () => ({ items: [] }) };
    };
    try {
      await expect(adapterOf().readOffer('o')).rejects.toThrow('differ in findOffer, listOffers');
    } finally {
      double.connect = connect;
    }
  });

  test('calls outside of every transaction', async () => {
    await integration.create({ key: 'the first key' });
    let open: unknown;
    double.answers.readOffer = async () => {
      const { rows } = await app.database.query(
        `SELECT count(*)::int AS open FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      open = rows[0].open;
    };
    await adapterOf().readOffer('o');
    expect(open).toBe(0);
  });

  test('makes no call for a deleted organization', async () => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    await app.dispatchEvents();
    await app.database.query(`UPDATE organization SET status = 'DELETED' WHERE organization_id = $1`, [
      org.id,
    ]);
    await expect(adapterOf().readOffer('o')).rejects.toMatchObject({ kind: 'unauthorized' });
    await integration.runWaiting();
    expect(double.calls).toHaveLength(1);
  });

  test('is never that of another organization', async () => {
    const other = await app.organization({ environment: 'PROD' });
    await integration.create({ key: 'the first key' });
    await expect(adapterOf(other).readOffer('o')).rejects.toMatchObject({ kind: 'unauthorized' });
    await integrationOf(app, other).create({ key: 'of the other' });
    await adapterOf(other).readOffer('o');
    await adapterOf().readOffer('o');
    expect(double.calls.map((call) => [call.connection.organizationId, keyOf(call)])).toEqual([
      [other.id, 'of the other'],
      [org.id, 'the first key'],
    ]);
    const [theirs, ours] = double.connections;
    expect(theirs?.externalId).not.toBe(ours?.externalId);
  });
});

describe('a call with rejected credentials', () => {
  const refuse = () => {
    throw new MarketplaceError('AccessDenied', { kind: 'unauthorized', readable: 'The role is gone.' });
  };

  test('makes the integration NOT_VERIFIED once, also when ten are refused simultaneously', async () => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    double.answers.readOffer = refuse;
    const calls = Array.from({ length: 10 }, () => adapterOf().readOffer('o'));
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
    expect((await integration.read()).body).toMatchObject({
      status: 'NOT_VERIFIED',
      statusMessage: 'The role is gone.',
    });
    const events = await integration.events();
    expect(events.map(({ action, payload }) => [action, payload.status])).toEqual([
      ['CREATE', 'CREATED'],
      ['UPDATE', 'VERIFIED'],
      ['UPDATE', 'NOT_VERIFIED'],
    ]);
  });

  test.each([
    ['VERIFIED', () => integration.verify()],
    ['CREATED', () => undefined],
  ])('is retried with the secret entered meanwhile, which stays %s', async (status, verify) => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    double.answers.readOffer = async (connection) => {
      if (connection.settings.credentials.key === 'the second key') return undefined;
      await integration.change({ credentials: { key: 'the second key' } });
      await verify();
      return refuse();
    };
    await adapterOf().readOffer('o');
    expect(double.calls.filter(({ operation }) => operation === 'readOffer').map(keyOf)).toEqual([
      'the first key',
      'the second key',
    ]);
    expect((await integration.read()).body.status).toBe(status);
  });

  test('that overlaps a verification of the same secret is repeated once, then counts', async () => {
    await integration.create({ key: 'the first key' });
    double.answers.readOffer = async () => {
      await integration.verify();
      return refuse();
    };
    await expect(adapterOf().readOffer('o')).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(double.calls.filter(({ operation }) => operation === 'readOffer')).toHaveLength(2);
    double.answers.readOffer = refuse;
    await expect(adapterOf().readOffer('o')).rejects.toMatchObject({ kind: 'unauthorized' });
    expect((await integration.read()).body.status).toBe('NOT_VERIFIED');
  });

  test('of an integration that was deleted meanwhile has no effect', async () => {
    await integration.create({ key: 'the first key' });
    double.answers.readOffer = async () => {
      await integration.remove();
      return refuse();
    };
    await expect(adapterOf().readOffer('o')).rejects.toMatchObject({ kind: 'unauthorized' });
    expect((await integration.events()).map(({ action }) => action)).toEqual(['CREATE', 'DELETE']);
  });
});

describe('work of an integration whose credentials are rejected', () => {
  const refuse = () => {
    throw new MarketplaceError('AccessDenied', { kind: 'unauthorized', readable: 'The role is gone.' });
  };
  let made = 0;
  const createOffer = async () =>
    (
      await app.request('POST', `/org/${org.id}/offer`, {
        token: org.token,
        body: { partner: 'MKA', name: `Offer ${++made}` },
      })
    ).body.id as string;
  const offer = async (id: string) =>
    (await app.request('GET', `/org/${org.id}/offer/${id}`, { token: org.token })).body;
  const ended = async () =>
    (
      await app.database.query(
        `SELECT ended_as FROM job WHERE organization_id = $1 AND kind = 'offers.create' ORDER BY id`,
        [org.id],
      )
    ).rows.map(({ ended_as }) => ended_as as string | null);
  const created = () => double.calls.filter(({ operation }) => operation === 'createOffer');

  test('waits while its role is missing for a day, and continues after verification: no job has failed', async () => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    double.answers.createOffer = refuse;
    double.answers.verifyCredentials = refuse;
    const ids = [await createOffer(), await createOffer(), await createOffer()];
    await app.drainJobs();
    for (let hour = 0; hour < 3; hour++) await app.drainJobs();
    expect((await integration.verification()).body).toMatchObject({ status: 'NOT_VERIFIED', waitingJobs: 3 });
    for (const id of ids) expect((await offer(id)).status).toBe('PENDING_CREATE');
    expect(created()).toHaveLength(3);
    expect((await integration.verify()).body).toBe(false);
    await app.drainJobs();
    expect(created()).toHaveLength(3);
    double.answers = {};
    expect((await integration.verify()).body).toBe(true);
    await app.drainJobs();
    expect(created()).toHaveLength(6);
    for (const id of ids) expect((await offer(id)).status).toBe('PENDING_CREATE');
    expect(await ended()).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect((await integration.verification()).body).toMatchObject({ status: 'VERIFIED', waitingJobs: 0 });
  });

  test('continues automatically when the role is restored', async () => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    await app.dispatchEvents();
    double.answers.createOffer = refuse;
    await createOffer();
    await app.drainJobs();
    expect(await ended()).toEqual([null]);
    double.answers = {};
    await app.database.query(
      `UPDATE job SET ready_at = now(), due_at = now() WHERE organization_id = $1 AND kind = 'integrations.verify'`,
      [org.id],
    );
    await app.drainJobs();
    expect(await ended()).toEqual(['COMPLETED']);
  });

  test('is retried immediately when another secret was verified before it began to wait', async () => {
    await integration.create({ key: 'the first key' });
    await integration.verify();
    let tries = 0;
    double.answers.createOffer = () => (++tries === 1 ? refuse() : { state: 'DONE', externalId: 'there' });
    // The rejected call is recorded. Before its job is suspended, the seller verifies a new secret.
    await createOffer();
    await app.database.query(
      `CREATE FUNCTION verify_first() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN NEW.status := 'VERIFIED'; RETURN NEW; END $$`,
    );
    await app.database.query(
      `CREATE TRIGGER verify_first BEFORE UPDATE ON integration FOR EACH ROW
       WHEN (NEW.status = 'NOT_VERIFIED') EXECUTE FUNCTION verify_first()`,
    );
    try {
      await app.drainJobs();
    } finally {
      await app.database.query('DROP TRIGGER verify_first ON integration; DROP FUNCTION verify_first()');
    }
    const { rows } = await app.database.query(
      `SELECT waits_for FROM job WHERE organization_id = $1 AND kind = 'offers.create'`,
      [org.id],
    );
    expect(rows).toEqual([{ waits_for: null }]);
    await integration.runWaiting();
    expect([await ended(), tries]).toEqual([['COMPLETED'], 2]);
  });

  test('of an organization without an integration ends with a readable error', async () => {
    const id = await createOffer();
    await app.drainJobs();
    const { status, metaInfo } = await offer(id);
    expect(status).toBe('CREATE_FAILED');
    expect(JSON.stringify(metaInfo)).toMatch(/no integration/);
  });
});
