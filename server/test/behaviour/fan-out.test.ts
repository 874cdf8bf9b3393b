import { expect, test } from 'vitest';
import { createFanOut } from '../../src/notifications/wiring.ts';
import { readNotificationConfig } from '../../src/organizations/index.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { openWebhookWorld } from '../webhook-world.ts';

const { app, create, buyer } = await openWebhookWorld();

/** Creates changes to a buyer that are recorded and sealed but not dispatched. */
async function sealed(changes: number): Promise<string> {
  const id = await buyer('Busy');
  await app.database.query(
    `WITH added AS (
       INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, before, actor_type,
         actor_id, creation_time)
       SELECT e.organization_id, $1 || '_' || n, e.entity_type, e.entity_id, n, 'UPDATE', e.payload, e.payload, e.actor_type,
         e.actor_id, e.creation_time FROM event e, generate_series(2, $2::integer) n
       WHERE e.entity_id = $1 AND e.sequence = 1 RETURNING organization_id, id, sequence)
     INSERT INTO unsealed_event (organization_id, event_id)
     SELECT organization_id, id FROM added ORDER BY sequence`,
    [id, changes],
  );
  while ((await app.app.sealer.step()) > 0);
  return id;
}

/** Returns the event sequences of a buyer that have deliveries, in position order. */
const delivered = async (id: string): Promise<number[]> =>
  (
    await app.database.query(
      `SELECT e.sequence FROM webhook_delivery d JOIN event e ON e.organization_id = d.organization_id
         AND e.id = d.event_id WHERE d.entity_id = $1 ORDER BY d.position, d.part`,
      [id],
    )
  ).rows.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

test('more events than a batch are dispatched in several batches, each once and in order', async () => {
  await create();
  const id = await sealed(450);
  const counts: number[] = [];
  for (let count = await app.app.fanOut.step(); count > 0; count = await app.app.fanOut.step()) {
    counts.push(count);
    const begun = await delivered(id);
    expect(begun, 'no batch passes over what it did not dispatch').toEqual(upTo(begun.length));
  }
  expect(counts).toEqual([200, 200, 51]);
  expect(await delivered(id)).toEqual(upTo(450));
});

test('a loop that dispatched a full batch continues immediately with the next one', async () => {
  const id = await sealed(450);
  let transactions = 0;
  const loop = createFanOut({
    database: app.app.database,
    inOrganization: (...work) => {
      transactions++;
      return app.app.inOrganization(...work);
    },
    log: createLog('silent'),
    channels: [],
    schedules: [],
    followers: [],
    partnerName: (code) => code,
    readConfig: readNotificationConfig,
    onEnqueued: () => {},
  });
  const dispatched = async () =>
    (await app.database.query('SELECT FROM notification_event WHERE entity_id = $1', [id])).rowCount;
  loop.start();
  // The timeout is shorter than the polling interval of a loop without a wake signal.
  await expect.poll(dispatched, { timeout: 10_000 }).toBe(450);
  await loop.stop(0);
  expect(transactions).toBe(3);
});
