import { expect } from 'vitest';
import type { Connector } from '../../../src/marketplaces/index.ts';
import { integrationOf } from '../../connector-double.ts';
import type { TestApp, TestOrganization } from '../../harness.ts';
import { passTogether } from '../clock.fixture.ts';
import { buyer, type MkAWorld } from './world.fixture.ts';

const minuteMs = 60_000;

/** Returns a connector without rate limits, because tests make the calls of a day in a short time. */
export const unlimited = ({ connector }: MkAWorld): Connector => ({
  ...connector,
  connect: (connection) => connector.connect({ ...connection, takeRate: async () => {} }),
});

/** Creates helpers for HTTP calls of a PROD organization on the local marketplace. */
export function sellerOf(
  app: TestApp,
  org: TestOrganization,
  { service }: MkAWorld,
  account: ReturnType<MkAWorld['newSeller']> | ReturnType<MkAWorld['service']['addSeller']>,
) {
  const integration = integrationOf(app, org);
  const ask = (method: string, path: string, body?: unknown) =>
    app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await ask(method, path, body);
    expect(reply.status, `${method} ${path} ${reply.text}`).toBe(200);
    return reply.body;
  };
  /**
   * Advances time, receives events and runs due jobs. An empty queue is not read, because its long poll takes
   * real time.
   * @param of the account whose queue is connected
   */
  const pass = async (ms: number, of: Pick<typeof account, 'accountId'> = account): Promise<void> => {
    await passTogether(app.database, org.id, service, ms);
    for (let turn = 0; turn < 3; turn++) {
      if (service.messagesOf(of.accountId).length > 0) await app.app.puller.step();
      await app.drainJobs();
      await app.dispatchEvents();
      await passTogether(app.database, org.id, service, 3 * minuteMs);
    }
  };
  const externalId = async (): Promise<string> =>
    (await integration.setup()).body.values.find(({ name }: { name: string }) => name === 'externalId').value;
  return {
    integration,
    ask,
    call,
    pass,
    externalId,
    /** Connects the organization with the account's role and `settings`. Returns the first product, if any. */
    connect: async (settings: object = {}): Promise<string> => {
      const { roleArn: iamRoleArn, queueArn } = account;
      const made = await integration.create({}, { mkAIntegration: { iamRoleArn, queueArn, ...settings } });
      expect(made.status, made.text).toBe(200);
      service.trust(iamRoleArn, { externalId: await externalId() });
      // Retried, because verification calls have a real-time timeout that a busy machine may exceed.
      let verified = await integration.verify();
      for (let left = 5; left > 0 && verified.status === 503; left -= 1)
        verified = await integration.verify();
      expect(verified.body).toBe(true);
      await pass(minuteMs);
      await call('POST', 'product/sync', { partner: 'MKA' });
      await pass(minuteMs);
      return (await call('GET', 'partner/MKA/product'))[0]?.id;
    },
    offer: (name: string, productID?: string, info: object = {}) =>
      call('POST', 'offer', {
        partner: 'MKA',
        name,
        ...(productID ? { productID } : {}),
        expireTime: '2090-01-01T00:00:00Z',
        info: {
          currency: 'USD',
          eulaType: 'SCMP',
          mkAAgreementDuration: 'P12M',
          buyerMkAAccountIds: [buyer],
          commits: [{ key: 'seats', quantity: 2, rate: 600, length: 1, timeUnit: 'YEAR' }],
          dimensions: [{ key: 'usedHours', rate: 0.5 }],
          ...info,
        },
      }),
  };
}
