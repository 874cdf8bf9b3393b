import { rm } from 'node:fs/promises';
import { unexpectedAlerts } from './abnormal-alerts.ts';
import { startTestApp, type TestApp } from './harness.ts';

let running: Promise<TestApp> | undefined;

/**
 * The program that the test files of a worker share, with its database: each file works in organizations of its own.
 * A file starts its own (`startTestApp`) when it needs other settings, looks at rows of all organizations, measures what
 * a statement costs, or has loops at work.
 */
export async function sharedTestApp(): Promise<TestApp> {
  running ??= startTestApp();
  const app = await running;
  await rm(app.mailFolder, { recursive: true, force: true });
  return { ...app, stop: () => endOfFile(app) };
}

/** Checks what the end of an app checks, and leaves nothing that the next file could find to do. */
async function endOfFile(app: TestApp): Promise<void> {
  app.checkUndeclared();
  const wrong = await unexpectedAlerts(app.database);
  await app.database.query(`
    UPDATE job SET finished_at = clock_timestamp() WHERE finished_at IS NULL;
    DELETE FROM unsealed_event;
    UPDATE notification_feed SET told_position = newest_position WHERE newest_position > told_position;
    DELETE FROM outgoing_mail WHERE finished_at IS NULL;
    DELETE FROM webhook_delivery;
    DELETE FROM marketplace_queue`);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}
