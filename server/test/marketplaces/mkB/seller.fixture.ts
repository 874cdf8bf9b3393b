import { expect } from 'vitest';
import type { Connector } from '../../../src/marketplaces/index.ts';
import { integrationOf } from '../../connector-double.ts';
import type { TestApp, TestOrganization } from '../../harness.ts';
import { passTogether } from '../clock.fixture.ts';
import { type MkBWorld, minuteMs, type Seller } from './world.fixture.ts';

/** Returns a connector without rate limits, because tests make the calls of a month in a short time. */
export const unlimited = ({ connector }: MkBWorld): Connector => ({
  ...connector,
  connect: (connection) => connector.connect({ ...connection, takeRate: async () => {} }),
});

/** Creates helpers for HTTP calls of a PROD organization on the local marketplace. */
export function sellerOf(app: TestApp, org: TestOrganization, { service }: MkBWorld, seller: Seller) {
  const integration = integrationOf(app, org, 'MKB');
  const ask = (method: string, path: string, body?: unknown) =>
    app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await ask(method, path, body);
    expect(reply.status, `${method} ${path} ${reply.text}`).toBe(200);
    return reply.body;
  };
  /** Advances time, delivers notifications and runs the jobs that become due. */
  const pass = async (ms: number): Promise<void> => {
    await passTogether(app.database, org.id, service, ms);
    for (let turn = 0; turn < 3; turn++) {
      await app.drainJobs();
      await app.dispatchEvents();
      await passTogether(app.database, org.id, service, minuteMs);
    }
    await app.drainJobs();
  };
  /** Opens the landing page as the buyer’s browser does. */
  const land = (token: string) =>
    fetch(`${app.url}/public/signup/mkb/orgId/${org.id}?${new URLSearchParams({ token })}`, {
      redirect: 'manual',
    });
  return {
    integration,
    ask,
    call,
    pass,
    land,
    webhook: `${app.url}/marketplaces/MKB/notifications/${org.id}`,
    /** Connects the organization with the seller’s application, and moves its clock to the marketplace’s time. */
    connect: async (): Promise<void> => {
      const { info, credentials } = seller.settings;
      const made = await integration.create(credentials, info);
      expect(made.status, made.text).toBe(200);
      await passTogether(app.database, org.id, service, 0);
      expect((await integration.verify()).body).toBe(true);
      await pass(minuteMs);
    },
  };
}
