import type { Logger } from 'pino';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { createLoop } from '../platform/jobs/loop.ts';
import type { Channel, RoutingConfig } from './channels.ts';
import {
  acquireDispatchLock,
  insertMessages,
  insertNotifications,
  moveCursor,
  organizationsToDispatch,
  readCursor,
  selectUndispatched,
  tryAcquireDispatchLock,
} from './feed-store.ts';
import { type Schedule, scheduleRuns } from './schedules.ts';
import { notificationsOf, type SealedEvent } from './translate.ts';

export type FanOut = {
  /** Tells what was sealed, a batch of each organization. Answers how many events that were. */
  step(): Promise<number>;
  /** Tells all that was sealed of one organization; when another process is at it, after that one. */
  dispatch(organizationId: string): Promise<void>;
  /** Tells events as they are sealed, until stopped. */
  start(): void;
  /** A hint that events were sealed. */
  wake(): void;
  stop(): Promise<void>;
};

export type FanOutDeps = {
  database: Database;
  inOrganization: InOrganization;
  log: Logger;
  channels: readonly Channel[];
  /** What time brings: events say when to look for it. */
  schedules: readonly Schedule[];
  /** How the organization of the scope wants to be told. */
  readConfig: (scope: OrgTransaction) => Promise<RoutingConfig>;
  /** Told when deliveries were owed: whoever delivers may begin. */
  onEnqueued: () => void;
};

const batchSize = 200;
const organizationsAtOnce = 1000;
const pollMs = 1000;

/**
 * Follows each organization's trail by its positions, and makes of every event what is told of it: each once, in
 * order, with the deliveries that it owes, in the transaction that moves the organization's cursor. Any number of
 * processes may do so: of one organization, one at a time.
 */
export function createFanOut(deps: FanOutDeps): FanOut {
  const step = async (): Promise<number> => {
    const waiting = await deps.database.transaction(
      (queryable) => organizationsToDispatch(queryable, organizationsAtOnce),
      'system',
    );
    let count = 0;
    for (const organizationId of waiting) {
      if (loop.signal.aborted) break;
      count += await dispatchNextBatch(deps, organizationId).catch((error: Error) => {
        deps.log.error({ err: error, organizationId }, 'events could not be told');
        return 0;
      });
    }
    return count;
  };

  const loop = createLoop({
    step,
    goesOn: (count) => count > 0,
    pollMs,
    log: deps.log,
    failure: 'telling of events failed',
  });

  return {
    step,
    dispatch: async (organizationId) => {
      while ((await dispatchNextBatch(deps, organizationId, 'wait')) > 0);
    },
    start: loop.start,
    wake: loop.wake,
    stop: loop.stop,
  };
}

/** The next batch of one organization, in one transaction. 0 when another process is at it, unless that is waited for. */
async function dispatchNextBatch(deps: FanOutDeps, organizationId: string, wait?: 'wait'): Promise<number> {
  const { count, enqueued } = await deps.inOrganization(organizationId, 'notifications', async (scope) => {
    const [locked, cursor] = await Promise.all([
      wait ? acquireDispatchLock(scope).then(() => true) : tryAcquireDispatchLock(scope),
      readCursor(scope),
    ]);
    if (!locked) return { count: 0, enqueued: false };
    const [events, config] = await Promise.all([
      selectUndispatched(scope, cursor.dispatched, batchSize),
      deps.readConfig(scope),
    ]);
    const enqueued = events.length > 0 && (await dispatchBatch(deps, scope, config, events));
    // What was sealed by then and is not there any more was removed from the trail.
    await scope.query(moveCursor(scope, events.at(-1)?.position ?? cursor.sealed));
    return { count: events.length, enqueued };
  });
  if (enqueued) deps.onEnqueued();
  return count;
}

/** Writes the notifications of a batch, and what each channel owes for them. True when it owes anything. */
async function dispatchBatch(
  { channels, schedules }: FanOutDeps,
  scope: OrgTransaction,
  config: RoutingConfig,
  events: readonly SealedEvent[],
): Promise<boolean> {
  const notifications = events.flatMap(notificationsOf);
  const perChannel = [];
  for (const channel of channels)
    perChannel.push({ name: channel.name, prepared: await channel.prepare(scope, config, notifications) });
  const dispatchedBy = perChannel.map(({ name, prepared }) => ({
    name,
    ids: new Set(prepared.messages.map(({ notification }) => notification.id)),
  }));
  const channelsOf = notifications.map(({ id }) =>
    dispatchedBy.filter(({ ids }) => ids.has(id)).map(({ name }) => name),
  );
  const statements = perChannel.flatMap(({ name, prepared }) => [
    ...(prepared.messages.length > 0 ? [insertMessages(scope, name, prepared.messages)] : []),
    ...prepared.statements,
  ]);
  // In one round trip, and run one after the other.
  await Promise.all([insertNotifications(scope, notifications, channelsOf), ...statements].map(scope.query));
  const scheduled = await scheduleRuns(scope, schedules, notifications);
  return scheduled || perChannel.some(({ prepared }) => prepared.statements.length > 0);
}
