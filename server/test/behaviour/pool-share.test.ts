import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ environment: { DATABASE_POOL: '4' } });
});
afterAll(() => app.stop());

test('changes of one organization that wait for each other leave connections for another', async () => {
  const [busy, other] = [await app.organization(), await app.organization()];
  const rename = ({ id, token }: typeof busy, name: string) =>
    app.request('PATCH', `/org/${id}`, { token, body: { name } });
  const holder = new pg.Client({ connectionString: app.database.connectionString });
  await holder.connect();
  let answered = 0;
  let waiting: Promise<number>[] = [];
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM organization WHERE organization_id = $1 FOR UPDATE', [busy.id]);
    waiting = Array.from({ length: 12 }, async (_, n) => {
      const { status } = await rename(busy, `Busy ${n}`);
      answered++;
      return status;
    });
    const blocked = async () =>
      (
        await app.database.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rows[0].n;
    await expect.poll(blocked).toBe(3);
    const replies = [await rename(other, 'Other 1'), await rename(other, 'Other 2')];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(answered).toBe(0);
  } finally {
    await holder.query('ROLLBACK');
    await holder.end();
  }
  const statuses = await Promise.all(waiting);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  expect(statuses).toContain(200);
});
