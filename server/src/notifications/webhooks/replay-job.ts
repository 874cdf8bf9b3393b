import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import type { RoutingConfig } from '../channels.ts';
import { selectUndispatched } from '../feed-store.ts';
import { type Notification, notificationsOf } from '../translate.ts';
import { partsOf, takesNotification, toChoice, toDelivery } from './channel.ts';
import { insertDeliveriesAgain, insertPayloads } from './delivery-store.ts';
import { lockEndpoint } from './endpoint-store.ts';
import { payloadOf } from './payload.ts';
import { deferFollowers, lockQueues, releaseHeads, wakeQueues } from './queue-store.ts';

const payload = z.object({
  endpointId: z.string(),
  from: z.string(),
  to: z.string(),
  onlyMissing: z.boolean(),
});
type Replay = z.infer<typeof payload>;

export const replayDefinition: JobDefinition<Replay> = {
  kind: 'notifications.replayWebhook',
  payload,
  // Replays to one endpoint run sequentially.
  lane: ({ endpointId }) => endpointId,
  retry: backoff({ tries: 8 }),
  operation: { name: 'ReplayWebhook', subject: () => ({}) },
};

const batchSize = 200;

/** Resends the events of a period from the organization's trail to an endpoint, one batch per transaction. */
export const replayJobHandler = (
  readConfig: (scope: OrgTransaction) => Promise<RoutingConfig>,
): JobHandler<Replay> => ({
  definition: replayDefinition,
  run: async (job) => {
    const range = await job.transaction((scope) => positionsOf(scope, job.payload));
    let after = range.first - 1;
    while (after < range.last) {
      const from = after;
      await job.leasedTransaction(async (scope) => {
        after = await replayBatch(scope, job, { after: from, last: range.last, readConfig });
      });
    }
    await job.finish('replayed');
  },
});

/**
 * Finds a range of positions that contains all events of the period, and possibly other events. Events that are not
 * dispatched yet are excluded, because the fan-out will send them.
 */
async function positionsOf(
  scope: OrgTransaction,
  { from, to }: Replay,
): Promise<{ first: number; last: number }> {
  const [row] = await scope.query<{ first: number | null; last: number | null }>({
    name: 'positions_of_time',
    text: `SELECT min(s.position) AS first, max(s.position) AS last
           FROM event e JOIN event_seal s ON s.organization_id = e.organization_id AND s.event_id = e.id
             JOIN notification_feed f ON f.organization_id = e.organization_id AND s.position <= f.told_position
           WHERE e.organization_id = $1 AND e.creation_time >= $2 AND e.creation_time < $3`,
    values: [scope.organizationId, from, to],
  });
  return { first: Number(row?.first ?? 1), last: Number(row?.last ?? 0) };
}

type Step = {
  after: number;
  last: number;
  readConfig: (scope: OrgTransaction) => Promise<RoutingConfig>;
};

/** Replays the next batch. Returns the last replayed position. */
async function replayBatch(
  scope: OrgTransaction,
  { jobId, payload: replay }: { jobId: string; payload: Replay },
  { after, last, readConfig }: Step,
): Promise<number> {
  const endpoint = await lockEndpoint(scope, replay.endpointId);
  if (!endpoint) return last;
  const events = await selectUndispatched(scope, after, batchSize);
  const reached = events.at(-1)?.position ?? last;
  const happened = events.filter(
    ({ position, creationTime }) =>
      position <= last &&
      Date.parse(creationTime) >= Date.parse(replay.from) &&
      Date.parse(creationTime) < Date.parse(replay.to),
  );
  const notifications = happened.flatMap((event) => notificationsOf(event));
  const config = await readConfig(scope);
  const chosen = notifications.filter((notification) =>
    takesNotification(toChoice(endpoint), config, notification),
  );
  if (chosen.length > 0)
    await enqueueAgain(scope, { ...replay, replayId: jobId }, chosen, partsOf(notifications));
  return Math.min(reached, last);
}

async function enqueueAgain(
  scope: OrgTransaction,
  { endpointId, onlyMissing, replayId }: Replay & { replayId: string },
  chosen: readonly Notification[],
  parts: ReadonlyMap<string, number>,
): Promise<void> {
  const { organizationId } = scope;
  const { fifo = false } = (await lockQueues(scope, [endpointId])).get(endpointId) ?? {};
  const deliveries = chosen.map((notification) =>
    toDelivery(scope.newId('msg'), endpointId, notification, {
      part: parts.get(notification.id) ?? 0,
      waits: fifo,
    }),
  );
  const payloads = chosen.map((notification) => ({
    eventId: notification.id,
    body: payloadOf(organizationId, notification),
  }));
  await scope.query(insertPayloads(scope, payloads));
  await scope.query(insertDeliveriesAgain(scope, deliveries, { id: replayId, onlyMissing }));
  if (fifo) {
    const entityIds = [...new Set(chosen.map(({ entityId }) => entityId))];
    const endpointIds = entityIds.map(() => endpointId);
    await scope.query(deferFollowers(scope, endpointId, entityIds));
    await scope.query(
      releaseHeads({ organizationIds: entityIds.map(() => organizationId), endpointIds, entityIds }),
    );
  }
  await scope.query(wakeQueues({ organizationIds: [organizationId], endpointIds: [endpointId] }));
}
