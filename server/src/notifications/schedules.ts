import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { type AnyJobHandler, backoff, enqueue, type JobDefinition } from '../platform/jobs/queue.ts';
import type { Notification } from './translate.ts';

/** A notice that time brings: what is due is read from the rows, by the organization's clock. */
export type Schedule = {
  /** `<slice>.<what>`: the kind of its job. */
  kind: string;
  /** When to run next in view of new notifications, which may bring a time forward; nothing when they bring none. */
  nextTime(
    notificationScope: OrgTransaction,
    notifications: readonly Notification[],
  ): Promise<Date | undefined>;
  /**
   * Records the events that are due, each once. Answers when to run next, if anything waits.
   * @param at the time that it was scheduled for; later than that it may be
   */
  recordDue(notificationScope: OrgTransaction, at: Date): Promise<Date | undefined>;
};

/**
 * Enqueues what follows from a batch of events in another slice, in the transaction that dispatches them: once for each
 * event. Answers whether there was something.
 */
export type Follower = (
  notificationScope: OrgTransaction,
  notifications: readonly Notification[],
) => Promise<boolean>;

type Payload = { at: string };

/** Retried without end: nothing else would run the schedule again. */
const definitionOf = ({ kind }: Schedule): JobDefinition<Payload> => ({
  kind,
  payload: z.object({ at: z.string() }),
  lane: ({ at }) => `${kind}:${at}`,
  retry: backoff({ tries: Number.POSITIVE_INFINITY }),
});

/** The job of a schedule: records what is due, and enqueues its next run, in one transaction. */
export const scheduleJobHandler = (schedule: Schedule): AnyJobHandler => ({
  definition: definitionOf(schedule),
  run: (job) =>
    job.finish('notified of what was due', async (scope) => {
      const next = await schedule.recordDue(scope, new Date(job.payload.at));
      if (next) await scheduleRun(scope, schedule, next);
    }),
});

/**
 * Schedules the next run of each schedule for which a batch of notifications brings a time. Part of the fan-out's
 * transaction.
 */
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

/**
 * Enqueues the job of a schedule for a time, unless an earlier one waits. Lanes are named by their times, so that the
 * earliest is found by them. A running job does not count: it may have read the rows already.
 */
async function scheduleRun(scope: OrgTransaction, schedule: Schedule, time: Date): Promise<boolean> {
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
  if (first) return false;
  await scope.query(enqueue(scope, definition, payload, { at }));
  return true;
}

/**
 * Says whether a notification is of a change of the configuration or of the organization's own record, or of an import:
 * then what is due may be of records of which there was no notification.
 */
export const isConfiguration = (notification: Notification): boolean =>
  (notification.entityType === 'ORGANIZATION' && notification.action === 'UPDATE') || isImport(notification);

/** Says whether a notification is of an import from a marketplace: of the records that it brought there is none. */
export const isImport = ({ notificationScope, info }: Notification): boolean =>
  notificationScope === 'UPDATE.INTEGRATION' && info.change === 'IMPORT';

/** The first of some times, none before now. */
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

/** Remembers that a notice was given for an occasion. False when it was given before. */
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

/** The next beginning of a day in UTC. */
export const nextDay = (now: Date): Date => new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);

/** The next beginning of a week in UTC: a Monday. The first day of the epoch was a Thursday. */
export const nextWeek = (now: Date): Date => {
  const weeks = Math.floor((now.getTime() / dayMs - 4) / 7) + 1;
  return new Date((weeks * 7 + 4) * dayMs);
};
