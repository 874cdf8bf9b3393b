import { expect, test } from 'vitest';
import { createLog } from '../observability/log.ts';
import type { Database } from './database.ts';
import { createMaintenance, sweepOf } from './maintenance.ts';

test('a sweep that removes a full batch of rows continues until all matching rows are removed', async () => {
  const answers = [10_000, 10_000, 3, 10_000];
  const ran: string[] = [];
  const query = async ({ name }: { name: string }) => {
    ran.push(name);
    return [{ gone: name === 'sweep_busy' ? answers.shift() : 0 }];
  };
  const database = { transaction: (work: (queryable: object) => unknown) => work({ query }) };
  const { sweep } = createMaintenance({
    database: database as unknown as Database,
    log: createLog('silent'),
    sweeps: [sweepOf('sweep_busy', 'job', 'true')],
  });
  await sweep();
  expect(ran.filter((name) => name === 'sweep_busy')).toHaveLength(3);
  expect(ran.filter((name) => name === 'sweep_job')).toHaveLength(1);
});
