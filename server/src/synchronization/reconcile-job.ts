import { type AdapterRegistry, type MarketplaceAdapter, MarketplaceError } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { JobHandler, JobRun } from '../platform/jobs/queue.ts';
import { endFailedRun } from './failures.ts';
import { findImport, findSyncIntegration, isOf } from './import-store.ts';
import { readAgain } from './listed-store.ts';
import { lookForMissing } from './missing.ts';
import { beginPass, findPass, type Pass, type PassName, type Place } from './pass-store.ts';
import { type Budget, type PassEnd, pagesOfRun, readPages, recordRejections } from './read-pages.ts';
import { changesJob, comparisonJob, nextHour, nextNight, type Payload } from './reconciliation-jobs.ts';
import { type Stream, streams } from './streams.ts';
import { reportPasses } from './summary.ts';

/** The overlap with which changes are read again, because marketplace lists and clocks lag behind. */
const overlapMs = 15 * 60_000;

/** Reads the changes at a marketplace, and reconciles differences with the stored records. */
export const changesJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: changesJob,
  run: (job) => reconcile(job, registry, 'CHANGES', nextHour),
});

/** Compares all listed records of a marketplace with the stored records, and reports missing records once. */
export const comparisonJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: comparisonJob,
  run: (job) => reconcile(job, registry, 'COMPARISON', nextNight),
});

type NextTime = typeof nextHour;

async function reconcile(
  job: JobRun<Payload>,
  registry: AdapterRegistry,
  pass: Exclude<PassName, 'IMPORT'>,
  nextTime: NextTime,
): Promise<void> {
  const { partner } = job.payload;
  const again = (outcome: string) =>
    job.repeat(outcome, async (scope) => {
      await reportPasses(scope, partner, pass);
      return { at: nextTime(scope, partner), payload: job.payload };
    });
  const reason = await job.transaction((scope) => reasonNotTo(scope, partner));
  if (reason) return job.finish(reason);
  const adapter = registry.find(job, partner);
  if (!adapter) return job.finish(`no integration with ${partner}`);
  try {
    const reached = await passOver(job, adapter, pass);
    if (reached === 'PAUSE')
      return job.repeat('continues', async ({ now }) => ({ at: now, payload: job.payload }));
  } catch (error) {
    const refused = ({ readable }: MarketplaceError) => again(`failed: ${readable}`);
    return endFailedRun(job, { registry, pass, refused }, error);
  }
  return again('read');
}

/**
 * Returns the reason why the reconciliation does not run. The reconciliation is scheduled again when the
 * integration is verified or the import ends.
 */
async function reasonNotTo(scope: OrgTransaction, partner: string): Promise<string | undefined> {
  const connected = await findSyncIntegration(scope, partner);
  if (!connected?.is_verified) return 'the integration is not verified';
  const imported = await findImport(scope, partner);
  // Before the end of the import, past records would be reported as new.
  return isOf(imported, connected) && imported.ended_at !== null ? undefined : 'the import is not complete';
}

async function passOver(
  job: JobRun<Payload>,
  adapter: MarketplaceAdapter,
  pass: Exclude<PassName, 'IMPORT'>,
): Promise<PassEnd> {
  const budget: Budget = { pages: pagesOfRun };
  const begun = await job.transaction((scope) => beginPasses(scope, job.payload.partner, pass));
  let refusal: MarketplaceError | undefined;
  for (const one of begun) {
    if (one.begun.failure !== null) continue;
    try {
      const reached = await recordRejections(job, one.place, () => readStream(job, adapter, one, budget));
      if (reached !== 'END') return reached;
    } catch (error) {
      // A rejected list does not prevent the other lists from being read.
      if (!(error instanceof MarketplaceError) || !error.permanent) throw error;
      refusal ??= error;
    }
  }
  if (refusal) throw refusal;
  return 'END';
}

type StartedPass = { stream: Stream; place: Place; begun: Pass };

async function readStream(
  job: JobRun<Payload>,
  adapter: MarketplaceAdapter,
  { stream, place, begun }: StartedPass,
  budget: Budget,
): Promise<PassEnd> {
  const reached = await readPages(job, { adapter, stream, place, budget }, begun, (scope, page) =>
    takePage(scope, place, stream, page),
  );
  if (reached !== 'END' || place.pass !== 'COMPARISON') return reached;
  const pass = await job.transaction((scope) => findPass(scope, place));
  // Records in a rejected part of the list are not reported as missing.
  if (!pass?.refused) await lookForMissing(job, adapter, stream, new Date(begun.begun_at));
  return reached;
}

/** Begins the passes over all lists, or continues passes that have not ended. */
async function beginPasses(
  scope: OrgTransaction,
  partner: string,
  pass: Exclude<PassName, 'IMPORT'>,
): Promise<StartedPass[]> {
  const all: { stream: Stream; place: Place; before: Pass | undefined }[] = [];
  for (const stream of streams) {
    const place: Place = { partner, stream: stream.name, pass };
    all.push({ stream, place, before: await findPass(scope, place) });
  }
  // Lists are read sequentially. A new round begins after the passes over all lists have ended.
  const isUnderWay = all.some(({ before }) => before?.ended_at === null && before.failure === null);
  const begun: StartedPass[] = [];
  for (const { stream, place, before } of all)
    begun.push({
      stream,
      place,
      begun:
        before && isUnderWay ? before : await beginPass(scope, place, await sinceOf(scope, place, before)),
    });
  return begun;
}

/** Computes the time since which changes are read: the start of the previous pass, otherwise of the import. */
async function sinceOf(
  scope: OrgTransaction,
  { partner, pass }: Place,
  before: Pass | undefined,
): Promise<string | undefined> {
  if (pass !== 'CHANGES') return undefined;
  // After a rejection, the changes of the failed pass must still be read.
  if (before?.failure && before.since) return new Date(before.since).toISOString();
  const last = before?.begun_at ?? (await findImport(scope, partner))?.begun_at;
  return last && new Date(Date.parse(last) - overlapMs).toISOString();
}

async function takePage(scope: OrgTransaction, place: Place, stream: Stream, page: readonly unknown[]) {
  const differences = await stream.compare(scope, place.partner, page);
  const reconciled = await readAgain(scope, place, page.map(stream.externalIdOf), differences);
  return { made: 0, reconciled };
}
