import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  MarketplaceError,
  observeJob,
  type UsageAnswer,
  type UsageCapabilities,
  type UsageVerdict,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { sendJob } from '../send-job-definition.ts';
import { applyChanges, type Change, changeBy, LineChanged } from './apply.ts';
import { cutIntoCalls } from './batches.ts';
import { scheduleComparison } from './compare-usage-job.ts';
import { changeByTime, nextLook } from './deadlines.ts';
import { findDueLines, findOpenLines, type Line, markSending, type OpenLine } from './line-store.ts';
import { createRatesOfSellers, type Rates } from './rates.ts';
import { type PreparedLine, prepare } from './record.ts';
import { scheduleLook } from './send-again.ts';
import { outcomeOf, outcomesOf } from './verdicts.ts';

type Payload = { partner: string };

/** A marketplace that accepts usage, with its adapter and limits. */
type UsageTarget = {
  adapter: MarketplaceAdapter;
  usage: UsageCapabilities;
  rates: Rates | undefined;
  onUnauthorized: AdapterRegistry['onUnauthorized'];
};

/** Maximum number of lines per read, sufficient for several calls. */
const mostLooked = 2000;

/**
 * Sends the due lines of an organization to a marketplace. The jobs of a marketplace run one at a time, so a
 * line in SENDING was sent by a process that died, and its outcome is unknown.
 */
export const sendJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => {
  const ratesOf = createRatesOfSellers();
  return {
    definition: sendJob,
    run: async (job) => {
      const { partner } = job.payload;
      const adapter = registry.find(job, partner);
      const usage = adapter?.describe().usage;
      await job.leasedTransaction((scope) => lookAtOpen(scope, partner, usage));
      if (adapter?.reportUsage && usage)
        await sendDue(job, {
          adapter,
          usage,
          rates: ratesOf(job.organizationId, partner, usage.rate),
          onUnauthorized: registry.onUnauthorized,
        });
      await job.finish(usage ? 'sent' : `no integration with ${partner}`, async (scope) => {
        if (adapter?.listUsage) await scheduleComparison(scope, partner);
        const at = nextTime(await findOpenLines(scope, partner), usage, scope.now);
        if (at) await scheduleLook(scope, partner, at);
      });
    },
  };
};

/**
 * Computes the time of the next check of open lines. Lines that wait for their agreement are polled, because
 * the observation of an agreement does not notify lines.
 */
