import type { Logger } from 'pino';
import type { PartnerName } from '../marketplaces/index.ts';
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

/**
 * Dispatches sealed events. One step dispatches a batch of each organization and returns the number of
 * events.
 */
export type FanOut = BackgroundLoop & {
  /** Dispatches all sealed events of one organization, and waits if another process is dispatching them. */
  dispatch(organizationId: string): Promise<void>;
  /** Signals that events were sealed, optionally in a given organization. */
  wake(organizationId?: string): void;
};

export type FanOutDeps = {
  database: Database;
  inOrganization: InOrganization;
  log: Logger;
  channels: readonly Channel[];
  /** The time-triggered notifications, whose next run depends on events. */
  schedules: readonly Schedule[];
  /** The handlers of other slices, which enqueue jobs because of events. */
  followers: readonly Follower[];
  /** Reads the notification settings of the organization. */
  readConfig: (scope: OrgTransaction) => Promise<RoutingConfig>;
  /** Names partners in mails. */
  partnerName: PartnerName;
  /** Called after deliveries were enqueued, to wake the deliverer. */
  onEnqueued: () => void;
};

const batchSize = 200;
const organizationsAtOnce = 1000;

/**
 * Creates the loop that follows each organization's trail by position and dispatches every event once and in order.
 * Notifications and deliveries are written in the transaction that advances the organization's cursor. Any number of
 * processes may run the loop; each organization is dispatched by one process at a time.
 */
export function createFanOut(deps: FanOutDeps): FanOut {
  /** The organizations that are known to have sealed events, so that no query is needed. */
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
    shouldContinue: () => known.size > 0,
    pollMs: unpolledMs,
    log: deps.log,
    failureMessage: 'dispatching events failed',
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
 * Dispatches the next batch of one organization, in one transaction. If another process is dispatching the
 * organization, waits or, without `wait`, returns 0.
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
    // Missing sealed events were removed from the trail, so the cursor skips them.
    await scope.query(moveCursor(scope, events.at(-1)?.position ?? cursor.sealed));
    return { count: events.length, enqueued };
  });
  if (enqueued) deps.onEnqueued();
  return count;
}

/**
 * Writes the notifications of a batch, and the messages and deliveries that the channels prepare. Returns
 * whether anything was enqueued.
 */
async function dispatchBatch(
  { channels, schedules, followers, partnerName }: FanOutDeps,
  scope: OrgTransaction,
  config: RoutingConfig,
  events: readonly SealedEvent[],
): Promise<boolean> {
  const notifications = await notificationsOfAll(events, partnerName);
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
  // The statements are sent in one round trip and run in order.
  await Promise.all([insertNotifications(scope, notifications, channelsOf), ...statements].map(scope.query));
  const scheduled = await scheduleRuns(scope, schedules, notifications);
  let followed = false;
  for (const follow of followers) if (await follow(scope, notifications)) followed = true;
  return scheduled || followed || perChannel.some(({ prepared }) => prepared.statements.length > 0);
}
