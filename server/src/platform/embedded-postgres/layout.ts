import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

export type Layout = { dataDir: string; cluster: string; password: string; log: string };

/** The login role and the database, which have one name. */
export const role = 'tradepost';

export async function prepareLayout(dataDir: string): Promise<Layout> {
  await mkdir(dataDir, { recursive: true });
  const real = await realpath(dataDir);
  return {
    dataDir: real,
    cluster: join(real, 'postgres'),
    password: join(real, 'postgres.password'),
    log: join(real, 'postgres.log'),
  };
}
