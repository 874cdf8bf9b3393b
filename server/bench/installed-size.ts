import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type InstalledSize = { allMb: number; withoutToolsMb: number };

/** Measures the disk space of node_modules, with and without development dependencies. */
export async function measureInstalledSize(root: string): Promise<InstalledSize> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  const tools = new Set(
    Object.entries(lock.packages).flatMap(([folder, entry]) => (entry.dev ? [path.join(root, folder)] : [])),
  );
  const all = await sizeOf(path.join(root, 'node_modules'), new Set());
  const without = await sizeOf(path.join(root, 'node_modules'), tools);
  return { allMb: all / 1e6, withoutToolsMb: without / 1e6 };
}

async function sizeOf(file: string, except: ReadonlySet<string>): Promise<number> {
  if (except.has(file)) return 0;
  const stat = await lstat(file);
  const own = stat.blocks === undefined ? stat.size : stat.blocks * 512;
  if (!stat.isDirectory()) return own;
  let total = own;
  for (const name of await readdir(file)) total += await sizeOf(path.join(file, name), except);
  return total;
}
