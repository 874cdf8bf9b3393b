import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { figures, median, ms } from './page.ts';
import { residentMb, startProgram } from './processes.ts';
import { of, type Round, runLoad, say } from './rounds.ts';
import { type Bench, loadRows, type Service, withService } from './world.ts';

/** Measures tokens, start, memory and size of the program. */
export async function measureProgram(bench: Bench): Promise<string[]> {
  const { rows, memorySeconds } = bench.settings;
  const starts = await measureStarts(bench);
  const prepare = (connectionString: string, sellers: Service['sellers']) =>
    loadRows(connectionString, sellers, rows);
  const loaded = await withService(bench, { sellers: 100, rows, prepare }, measureLoaded);
  const [warm, idle, size] = [median(starts.warm), loaded.idleMb, await installedMb(bench.root)];
  const { tokens, perSecond } = loaded;
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  return [
    figures([
      ['tokens issued per second', of(tokens, 'perSecond').toFixed(0)],
      ['p50 and p99 of a token', `${ms(of(tokens, 'p50Ms'), 1)}, ${ms(of(tokens, 'p99Ms'), 1)}`],
      ['cold start: database created and migrated', ms(median(starts.cold))],
      ['warm start', ms(warm), '1000 ms', warm <= 1000],
      ['memory of the program when started', mb(idle), '140 MB', idle <= 140],
      [
        `memory after ${memorySeconds} s of ${perSecond.toFixed(0)} mixed requests per second`,
        mb(loaded.loadedMb),
      ],
      ['installed, with development tools', mb(size.all)],
      ['installed, without', mb(size.withoutTools)],
    ]),
  ];
}

async function measureLoaded(service: Service) {
  const { settings, pid, world } = service;
  const { rounds, seconds, connections, memorySeconds } = settings;
  const idleMb = residentMb(pid);
  const tokens: Round[] = [];
  for (let seed = 0; seed < rounds; seed++)
    tokens.push(await runLoad(service, { world, connections, target: 'token', seed, seconds }));
  say(`Mixed load for ${memorySeconds} s …`);
  const mixed = { world, connections, target: 'mixed', seed: 7, seconds: memorySeconds } as const;
  const { perSecond } = await runLoad(service, mixed);
  return { idleMb, tokens, perSecond, loadedMb: residentMb(pid) };
}

/**
 * Measures the embedded default from the start of the process until /readyz is 200: cold in an empty folder,
 * where the database is created and migrated, then warm in the same folder.
 */
async function measureStarts({ main, settings }: Bench): Promise<{ cold: number[]; warm: number[] }> {
  say('Start-up times …');
  const startOnce = async (folder: string): Promise<number> => {
    const begun = performance.now();
    const program = await startProgram({ main, role: 'start', folder });
    const taken = performance.now() - begun;
    await program.stop();
    return taken;
  };
  const times = { cold: [] as number[], warm: [] as number[] };
  for (let index = 0; index < settings.starts; index++) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-start-'));
    try {
      times.cold.push(await startOnce(folder));
      times.warm.push(await startOnce(folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return times;
}

/** Measures the disk space of node_modules, with and without development dependencies. */
async function installedMb(root: string): Promise<{ all: number; withoutTools: number }> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const tools = Object.entries(lock.packages).filter(([, { dev }]) => dev);
  const sizeOf = async (file: string, except: ReadonlySet<string>): Promise<number> => {
    if (except.has(file)) return 0;
    const stat = await lstat(file);
    let total = stat.blocks === undefined ? stat.size : stat.blocks * 512;
    if (stat.isDirectory())
      for (const name of await readdir(file)) total += await sizeOf(path.join(file, name), except);
    return total;
  };
  const modules = path.join(root, 'node_modules');
  const all = await sizeOf(modules, new Set());
  const withoutTools = await sizeOf(modules, new Set(tools.map(([folder]) => path.join(root, folder))));
  return { all: all / 1e6, withoutTools: withoutTools / 1e6 };
}
