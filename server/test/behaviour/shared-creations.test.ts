import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { isTimeFaked } from '../fake-time.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterAll(() => app.stop());

let bursts = 0;
const burst = async (count: number): Promise<string[]> => {
  bursts++;
  const ids: string[] = [];
  for (let index = 0; index < count; index++)
    ids.push((await by.post('offer', { name: `Burst ${bursts}, ${index}`, partner: 'MKA' })).id);
  return ids;
};
const select = async (text: string, ...values: unknown[]) =>
  (await app.database.query(text, [org.id, ...values])).rows;

/** Runs the jobs of a process until the offers are published. Each claim returns all ready jobs. */
async function publish(ids: readonly string[]): Promise<void> {
  const program = await startTestApp({ database: app.database, work: true, serve: false });
  await expect
    .poll(() =>
      select(
        `SELECT id FROM offer WHERE organization_id = $1 AND id = ANY ($2) AND status = 'PENDING_ACCEPTANCE'`,
        ids,
      ),
    )
    .toHaveLength(ids.length);
  await program.stop();
}

/** Counts the jobs that published the offers at the marketplace, and the times at which they were made. */
const publications = (ids: readonly string[]) =>
  select(
    `SELECT count(DISTINCT creation_time)::int AS times, count(*)::int AS jobs FROM job
     WHERE organization_id = $1 AND kind = 'sandbox.publish' AND payload::jsonb ->> 'sandboxOfferId' IN (
    SELECT id FROM sandbox_offer WHERE organization_id = $1 AND creation_key = ANY ($2))`,
    ids,
  );

/**
 * Counts the creations that ended, and the transactions that ended them. Each row of an ended job was last written by
 * the transaction that ended the job; its successor is its child.
 */
const endings = (ids: readonly string[]) =>
  select(
    `SELECT count(DISTINCT c.xmin::text)::int AS transactions, count(*)::int AS jobs
     FROM job c JOIN job r ON r.organization_id = c.organization_id AND r.parent_id = c.id
       AND r.kind = 'offers.reread' AND r.lane = replace(c.lane, 'offer:', 'reread:')
     WHERE c.organization_id = $1 AND c.kind = 'offers.create' AND c.lane = ANY ($2) AND c.ended_as = 'COMPLETED'`,
    ids.map((id) => `offer:${id}`),
  );

test('simultaneous creations are made by one transaction of the marketplace, and ended by one of ours', async () => {
  const together = [{ transactions: 1, jobs: 12 }];
  let ended: unknown[] = [];
  // On a busy machine, a notification may arrive before the end and lock its offer, whose creation then ends alone.
  for (let attempt = 0; attempt < 3 && !isDeepStrictEqual(ended, together); attempt++) {
    const ids = await burst(12);
    await publish(ids);
    expect(await publications(ids)).toEqual([{ times: 1, jobs: 12 }]);
    ended = await endings(ids);
  }
  expect(ended).toEqual(together);
});

test('faults affect the requested number of creations, and each creation is made once', async () => {
  await by.post('sandbox/fault', { kind: 'LOSE_ANSWER', count: 2 });
  await by.post('sandbox/fault', { kind: 'LOSE_CALL', count: 1 });
  const ids = await burst(6);
  await publish(ids);
  // Creations that failed once are ended individually.
  expect(
    await select(
      `SELECT attempts::int, count(*)::int AS jobs, count(DISTINCT xmin::text)::int AS transactions FROM job
       WHERE organization_id = $1 AND kind = 'offers.create' AND lane = ANY ($2) GROUP BY attempts ORDER BY attempts`,
      ids.map((id) => `offer:${id}`),
    ),
  ).toEqual([
    { attempts: 1, jobs: 3, transactions: 1 },
    { attempts: 2, jobs: 3, transactions: 3 },
  ]);
  expect(
    await select('SELECT id FROM sandbox_offer WHERE organization_id = $1 AND creation_key = ANY ($2)', ids),
  ).toHaveLength(6);
});

test.skipIf(isTimeFaked)(
  'a creation that cannot be ended yet does not delay the end of the others',
  async () => {
    const ids = await burst(5);
    const lanes = ids.map((id) => `offer:${id}`);
    const program = await startTestApp({ database: app.database, work: true, serve: false });
    const ended = () =>
      select(
        `SELECT lane FROM job WHERE organization_id = $1 AND kind = 'offers.create' AND lane = ANY ($2)
         AND finished_at IS NOT NULL`,
        lanes,
      );
    const published = () =>
      select(
        `SELECT id FROM offer WHERE organization_id = $1 AND id = ANY ($2) AND status = 'PENDING_ACCEPTANCE'`,
        ids,
      );
    // A second transaction has locked an offer. The worker waits up to ten seconds for this offer only.
    await app.app.database.transaction(async ({ query }) => {
      await query({
        name: 'lock_offer_for_long',
        text: 'SELECT id FROM offer WHERE organization_id = $1 AND id = $2 FOR UPDATE',
        values: [org.id, ids[2]],
      });
      await expect.poll(ended, { timeout: 9000 }).toHaveLength(4);
      expect((await ended()).map(({ lane }) => lane)).not.toContain(lanes[2]);
      await expect.poll(published, { timeout: 9000 }).toHaveLength(4);
    }, 'system');
    await expect.poll(ended).toHaveLength(5);
    await program.stop();
  },
);
