import { describe, expect, test } from 'vitest';
import { runs, seed } from './sample.ts';
import { parsed, type Session } from './session.ts';
import * as values from './values.ts';

/**
 * Defines the tests that run after all cases of a suite.
 * @param share fraction of the suite’s cases that ran
 */
export function expectAllCovered(session: () => Session, share = 1): void {
  describe('all requests of the suite', () => {
    test('a refused request writes no row', async () => {
      const refused = session().tried.filter(({ got }) => got.status >= 400 && got.status < 500);
      expect(refused.length).toBeGreaterThan(500 * share);
      const ids = refused.map(({ got }) => (parsed(got.text) as { requestId?: string }).requestId ?? '');
      const events = await session().app.database.query('SELECT id FROM event WHERE request_id = ANY ($1)', [
        ids,
      ]);
      expect(events.rows).toEqual([]);
      const before = await session().rowCounts();
      const again = values.sample(refused, Math.ceil(300 * share * runs), values.seeded(seed));
      // Only the class of the status is compared, because the record may have changed and a different error
      // may come first.
      for (const sent of again) {
        const { status } = await session().repeat(sent);
        expect(Math.floor(status / 100), `${sent.operation.operationId} answered ${status}`).toBe(4);
      }
      expect(await session().rowCounts()).toEqual(before);
    });

    test('no enqueued job fails', async () => {
      await session().app.drainJobs();
      const { rows } = await session().app.database.query(
        `SELECT kind, count(*)::int AS jobs, array_agg(DISTINCT left(coalesce(last_error, outcome), 100))
         FILTER (WHERE last_error IS NOT NULL OR outcome LIKE 'failed%') AS failures
       FROM job GROUP BY kind`,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ failures }) => failures !== null)).toEqual([]);
    });
  });
}
