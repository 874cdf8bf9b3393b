import { rm } from 'node:fs/promises';
import { unexpectedAlerts } from './abnormal-alerts.ts';
import { startTestApp, type TestApp } from './harness.ts';

let running: Promise<TestApp> | undefined;

/**
 * Returns the service and database that the test files of a worker share. Each file creates its own
 * organizations. A file calls `startTestApp` instead if it needs different settings or running loops, reads
 * the rows of all organizations, or measures the cost of a statement.
 */
export async function sharedTestApp(): Promise<TestApp> {
  running ??= startTestApp();
  const app = await running;
  await rm(app.mailFolder, { recursive: true, force: true });
  return { ...app, stop: () => endOfFile(app) };
}

/**
 * Ends a file with the checks of `stop` of a separate service, and clears pending jobs, events and mails for
 * the next file.
 */
async function endOfFile(app: TestApp): Promise<void> {
  const wrong = await unexpectedAlerts(app.database);
  await app.database.query(`
    UPDATE job SET finished_at = clock_timestamp() WHERE finished_at IS NULL;
    DELETE FROM unsealed_event;
    UPDATE notification_feed SET told_position = newest_position WHERE newest_position > told_position;
    DELETE FROM outgoing_mail WHERE finished_at IS NULL;
    DELETE FROM webhook_delivery;
    DELETE FROM marketplace_queue`);
  app.checkUndeclared();
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}
