import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../folders.ts';

export type Layout = { dataDir: string; cluster: string; password: string; log: string };

/** The name of both the login role and the database. */
export const role = 'tradepost';

export async function prepareLayout(dataDir: string): Promise<Layout> {
  await makeFolder(dataDir);
  const real = await realpath(dataDir);
  return {
    dataDir: real,
    cluster: join(real, 'postgres'),
    password: join(real, 'postgres.password'),
    log: join(real, 'postgres.log'),
  };
}
