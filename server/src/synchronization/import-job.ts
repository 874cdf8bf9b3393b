import { z } from 'zod';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  type MarketplaceError,
  marketplaceRetry,
} from '../marketplaces/index.ts';
import { notePass } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { JobCancelled, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import { endFailedRun, failedHere } from './failures.ts';
import {
  endImport,
  findImport,
  findSyncIntegration,
  type Import,
  insertImport,
  isOf,
  isOfOtherAccount,
  setStopped,
} from './import-store.ts';
import { endWaiting, findWaiting, forgetListed, keepWaiting, readAgain } from './listed-store.ts';
import { beginPass, findPass, forgetPasses, type Place, reopenPass } from './pass-store.ts';
import { type Budget, type PassEnd, pagesOfRun, readPages, recordRejections } from './read-pages.ts';
import { scheduleReconciliations } from './reconciliation-jobs.ts';
import { type Stream, streams } from './streams.ts';
import { announce, reportPasses } from './summary.ts';

type Payload = { partner: string };

/** Imports an organization's listings, offers and agreements from a marketplace. */
export const importJob: JobDefinition<Payload> = {
  kind: 'synchronization.import',
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `import:${partner}`,
  slow: true,
  retry: marketplaceRetry,
  operation: { name: 'Import from a marketplace', subject: () => ({}), cancellable: true },
};

export const importJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: importJob,
  run: async (job) => {
    const { partner } = job.payload;
    const begun = await begin(job, partner);
    if (typeof begun === 'string') return job.finish(begun);
    const adapter = registry.find(job, partner);
    if (!adapter) return job.finish(`no integration with ${partner}`, undefined, 'FAILED');
    let reached: PassEnd;
    try {
      reached = await importAll(job, adapter, begun);
    } catch (error) {
      const refused = ({ readable }: MarketplaceError) =>
        job.finish(`failed: ${readable}`, (scope) => reportPasses(scope, partner, 'IMPORT'), 'FAILED');
      return endFailedRun(job, { registry, pass: 'IMPORT', refused }, error);
    }
    if (reached === 'PAUSE')
      return job.repeat('continues', async (scope) => ({ at: scope.now, payload: job.payload }));
    if (reached === 'STOP')
      return job.finish('stopped before completion', (scope) => setStopped(scope, partner, true), 'CANCELED');
    await job.finish('imported', async (scope) => {
      if (await endImport(scope, partner)) await announce(scope, partner);
      await reportPasses(scope, partner, 'IMPORT');
      await scheduleReconciliations(scope, partner);
    });
  },
  giveUp: async (job, error) => {
    const isCancelled = error instanceof JobCancelled;
    await job.finish(
      isCancelled ? 'stopped before completion' : `failed: ${error.message}`,
      async (scope) => {
        const { partner } = job.payload;
        if (isCancelled) await setStopped(scope, partner, true);
        else await notePass(scope, { partner, stream: 'IMPORT', failure: failedHere });
      },
      isCancelled ? 'CANCELED' : 'FAILED',
    );
  },
});

/** Begins an import, or returns the import in progress. If an import is impossible, returns the reason as a string. */
const begin = (job: JobRun<Payload>, partner: string): Promise<Import | string> =>
  job.transaction(async (scope) => {
    const connected = await findSyncIntegration(scope, partner);
    if (!connected?.is_verified) return 'the integration is not verified';
    const known = await findImport(scope, partner);
    if (isOf(known, connected)) return known.ended_at === null ? known : 'the import is already complete';
    await forgetPasses(scope, partner);
    await forgetListed(scope, partner, isOfOtherAccount(known, connected));
    return insertImport(scope, partner, connected);
  });

async function importAll(job: JobRun<Payload>, adapter: MarketplaceAdapter, begun: Import): Promise<PassEnd> {
  const budget: Budget = { pages: pagesOfRun };
  for (const stream of streams) {
    const reached = await recordRejections(
      job,
      { partner: job.payload.partner, stream: stream.name, pass: 'IMPORT' },
      () => importStream(job, adapter, { stream, budget, before: new Date(begun.begun_at) }),
    );
    if (reached !== 'END') return reached;
  }
  return 'END';
}

async function importStream(
  job: JobRun<Payload>,
  adapter: MarketplaceAdapter,
  { stream, budget, before }: { stream: Stream; budget: Budget; before: Date },
): Promise<PassEnd> {
  const { partner } = job.payload;
  const place: Place = { partner, stream: stream.name, pass: 'IMPORT' };
  const pass = await job.transaction(async (scope) => {
    const found = await findPass(scope, place);
    const open = found?.failure ? await reopenPass(scope, place) : found;
    return open ?? beginPass(scope, place, undefined);
  });
  const reached = await readPages(job, { adapter, stream, place, budget }, pass, (scope, page) =>
    takePage(scope, place, stream, page, before),
  );
  return reached === 'END' ? keepLate(job, adapter, { stream, budget, before }) : reached;
}

async function takePage(
  scope: OrgTransaction,
  place: Place,
  stream: Stream,
  page: readonly unknown[],
  before: Date,
) {
  const { made, differences, waiting = [] } = await stream.keep(scope, place.partner, page, before);
  await keepWaiting(scope, place, waiting);
  const ids = differences.map(({ externalId }) => externalId);
  return { made: made + waiting.length, reconciled: await readAgain(scope, place, ids, differences) };
}

/**
 * Imports the deferred agreements after all other agreements are known, oldest first. Each agreement is read again, and
 * imported in a separate transaction.
 */
async function keepLate(
  job: JobRun<Payload>,
  adapter: MarketplaceAdapter,
  { stream, budget, before }: { stream: Stream; budget: Budget; before: Date },
): Promise<PassEnd> {
  if (!stream.keepWaiting) return 'END';
  const place = { partner: job.payload.partner, stream: stream.name };
  for (;;) {
    const externalId = await job.transaction((scope) => findWaiting(scope, place));
    if (externalId === undefined) return 'END';
    if (budget.pages-- <= 0) return 'PAUSE';
    job.signal.throwIfAborted();
    const keep = await stream.keepWaiting(adapter, externalId);
    let isStopped = false;
    await job.leasedTransaction(async (scope) => {
      isStopped = (await job.cancelledBy(scope)) !== undefined;
      if (isStopped) return;
      await keep?.(scope, place.partner, before);
      await endWaiting(scope, place, externalId);
    });
    if (isStopped) return 'STOP';
  }
}
