import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { waitingForLocks } from '../locks.ts';
import { hourMs, type UsageLines, usageLinesOf } from '../usage-lines.fixture.ts';

let app: TestApp;
let other: TestApp;
let org: TestOrganization;
let by: UsageLines;
/** Action that completes before a call of the first process receives its response. */
let beforeAnswer: (() => Promise<void>) | undefined;
beforeAll(async () => {
  app = await startTestApp({ registry: slow });
  other = await startTestApp({ database: app.database });
  org = await app.organization();
  by = usageLinesOf(app, org);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const slow = (own: AdapterRegistry): AdapterRegistry => ({
  ...own,
  find: (organization, partner) => {
    const adapter = own.find(organization, partner);
    if (!adapter?.reportUsage) return adapter;
    const { reportUsage } = adapter;
    return {
      ...adapter,
      reportUsage: async (call) => {
        const answer = await reportUsage(call);
        const wait = beforeAnswer;
        beforeAnswer = undefined;
        await wait?.();
        return answer;
      },
    };
  },
});

const addSend = (partner: string) =>
  app.database.query(
    `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
     VALUES ($1, $2, 'metering.send', 'usage-send:' || $3, jsonb_build_object('partner', $3::text), 'organization',
       now(), now(), now())`,
    [org.id, app.app.newId('job'), partner],
  );

test('two processes that send simultaneously send each line once', async () => {
  const sold = await by.order('MKD');
  const lines: string[] = [];
  for (let n = 0; n < 12; n++)
    lines.push((await by.line(sold.id, { partner: 'MKD', dimension: `units ${n}` })).id);
  for (let n = 0; n < 4; n++) await addSend('MKD');
  await Promise.all([app.drainJobs(), other.drainJobs()]);
  expect(new Set(await by.states(lines))).toEqual(new Set(['ACCEPTED']));
  // This marketplace does not detect repeats and bills usage twice if it is sent twice.
  expect(await by.billed(sold.externalID)).toHaveLength(lines.length);
});

test.each(['MKA', 'MKB', 'MKC', 'MKE'])(
  'a process of %s that lost its lease during a call writes nothing, and the line counts once',
  async (partner) => {
    const sold = await by.order(partner);
    const line = await by.line(sold.id, { partner });
    beforeAnswer = async () => {
      await app.database.query(
        `UPDATE job SET lease_until = now() - interval '1 second'
         WHERE organization_id = $1 AND kind = 'metering.send' AND finished_at IS NULL`,
        [org.id],
      );
      await other.drainJobs();
      expect(await by.states([line.id])).toEqual(['UNKNOWN']);
    };
    await by.send(partner);
    expect(await by.states([line.id])).toEqual(['UNKNOWN']);
    await by.advance(61_000);
    expect(await by.states([line.id])).toEqual(['ACCEPTED']);
    expect(await by.billed(sold.externalID)).toHaveLength(1);
    const { rows } = await app.database.query(`SELECT type FROM usage_ledger WHERE entitlement_id = $1`, [
      sold.id,
    ]);
    expect(rows).toEqual([{ type: 'REPORTED' }]);
  },
);

test('a line that is moved to another hour just before it is sent is sent for that hour', async () => {
  const sold = await by.order('MKA');
  const late = new Date((await by.hourBefore()).getTime() + 30 * hourMs);
  for (let n = 0; n < 25; n++) await by.line(sold.id, { dimension: `units ${n}` });
  const moved = await by.line(sold.id, { dimension: 'moved', deadline: late });
  const hour = await by.hourBefore(1);
  // The first call contains the 25 other lines, because the end of an agreement may move the later lines.
  beforeAnswer = async () => {
    await app.database.query('UPDATE usage_line SET bucket_hour = $2 WHERE id = $1', [moved.id, hour]);
  };
  await by.send('MKA');
  expect(await by.states([moved.id])).toEqual(['ACCEPTED']);
  const { rows } = await app.database.query('SELECT bucket_hour AS hour FROM usage_line WHERE id = $1', [
    moved.id,
  ]);
  expect(rows).toEqual([{ hour }]);
  const billed = await by.get(`sandbox/usage?agreementId=${sold.externalID}`);
  expect(billed.find(({ dimension }: { dimension: string }) => dimension === 'moved')).toMatchObject({
    hour: hour.toISOString(),
  });
});

test('a line that is being sent again is not held: a person who resolves it gets an error', async () => {
  const sold = await by.order('MKB');
  const { id, reportId } = await by.line(sold.id, { partner: 'MKB', state: 'UNKNOWN' });
  const client = new pg.Client({ connectionString: app.database.connectionString });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`UPDATE usage_line SET state = 'SENDING', call_id = 'umc_1' WHERE id = $1`, [id]);
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const asked = by.post(`usageRecordReport/${reportId}/resolve`, { accepted: true });
    await Promise.race([asked, waitingForLocks(app.database, rows[0].pid, 1)]);
    await client.query('COMMIT');
    expect([(await asked).status, (await asked).body.code]).toEqual([409, 'usage_not_held']);
  } finally {
    await client.end();
  }
});
