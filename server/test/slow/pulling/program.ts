import { createApp } from '../../../src/app.ts';
import type { Notification, PulledNotification } from '../../../src/marketplaces/index.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { readConfig } from '../../../src/platform/system/config.ts';
import { withDouble } from '../../adapter-double.ts';

/** A service with an adapter that reads a queue of the test over HTTP. The test kills the service. */
const [connectionString, masterKey, queue] = process.argv.slice(2) as [string, string, string];

const pullNotifications = async (signal: AbortSignal) =>
  (await (await fetch(`${queue}/pull`, { signal })).json()) as PulledNotification[];
const acknowledgeNotifications = async (receipts: readonly string[]) => {
  await fetch(`${queue}/acknowledge`, { method: 'POST', body: JSON.stringify(receipts) });
};
const verifyNotification = async ({ rawBody }: { rawBody: string }) => JSON.parse(rawBody) as Notification;

const app = await createApp({
  config: readConfig({ PORT: '0', MIGRATE: 'off' }),
  connectionString,
  masterKey,
  log: createLog('fatal', 1),
  registry: withDouble(() => ({ pullNotifications, acknowledgeNotifications, verifyNotification }), {
    pulling: ['MKA'],
  }),
});
await app.start({ serve: false, work: true });
