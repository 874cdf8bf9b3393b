import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hasWebhooksInFlight } from '../../src/notifications/wiring.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  other = await app.organization();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(async () => {
  await app.database.query('DELETE FROM webhook_queue WHERE endpoint_id = $1', ['whe_waits']);
  await app.stop();
});

const onTheirWay = (organizationId = org.id) => hasWebhooksInFlight(app.app.database, organizationId);

/** Creates an endpoint whose deliveries are next checked at a given time. */
const endpoint = (wakesIn: string | null, isFailing = false) =>
  app.database.query(
    `INSERT INTO webhook_queue (organization_id, endpoint_id, fifo, wake_at, failing_since)
     VALUES ($1, 'whe_waits', false, clock_timestamp() + $2::interval, CASE WHEN $3 THEN clock_timestamp() END)`,
    [org.id, wakesIn, isFailing],
  );
/**
 * Creates a delivery whose lease ends at a given time; without a lease, no process is sending the delivery.
 */
const delivery = (dueIn: string, isLeased = true, status = 'PENDING') =>
  app.database.query(
    `INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id, scope, entity_type, entity_id, position,
       status, due_at, lease_token, creation_time)
     VALUES ($1, 'msg_' || $1, 'whe_waits', 'evt_1', 'CREATE.BUYER', 'BUYER', 'buy_1', 1, $4,
       clock_timestamp() + $2::interval, CASE WHEN $3 THEN 'lease' END, clock_timestamp())`,
    [org.id, dueIn, isLeased, status],
  );

test.each<[string, string | null, boolean, boolean]>([
  ['due count', '-1 hour', false, true],
  ['due in less than a second count', '500 milliseconds', false, true],
  ['due in an hour do not count', '1 hour', false, false],
  ['of an endpoint without any pending do not count', null, false, false],
  ['due at an endpoint that fails do not count', '-1 hour', true, false],
])('webhooks %s', async (_, wakesIn, isFailing, expected) => {
  await endpoint(wakesIn, isFailing);
  expect(await onTheirWay()).toBe(expected);
  expect(await onTheirWay(other.id), 'of another organization').toBe(false);
});

test.each<[string, { dueIn: string; isLeased: boolean; status?: string; isFailing: boolean }, boolean]>([
  ['being sent count', { dueIn: '1 hour', isLeased: true, isFailing: false }, true],
  [
    'waiting for their next attempt do not count',
    { dueIn: '1 hour', isLeased: false, isFailing: false },
    false,
  ],
  [
    'left behind by a lost process do not count',
    { dueIn: '-1 hour', isLeased: true, isFailing: false },
    false,
  ],
  ['delivered do not count', { dueIn: '1 hour', isLeased: true, status: 'DONE', isFailing: false }, false],
  [
    'being sent to an endpoint that fails do not count',
    { dueIn: '1 hour', isLeased: true, isFailing: true },
    false,
  ],
])('webhooks %s', async (_, { dueIn, isLeased, status, isFailing }, expected) => {
  await endpoint(null, isFailing);
  await delivery(dueIn, isLeased, status);
  expect(await onTheirWay()).toBe(expected);
  expect(await onTheirWay(other.id), 'of another organization').toBe(false);
});

test.each(['SUSPENDED', 'DELETED'])('webhooks of an organization that is %s do not count', async (status) => {
  await endpoint('-1 hour');
  await app.database.query('UPDATE organization SET status = $2 WHERE organization_id = $1', [
    org.id,
    status,
  ]);
  expect(await onTheirWay()).toBe(false);
});
