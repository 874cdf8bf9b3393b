import { expect } from 'vitest';
import type { Connector } from '../../../src/marketplaces/index.ts';
import { integrationOf } from '../../connector-double.ts';
import type { TestApp, TestOrganization } from '../../harness.ts';
import { passTogether } from '../clock.fixture.ts';
import type { MkCWorld, Seller } from './world.fixture.ts';

export const minuteMs = 60_000;

/** Returns a connector without rate limits, because tests make the calls of a day in a short time. */
export const unlimited = ({ connector }: Pick<MkCWorld, 'connector'>): Connector => ({
  ...connector,
  connect: (connection) => connector.connect({ ...connection, takeRate: async () => {} }),
});

/** Creates helpers for HTTP calls of a PROD organization on the local marketplace, which pushes its events. */
export function sellerOf(app: TestApp, org: TestOrganization, { service }: MkCWorld, seller: Seller) {
  const integration = integrationOf(app, org, 'MKC');
  const ask = (method: string, path: string, body?: unknown) =>
    app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await ask(method, path, body);
    expect(reply.status, `${method} ${path} ${reply.text}`).toBe(200);
    return reply.body;
  };
  /** Advances time, pushes events and runs the jobs that become due. */
  const pass = async (ms: number): Promise<void> => {
    await passTogether(app.database, org.id, service, ms);
    for (let turn = 0; turn < 3; turn++) {
      await app.drainJobs();
      await app.dispatchEvents();
      await passTogether(app.database, org.id, service, minuteMs);
    }
    await app.drainJobs();
  };
  const endpoint = `${app.url}/marketplaces/MKC/notifications/${org.id}`;
  const subscription = service.addSubscription(seller, { push: { endpoint, email: seller.account.email } });
  return {
    integration,
    subscription,
    ask,
    call,
    pass,
    /** Opens the sign-up page with a token, as the buyer's browser does. */
    land: (token: string) =>
      fetch(`${app.url}/public/signup/mkc/orgId/${org.id}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ 'x-gcp-marketplace-token': token }),
      }),
    /** Connects the organization, and moves its clock to the marketplace's time. */
    connect: async (settings: object = {}): Promise<void> => {
      const { info, credentials } = seller.settings;
      const mkCIntegration = {
        ...info.mkCIntegration,
        pubsubSubscription: subscription.name,
        pushesNotifications: true,
        signupDomain: 'tradepost.example',
        ...settings,
      };
      const made = await integration.create(credentials, { mkCIntegration });
      expect(made.status, made.text).toBe(200);
      await passTogether(app.database, org.id, service, 0);
      expect((await integration.verify()).body).toBe(true);
      await pass(minuteMs);
    },
  };
}
