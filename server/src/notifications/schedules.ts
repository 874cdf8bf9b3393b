import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { type AnyJobHandler, backoff, enqueue, type JobDefinition } from '../platform/jobs/queue.ts';
import type { Notification } from './translate.ts';

/** A schedule of time-triggered notifications. Due records are found in the tables, by the organization's clock. */
export type Schedule = {
  /** The job kind, `<slice>.<subject>`. */
  kind: string;
  /**
   * Computes the time of a run that new notifications require, which may be before the scheduled run; undefined if no
   * run is required.
   */
  nextTime(
    notificationScope: OrgTransaction,
    notifications: readonly Notification[],
  ): Promise<Date | undefined>;
  /**
   * Records the due events, each once. Returns the time of the next run, if a notification is pending.
   * @param at the time for which the run was scheduled; the actual run may be later
   */
  recordDue(notificationScope: OrgTransaction, at: Date): Promise<Date | undefined>;
};

/**
 * Enqueues jobs of another slice for a batch of events, in the transaction that dispatches the events; called
 * once for each event. Returns whether a job was enqueued.
 */
export type Follower = (
  notificationScope: OrgTransaction,
  notifications: readonly Notification[],
) => Promise<boolean>;

type Payload = { at: string };

/** Creates the job definition. The job is retried without limit, because no other job would run the schedule again. */
const definitionOf = ({ kind }: Pick<Schedule, 'kind'>): JobDefinition<Payload> => ({
  kind,
  payload: z.object({ at: z.string() }),
  lane: ({ at }) => `${kind}:${at}`,
  retry: backoff({ tries: Number.POSITIVE_INFINITY }),
});

/** Creates the job of a schedule, which records the due notifications and enqueues the next run in one transaction. */
export const scheduleJobHandler = (schedule: Schedule): AnyJobHandler => ({
  definition: definitionOf(schedule),
  run: (job) =>
    job.finish('recorded the due notices', async (scope) => {
      const next = await schedule.recordDue(scope, new Date(job.payload.at));
      if (next) await scheduleRun(scope, schedule, next);
    }),
});

/** Enqueues the runs of schedules that a batch of notifications requires, in the fan-out's transaction. */
export async function scheduleRuns(
  scope: OrgTransaction,
  schedules: readonly Schedule[],
  notifications: readonly Notification[],
): Promise<boolean> {
  let scheduled = false;
  for (const schedule of schedules) {
    const at = await schedule.nextTime(scope, notifications);
    if (at && (await scheduleRun(scope, schedule, at))) scheduled = true;
  }
  return scheduled;
}

/** Enqueues the job of a schedule for a time, unless an earlier job is pending. Returns whether a job was enqueued. */
async function scheduleRun(scope: OrgTransaction, schedule: Schedule, time: Date): Promise<boolean> {
  const run = await runOf(scope, schedule, time);
  if (run) await scope.query(run);
  return run !== undefined;
}

/**
 * Returns the statement that enqueues the job of a schedule for a time; undefined if an earlier job is pending. Queue
 * keys end with the time, so that the earliest job is first. A running job does not count as pending, because the job
 * may already have read the rows.
 */
export async function runOf(
  scope: OrgTransaction,
  schedule: Pick<Schedule, 'kind'>,
  time: Date,
): Promise<Statement | undefined> {
  const at = time > scope.now ? time : scope.now;
  const payload = { at: at.toISOString() };
  const definition = definitionOf(schedule);
  const [first] = await scope.query<RowOf<'job', 'lane'>>({
    name: 'first_look_of_schedule',
    text: `SELECT j.lane FROM job j
           WHERE j.organization_id = $1 AND j.finished_at IS NULL AND j.lease_token IS NULL
             AND j.lane >= $2 AND j.lane <= $3 ORDER BY j.lane LIMIT 1`,
    values: [scope.organizationId, `${schedule.kind}:`, definition.lane(payload)],
  });
  return first ? undefined : enqueue(scope, definition, payload, { at });
}

/**
 * Returns whether a notification is about the configuration, the organization's own record, or an import. Such a change
 * can make records due without separate notifications.
 */
export const isConfiguration = (notification: Notification): boolean =>
  (notification.entityType === 'ORGANIZATION' && notification.action === 'UPDATE') || isImport(notification);

/**
 * Returns whether a notification is about an import from a marketplace, whose records have no separate notifications.
 */
export const isImport = ({ notificationScope, info }: Notification): boolean =>
  notificationScope === 'UPDATE.INTEGRATION' && info.change === 'IMPORT';

/** Returns the earliest of several times, at least now. */
export const earliest = (scope: OrgTransaction, times: readonly Date[]): Date | undefined =>
  times.length === 0
    ? undefined
    : new Date(Math.max(scope.now.getTime(), Math.min(...times.map((time) => time.getTime()))));

const insertNotice = insertInto(
  'note_notice_sent',
  'notice_sent',
  ['organization_id', 'scope', 'entity_id', 'occasion', 'creation_time'],
  { after: 'ON CONFLICT DO NOTHING RETURNING entity_id' },
);

/** Records that a notification was sent for an occasion. Returns false if the notification has already been sent. */
export async function isFirstNotice(
  scope: OrgTransaction,
  notice: { notificationScope: string; entityId: string; occasion: string },
): Promise<boolean> {
  const rows = await scope.query(
    insertNotice({
      organization_id: scope.organizationId,
      scope: notice.notificationScope,
      entity_id: notice.entityId,
      occasion: notice.occasion,
      creation_time: scope.now,
    }),
  );
  return rows.length > 0;
}

const dayMs = 86_400_000;

/** Computes the start of the next day in UTC. */
export const nextDay = (now: Date): Date => new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);

/** Computes the start of the next week in UTC, a Monday. The first day of the epoch was a Thursday. */
export const nextWeek = (now: Date): Date => {
  const weeks = Math.floor((now.getTime() / dayMs - 4) / 7) + 1;
  return new Date((weeks * 7 + 4) * dayMs);
};
