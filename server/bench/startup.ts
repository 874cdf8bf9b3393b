import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProgram } from './processes.ts';

export type StartTimes = { coldMs: number[]; warmMs: number[] };

/**
 * Measures the embedded default from the start of the process until /readyz is 200: cold in an empty folder,
 * where the database is created and migrated, then warm in the same folder.
 */
export async function measureStarts(main: string, count: number): Promise<StartTimes> {
  const times: StartTimes = { coldMs: [], warmMs: [] };
  for (let index = 0; index < count; index++) {
    const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-bench-start-'));
    try {
      times.coldMs.push(await startOnce(main, folder));
      times.warmMs.push(await startOnce(main, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return times;
}

async function startOnce(main: string, folder: string): Promise<number> {
  const begun = performance.now();
  const program = await startProgram({ main, role: 'start', folder });
  const taken = performance.now() - begun;
  await program.stop();
  return taken;
}
