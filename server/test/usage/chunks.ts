import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { settleChunk } from '../../src/metering/run/settle-chunk.ts';
import type { TestApp } from '../harness.ts';
import type { usageOf } from '../usage.fixture.ts';

export type ChunkSettler = (options: {
  mostGroups?: number;
  mostSummed?: number;
  mostRead?: number;
  mostKept?: number | undefined;
  mostWritten?: number;
  failsAtTheEnd?: boolean;
}) => Promise<number>;

/**
 * Creates the function that settles pending usage like a run, with one transaction per chunk, and returns the
 * number of calls.
 */
export function chunkSettler(
  app: TestApp,
  registry: AdapterRegistry,
  { act }: ReturnType<typeof usageOf>,
): ChunkSettler {
  return async ({ failsAtTheEnd = false, ...limits }) => {
    const runId = app.app.newId('job');
    for (let total = 0; ; ) {
      const settled = await act(async (scope) => {
        const chunk = { ...limits, runId, before: undefined };
        const count = await settleChunk(scope, registry, chunk);
        if (failsAtTheEnd) throw new Error('broken off');
        return count;
      });
      if (settled === 0) return total;
      total += settled;
    }
  };
}
