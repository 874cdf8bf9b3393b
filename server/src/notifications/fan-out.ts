import type { Logger } from 'pino';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { type BackgroundLoop, createLoop } from '../platform/jobs/loop.ts';
import { unpolledMs } from '../platform/jobs/poller.ts';
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
import { type Follower, type Schedule, scheduleRuns } from './schedules.ts';
import { notificationsOfAll, type SealedEvent } from './translate.ts';

/** Dispatches events as they are sealed; a step dispatches a batch of each organization, and counts the events. */
export type FanOut = BackgroundLoop & {
  /** Dispatches all sealed events of one organization; waits while another process does so. */
  dispatch(organizationId: string): Promise<void>;
  /** A hint that events were sealed, of this organization if it is said. */
  wake(organizationId?: string): void;
};

export type FanOutDeps = {
  database: Database;
  inOrganization: InOrganization;
  log: Logger;
  channels: readonly Channel[];
  /** Notices that time brings: events say when each is to run next. */
  schedules: readonly Schedule[];
  /** What else follows from events, as jobs. */
  followers: readonly Follower[];
  /** Reads how the organization wants to be notified. */
  readConfig: (scope: OrgTransaction) => Promise<RoutingConfig>;
  /** Called when deliveries were enqueued, so that whoever delivers begins. */
  onEnqueued: () => void;
};

const batchSize = 200;
const organizationsAtOnce = 1000;

/**
 * Follows the trail of each organization by position, and dispatches every event: once and in order, its
 * notifications and their deliveries are written in the transaction that moves the organization's cursor. Any number
 * of processes may do so; of one organization, one at a time.
 */
export function createFanOut(deps: FanOutDeps): FanOut {
  /** Organizations that are known to have sealed events: nobody needs to look for them. */
  const known = new Set<string>();

  const findWaiting = () =>
    deps.database.transaction(
      (queryable) => organizationsToDispatch(queryable, organizationsAtOnce),
      'system',
    );
  const dispatchOf = async (organizationIds: readonly string[]): Promise<number> => {
    let all = 0;
    for (const organizationId of organizationIds) {
      if (loop.signal.aborted) break;
      const count = await dispatchNextBatch(deps, organizationId).catch((error: Error) => {
        deps.log.error({ err: error, organizationId }, 'events could not be dispatched');
        return 0;
      });
      if (count === batchSize) known.add(organizationId);
      all += count;
    }
    return all;
  };

  const loop = createLoop({
    step: async () => {
      const organizationIds = [...known];
      known.clear();
      return dispatchOf(organizationIds.length > 0 ? organizationIds : await findWaiting());
    },
    goesOn: () => known.size > 0,
    pollMs: unpolledMs,
    log: deps.log,
    failure: 'dispatch of events failed',
  });

  return {
    step: async () => dispatchOf(await findWaiting()),
    dispatch: async (organizationId) => {
      while ((await dispatchNextBatch(deps, organizationId, 'wait')) > 0);
    },
    start: loop.start,
    wake: (organizationId?: string) => {
      if (organizationId !== undefined) known.add(organizationId);
      loop.wake();
    },
    stop: loop.stop,
  };
}

/**
 * Dispatches the next batch of one organization, in one transaction. Answers 0 while another process does so, unless
 * that is waited for.
 */
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

/**
 * Writes the notifications of a batch, and the messages and deliveries that the channels prepare. True when anything
 * was enqueued.
 */
async function dispatchBatch(
  { channels, schedules, followers }: FanOutDeps,
  scope: OrgTransaction,
  config: RoutingConfig,
  events: readonly SealedEvent[],
): Promise<boolean> {
  const notifications = await notificationsOfAll(events);
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
  let followed = false;
  for (const follow of followers) if (await follow(scope, notifications)) followed = true;
  return scheduled || followed || perChannel.some(({ prepared }) => prepared.statements.length > 0);
}
