import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { createConnectorDouble, integrationOf } from '../connector-double.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const double = createConnectorDouble();
let app: TestApp;
let registry: AdapterRegistry;
let org: TestOrganization;
let integration: ReturnType<typeof integrationOf>;
beforeAll(async () => {
  app = await startTestApp({
    connectors: new Map([
      ['MKA', double],
      ['MKB', double],
    ]),
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

const externalId = async (of = integration) => (await of.setup()).body.values[0].value as string;

describe('the setup of an integration', () => {
  test('has values and steps before the integration exists', async () => {
    const { status, body } = await integration.setup();
    expect(status).toBe(200);
    expect(body.steps).toBe('1. Make the role.');
    expect(body.values[0]).toEqual({
      name: 'External id',
      label: 'External id',
      value: expect.stringMatching(/^tp_[\w-]{32}$/),
      description: 'Of the role.',
    });
    expect(body.values[1].value).toBe(`${app.url}/public/signup/MKA/orgId/${org.id}`);
    expect(body.values[2].value).toBe(`${app.url}/marketplaces/MKA/notifications/${org.id}`);
  });

  test('has one external id for an organization and partner, also with simultaneous requests', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => externalId()));
    expect(new Set(all).size).toBe(1);
    const [made] = all as [string];
    await integration.create({ key: 'the first key' });
    await integration.remove();
    expect(await externalId()).toBe(made);
    const ofB = await app.request('GET', `/org/${org.id}/integration/mkb/marketplace/setup`, {
      token: org.token,
    });
    const another = await app.organization({ environment: 'PROD' });
    const ofAnother = await externalId(integrationOf(app, another));
    expect(new Set([made, ofB.body.values[0].value, ofAnother]).size).toBe(3);
  });

  test('is used by the connection, whatever the tenant enters', async () => {
    const refused = await integration.create({ key: 'the first key', externalId: 'of somebody else' });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/credentials/externalId']);
    await integration.create(
      { key: 'the first key' },
      { mkAIntegration: { externalId: 'of somebody else' } },
    );
    const changed = await integration.change({ credentials: { external_id: 'of somebody else' } });
    expect([changed.status, changed.body.errors[0].pointer]).toEqual([400, '/credentials/external_id']);
    await registry.find({ organizationId: org.id, environment: 'PROD' }, 'MKA')?.readOffer('o');
    const [connection] = double.connections;
    expect(connection?.externalId).toBe(await externalId());
    expect(JSON.stringify(connection?.settings)).not.toContain('somebody else');
  });

  test('is created by the first call of an integration without a setup', async () => {
    await integration.create({ key: 'the first key' });
    await registry.find({ organizationId: org.id, environment: 'PROD' }, 'MKA')?.readOffer('o');
    expect(double.connections[0]?.externalId).toBe(await externalId());
  });

  test('is a 404 for partners that cannot be connected, and for other organizations', async () => {
    for (const path of ['mka/ace', 'mkc/marketplace', 'crma/crm']) {
      const reply = await app.request('GET', `/org/${org.id}/integration/${path}/setup`, {
        token: org.token,
      });
      expect([reply.status, reply.body.code], path).toEqual([404, 'setup_not_found']);
    }
    const stranger = await app.organization({ environment: 'PROD' });
    for (const path of ['setup', 'verification']) {
      const reply = await app.request('GET', `/org/${org.id}/integration/mka/marketplace/${path}`, {
        token: stranger.token,
      });
      expect(reply.status, path).toBe(404);
    }
  });

  test('has an external id that is immutable, even with the rights of the program', async () => {
    await externalId();
    await expect(
      app.app.database.transaction(
        ({ query }) =>
          query({
            name: 'forge',
            text: `UPDATE integration_external_id SET external_id = 'x' WHERE organization_id = $1`,
            values: [org.id],
          }),
        'system',
      ),
    ).rejects.toThrow(/permission denied/);
  });
});
