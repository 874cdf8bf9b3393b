import { expect } from 'vitest';
import type { Connector } from '../../../src/marketplaces/index.ts';
import { integrationOf } from '../../connector-double.ts';
import type { TestApp, TestOrganization } from '../../harness.ts';
import { passTogether } from './clock.fixture.ts';
import { buyer, type MkAWorld } from './world.fixture.ts';

const minuteMs = 60_000;

/** The connector of a world, whose calls of a day are made in a moment: they take no place among the rates. */
export const unlimited = ({ connector }: MkAWorld): Connector => ({
  ...connector,
  connect: (connection) => connector.connect({ ...connection, takeRate: async () => {} }),
});

/** What a seller in PROD does over HTTP who sells at the played marketplace; its clock is the organization's. */
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
   * Lets time pass, hears of what happened there, and does what is due. An empty queue is not read, which takes its time.
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
    /** Lets the organization in by the account's role, and answers its product. */
    connect: async (): Promise<string> => {
      const { roleArn: iamRoleArn, queueArn } = account;
      const made = await integration.create({}, { mkAIntegration: { iamRoleArn, queueArn } });
      expect(made.status, made.text).toBe(200);
      service.trust(iamRoleArn, { externalId: await externalId() });
      expect((await integration.verify()).body).toBe(true);
      await pass(minuteMs);
      await call('POST', 'product/sync', { partner: 'MKA' });
      await pass(minuteMs);
      return (await call('GET', 'partner/MKA/product'))[0].id;
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
