import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConnectorDouble, integrationOf } from '../connector-double.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const marketplace = createConnectorDouble();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connectors: new Map([['MKA', marketplace]]) });
});
afterAll(() => app.stop());
beforeEach(async () => {
  marketplace.reset();
  await app.database.query(`UPDATE integration SET status = 'CREATED'`);
});

/** Creates organizations whose queues were read before, so that the writes of the current minute are done. */
async function sellers(count: number): Promise<TestOrganization[]> {
  const all: TestOrganization[] = [];
  for (let made = 0; made < count; made++) {
    const org = await app.organization({ environment: 'PROD' });
    expect((await integrationOf(app, org).create({ key: 'secret' })).status).toBe(200);
    expect((await integrationOf(app, org).verify()).body).toBe(true);
    all.push(org);
  }
  await app.app.puller.step();
  return all;
}
/** Reads each queue once. Returns the number of transactions and of marketplace calls. */
async function costOfLook() {
  marketplace.calls = [];
  const { transactions } = app.app.database.usage();
  await app.app.puller.step();
  const made = app.app.database.usage().transactions - transactions;
  return { transactions: made, calls: marketplace.calls.map(({ operation }) => operation) };
}

// The leases of all queues are acquired in one transaction, and released in one.
const leases = 2;

test('a poll of a quiet queue costs one transaction and one call', async () => {
  await sellers(5);
  expect(await costOfLook()).toEqual({
    transactions: 5 + leases,
    calls: Array.from({ length: 5 }, () => 'pullNotifications'),
  });
});

test('messages that arrive together cost one commit, and one observation of their subject', async () => {
  const [org] = (await sellers(1)) as [TestOrganization];
  const subjects = [{ kind: 'AGREEMENT', externalId: 'a1' }];
  Object.assign(marketplace.answers, {
    pullNotifications: () =>
      ['m1', 'm2', 'm3'].map((id) => ({
        receipt: id,
        raw: { method: 'PULL', query: '', headers: {}, rawBody: id },
      })),
    verifyNotification: (_connection: unknown, { rawBody }: { rawBody: string }) => ({
      id: rawBody,
      subjects,
    }),
  });
  await costOfLook();
  await app.database.query('DELETE FROM inbound_notification');
  await app.database.query(`DELETE FROM job WHERE kind = 'marketplaces.observe'`);
  // The integration is read for the poll, for all verifications, and for the acknowledgement.
  expect(await costOfLook()).toMatchObject({ transactions: 3 + 1 + leases });
  expect(marketplace.calls.at(-1)).toMatchObject({
    operation: 'acknowledgeNotifications',
    given: [['m1', 'm2', 'm3']],
  });
  const { rows } = await app.database.query(
    `SELECT payload ->> 'externalId' AS id FROM job WHERE organization_id = $1 AND kind = 'marketplaces.observe'`,
    [org.id],
  );
  expect(rows).toEqual([{ id: 'a1' }]);
});
