import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '../../src/platform/database/migrate.ts';
import { bareUsageTable } from '../bare-usage.ts';
import { withDatabase } from '../database.ts';
import { startLoad } from '../processes.ts';
import type { Settings } from '../settings.ts';
import { createSellers, loadRows, type Seller } from '../world.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { measureRun, type RunRounds } from './run.ts';
import { type Ground, measureTaking, type Taking } from './taking.ts';
import { beginEntitlements, copyDatabase, databaseOf, withClient } from './world.ts';

export type UsageRounds = { taking: Taking[]; growth: Growth[]; run: RunRounds | undefined };

const organizations = 20;
/** Entitlements, distributed evenly over the organizations. */
const rows = 2000;

/** Measures usage in separate databases. */
export async function measureUsage(root: string, main: string, settings: Settings): Promise<UsageRounds> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-usage-'));
  const load = startLoad();
  const has = (part: string) => (settings.usageParts as readonly string[]).includes(part);
  try {
    return await withDatabase(folder, async (first) => {
      // The server's first database has a permanent connection, so it cannot be copied.
      const base = 'usage_base';
      const connectionString = databaseOf(first, base);
      await copyDatabase(first, 'template1', base);
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const sellers = await createSellers(connectionString, organizations);
      await copyDatabase(connectionString, base, 'usage_run');
      await loadRows(connectionString, sellers, rows);
      await beginEntitlements(connectionString);
      await withClient(connectionString, (client) => client.query(bareUsageTable));
      await copyDatabase(connectionString, base, 'usage_template');
      const ground: Ground = { main, folder, settings, load, sellers, rows, runs: 0 };
      return {
        taking: has('reports') ? await measureTaking(ground, connectionString) : [],
        growth: has('growth') ? await measureGrowth(ground, connectionString, 'usage_template') : [],
        run: has('run')
          ? await measureRun(ground, databaseOf(connectionString, 'usage_run'), sellers[0] as Seller)
          : undefined,
      };
    });
  } finally {
    await load.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
