import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeOnA } from '../complete-offers.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let organization: TestOrganization;
let product: string;

beforeAll(async () => {
  app = await startTestApp();
  organization = await app.organization();
  const { token, id } = organization;
  const { body } = await app.request('POST', `/org/${id}/product`, {
    token,
    body: { partner: 'MKA', name: 'Seats' },
  });
  product = body.id;
  await app.drainJobs();
  await sell('warm');
});
afterAll(() => app.stop());

/** Returns the statements that were sent to the database until the work was done. */
async function costOf(
  work: () => Promise<unknown>,
): Promise<{ transactions: number; statements: number; packets: number }> {
  const before = app.app.database.usage();
  await work();
  const after = app.app.database.usage();
  return {
    transactions: after.transactions - before.transactions,
    statements: after.statements - before.statements,
    packets: after.packets - before.packets,
  };
}

const create = (name: string) =>
  app.request('POST', `/org/${organization.id}/offer`, {
    token: organization.token,
    body: {
      ...completeOnA,
      partner: 'MKA',
      productID: product,
      name,
      info: { ...completeOnA.info, commits: [{ key: 'seats', rate: 1200 }] },
    },
  });
async function sell(name: string): Promise<void> {
  const { body } = await create(name);
  await app.drainJobs();
  const { body: offer } = await app.request('GET', `/org/${organization.id}/offer/${body.id}`, {
    token: organization.token,
  });
  expect(offer.status).toBe('PENDING_ACCEPTANCE');
}

test('an offer is accepted in one transaction of the access check and one statement', async () => {
  expect(await costOf(() => create('accepted'))).toEqual({ transactions: 1, statements: 2, packets: 1 });
  await app.drainJobs();
});

test('the tag of a new offer equals that of the record as read', async () => {
  const { body, headers } = await create('tagged');
  const path = `/org/${organization.id}/offer/${body.id}`;
  const read = await app.request('GET', path, { token: organization.token });
  expect(read.body.status).toBe('PENDING_CREATE');
  expect(headers.get('etag')).toBe(read.headers.get('etag'));
  await app.drainJobs();
});

test('an offer of a product is published in eight transactions and 20 round trips besides the claims of its three jobs', async () => {
  await create('published');
  const { transactions, statements, packets } = await costOf(() => app.drainJobs());
  // The fourth claim finds no job; each earlier claim takes three round trips.
  const claims = { transactions: 4, packets: 3 * 3 + 2 };
  expect(transactions - claims.transactions).toBe(8);
  expect(packets - claims.packets).toBe(20);
  expect(statements).toBeLessThanOrEqual(57);
});

test('the cost of an offer does not depend on the number of offers', async () => {
  const each = async (count: number) => {
    for (let index = 0; index < count; index++) await create(`one of ${count}: ${index}`);
    const { transactions, statements } = await costOf(() => app.drainJobs());
    return { transactions: transactions / count, statements: statements / count };
  };
  const [few, many] = [await each(5), await each(40)];
  expect(many.transactions).toBeLessThanOrEqual(few.transactions);
  expect(many.statements).toBeLessThanOrEqual(few.statements);
});

test('events of a burst are sealed in one transaction, and dispatched in one transaction', async () => {
  for (let index = 0; index < 20; index++) await create(`dispatched ${index}`);
  await app.drainJobs();
  // Two transactions for sealing (one finds no further event), and three for dispatch: find organizations,
  // dispatch, and find no further event.
  expect((await costOf(() => app.dispatchEvents())).transactions).toBe(5);
});

test('an idle program has one transaction a second for all of its loops', async () => {
  await app.sendMails();
  const idle = await startTestApp({ database: app.database, work: true });
  const { database } = idle.app;
  const { transaction } = database;
  const begun: number[] = [];
  database.transaction = (...values) => {
    begun.push(performance.now());
    return transaction(...values);
  };
  /** Returns the intervals between the last three transactions, once no work is left. */
  const pauses = () => begun.slice(-2).map((time, index) => time - (begun.at(index - 3) as number));
  try {
    // Timers are never early, so more than one transaction a second would have shorter intervals.
    await expect.poll(() => begun.length > 2 && pauses().every((pause) => pause > 900)).toBe(true);
  } finally {
    await idle.stop();
  }
});

test('a job that another program enqueues is run by a running worker', async () => {
  const other = await startTestApp({ database: app.database, work: true });
  try {
    const { body } = await create('found');
    await expect
      .poll(
        async () =>
          (
            await app.request('GET', `/org/${organization.id}/offer/${body.id}`, {
              token: organization.token,
            })
          ).body.status,
      )
      .toBe('PENDING_ACCEPTANCE');
  } finally {
    await other.stop();
  }
});
