import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  app = await startTestApp();
  organization = await app.organization();
  await sell('warm');
});
afterAll(() => app.stop());

/** What the database was sent until the work was done. */
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
    body: { partner: 'MKA', name, info: { currency: 'USD', commits: [{ key: 'seats', rate: 1200 }] } },
  });
async function sell(name: string): Promise<void> {
  const { body } = await create(name);
  await app.drainJobs();
  const { body: offer } = await app.request('GET', `/org/${organization.id}/offer/${body.id}`, {
    token: organization.token,
  });
  expect(offer.status).toBe('PENDING_ACCEPTANCE');
}

test('an offer is accepted in one transaction, of the gate and one statement', async () => {
  expect(await costOf(() => create('accepted'))).toEqual({ transactions: 1, statements: 2, packets: 1 });
  await app.drainJobs();
});

test('the tag of a new offer is that of the record as it is read', async () => {
  const { body, headers } = await create('tagged');
  const path = `/org/${organization.id}/offer/${body.id}`;
  const read = await app.request('GET', path, { token: organization.token });
  expect(read.body.status).toBe('PENDING_CREATE');
  expect(headers.get('etag')).toBe(read.headers.get('etag'));
  await app.drainJobs();
});

test('an offer is published in eight transactions and 20 round trips beside the claims of its three jobs', async () => {
  await create('published');
  const { transactions, statements, packets } = await costOf(() => app.drainJobs());
  // The fourth finds nothing; the others take three round trips each.
  const claims = { transactions: 4, packets: 3 * 3 + 2 };
  expect(transactions - claims.transactions).toBe(8);
  expect(packets - claims.packets).toBe(20);
  expect(statements).toBeLessThanOrEqual(55);
});

test('offers cost the same each, however many there are', async () => {
  const each = async (count: number) => {
    for (let index = 0; index < count; index++) await create(`one of ${count}: ${index}`);
    const { transactions, statements } = await costOf(() => app.drainJobs());
    return { transactions: transactions / count, statements: statements / count };
  };
  const [few, many] = [await each(5), await each(40)];
  expect(many.transactions).toBeLessThanOrEqual(few.transactions);
  expect(many.statements).toBeLessThanOrEqual(few.statements);
});

test('events of a burst are sealed in one transaction, and dispatched in one', async () => {
  for (let index = 0; index < 20; index++) await create(`dispatched ${index}`);
  await app.drainJobs();
  // One that seals, one that finds nothing more; one that looks for organizations, one that dispatches, one that looks.
  expect((await costOf(() => app.dispatchEvents())).transactions).toBe(5);
});

test('a program that works and has nothing to do has one transaction a second for all of its loops', async () => {
  await app.sendMails();
  const idle = await startTestApp({ database: app.database, work: true });
  const { database } = idle.app;
  const { transaction } = database;
  const begun: number[] = [];
  database.transaction = (...values) => {
    begun.push(performance.now());
    return transaction(...values);
  };
  /** What is between the last three, once it has done what there was to do. */
  const pauses = () => begun.slice(-2).map((time, index) => time - (begun.at(index - 3) as number));
  try {
    // A timer may be late and never comes too soon: more than one a second would not have such pauses.
    await expect.poll(() => begun.length > 2 && pauses().every((pause) => pause > 900)).toBe(true);
  } finally {
    await idle.stop();
  }
});

test('what another program enqueues is run by one that works', async () => {
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