function nextTime(
  open: readonly OpenLine[],
  usage: UsageCapabilities | undefined,
  now: Date,
): Date | undefined {
  const at = nextLook(open, usage);
  const isHeld = open.some((line) => line.is_held);
  const soon = later(now, isHeld ? 60 : 1);
  if (at === undefined) return isHeld ? soon : undefined;
  return at < now || (isHeld && at > soon) ? soon : at;
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Applies time-triggered changes to open lines, and resolves lines that a dead process was sending. */
async function lookAtOpen(
  scope: OrgTransaction,
  partner: string,
  usage: UsageCapabilities | undefined,
): Promise<void> {
  const changes = (await findOpenLines(scope, partner)).flatMap((line) => {
    const change = changeOfOpen(line, usage, scope.now);
    return change ? [{ line, change }] : [];
  });
  if (changes.length > 0) await applyChanges(scope, changes);
}

const lost: UsageVerdict = { kind: 'unknown', message: 'the process that sent it died' };

const changeOfOpen = (line: Line, usage: UsageCapabilities | undefined, now: Date): Change | undefined =>
  line.state === 'SENDING'
    ? changeBy(
        outcomeOf(lost, {
          usage: usage ?? { unknown: 'hold' },
          now,
          attempts: line.attempts,
          dimension: line.dimension,
        }),
        now,
      )
    : changeByTime(line, usage, now);

/** Sends until no line is due. Each iteration changes every due line, so the loop ends. */
async function sendDue(job: JobRun<Payload>, reached: UsageTarget): Promise<void> {
  const { adapter, usage } = reached;
  const { partner } = job.payload;
  for (;;) {
    job.signal.throwIfAborted();
    const limit = Math.min(mostLooked, usage.maximumBatch * 8);
    const contiguous = usage.contiguousIntervals;
    const due = await job.transaction((scope) => findDueLines(scope, { partner, limit, contiguous }));
    if (due.length === 0) return;
    const prepared = due.map(prepare);
    const asked = adapter.readUsage ? prepared.filter(({ line }) => line.state === 'UNKNOWN') : [];
    if (asked.length > 0) await ask(job, reached, asked);
    const toSend = prepared.filter((one) => !asked.includes(one));
    for (const call of cutIntoCalls(toSend, usage)) {
      job.signal.throwIfAborted();
      await send(job, reached, call);
    }
  }
}

/** Looks up the outcome of lines at the marketplace. Lines that are unknown there are sent again. */
async function ask(
  job: JobRun<Payload>,
  { adapter, usage }: UsageTarget,
  lines: readonly PreparedLine[],
): Promise<void> {
  const records = lines.map(({ record }) => record);
  const verdicts = await adapter.readUsage?.(records).catch((error: Error) => {
    job.log.warn({ err: error }, 'looking up usage at the marketplace failed');
    return undefined;
  });
  await job.leasedTransaction(async (scope) => {
    const { now } = scope;
    const changeOf = ({ attempts, dimension }: Line, verdict: UsageVerdict = unread): Change =>
      verdicts && verdict.kind === 'unknown'
        ? { state: 'WAITING', due_time: null }
        : changeBy(outcomeOf(verdict, { usage, now, attempts, dimension }), now);
    await applyChanges(
      scope,
      lines.map(({ line }, index) => ({ line, change: changeOf(line, verdicts?.[index]) })),
    );
  });
}

const unread: UsageVerdict = {
  kind: 'unknown',
  message: 'the outcome could not be looked up at the marketplace',
};

/**
 * Sends a call. Its lines are marked SENDING before the call; their verdicts are applied in one transaction
 * after the call.
 */
async function send(
  job: JobRun<Payload>,
  reached: UsageTarget,
  call: readonly PreparedLine[],
): Promise<void> {
  const { usage, rates } = reached;
  const callId = await claim(job, call, usage, rates);
  if (callId === undefined) return;
  const lines = call.map(({ line }) => ({ ...line, state: 'SENDING' as const, call_id: callId }));
  const sent = lines.map((line, index) => ({
    ...line,
    attempts: line.attempts + 1,
    mayBeTaken: call[index]?.line.state === 'UNKNOWN',
  }));
  const records = call.map(({ record }) => record);
  const { answer, unauthorized } = await report(reached.adapter, { key: callId, records });
  await job.leasedTransaction(async (scope) => {
    const { now } = scope;
    // The verdicts set the retry times of the lines, so this function does not wait.
    if (unauthorized) await reached.onUnauthorized?.(scope, job.payload.partner, unauthorized);
    const keys = records.map(({ key }) => key);
    const outcomes = outcomesOf(sent, keys, answer, { usage, now, callId });
    await applyChanges(
      scope,
      sent.map((line, index) => ({
        line,
        change: changeBy(outcomes[index] as (typeof outcomes)[number], now),
      })),
    );
    const { partner } = job.payload;
    const ended = call
      .filter((_, index) => outcomes[index]?.kept.isEnded)
      .map(({ agreementId }) => agreementId);
    await readAgreementsAgain(scope, partner, ended);
  });
}

/**
 * Enqueues a reconciliation of agreements that the marketplace reported as ended, because the notification
 * may have been lost.
 */
async function readAgreementsAgain(
  scope: OrgTransaction,
  partner: string,
  agreementIds: readonly string[],
): Promise<void> {
  for (const externalId of new Set(agreementIds))
    await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT', externalId }));
}

/**
 * Marks lines as sent with a call. Returns undefined if the rate limit is reached or a line is no longer
 * open.
 */
async function claim(
  job: JobRun<Payload>,
  call: readonly PreparedLine[],
  usage: UsageCapabilities,
  rates: Rates | undefined,
): Promise<string | undefined> {
  const agreements = [...new Set(call.map(({ agreementId }) => agreementId))];
  let callId: string | undefined;
  const claimed = job.leasedTransaction(async (scope) => {
    const at = rates?.take(usage.rate?.each === 'agreement' ? agreements : [''], scope.now);
    if (at) {
      const changes = call.map(({ line }) => ({ line, change: { due_time: at } }));
      return applyChanges(scope, changes);
    }
    const id = scope.newId('umc');
    const lines = call.map(({ line }) => line);
    const marked = await markSending(scope, lines, id);
    if (marked.size < call.length) throw new LineChanged('lines changed before they were sent');
    callId = id;
  });
  await claimed.catch((error: unknown) => {
    // The next iteration reads the changed lines again.
    if (!(error instanceof LineChanged)) throw error;
  });
  return callId;
}

/** Reports the records of a call to the marketplace. Errors are converted to verdicts. */
async function report(
  adapter: MarketplaceAdapter,
  call: Parameters<NonNullable<MarketplaceAdapter['reportUsage']>>[0],
): Promise<{ answer: UsageAnswer; unauthorized?: MarketplaceError }> {
  try {
    return { answer: (await adapter.reportUsage?.(call)) as UsageAnswer };
  } catch (error) {
    const verdict = verdictOf(error as Error);
    const answer = { verdicts: call.records.map(() => verdict), mirrors: call.records.map(() => ({})) };
    const isLetIn = !(error instanceof MarketplaceError) || error.kind !== 'unauthorized';
    return isLetIn ? { answer } : { answer, unauthorized: error };
  }
}

function verdictOf(error: Error): UsageVerdict {
  const { message } = error;
  if (!(error instanceof MarketplaceError)) return { kind: 'unknown', message };
  const code = message.split(/\s/)[0] as string;
  if (error.permanent) return { kind: 'rejected', code, message: error.readable, permanent: true };
  if (!error.hadNoEffect) return { kind: 'unknown', message };
  const { retryAfterMs } = error;
  const afterSeconds = retryAfterMs === undefined ? {} : { afterSeconds: Math.ceil(retryAfterMs / 1000) };
  return { kind: 'retry', code, message, ...afterSeconds };
}
