import pg from 'pg';
import type { Logger } from 'pino';
import { ofDatabase } from '../database/statement.ts';

/** The delay in milliseconds after which a process without a worker notifies the other processes. */
const soonMs = 20;
/** The delay in a process with a worker, which completes most of the work before other processes could start. */
const laterMs = 250;

/**
 * Creates the notifier, which wakes the loops of all processes when a job may be ready. Loops of this process are woken
 * immediately, loops of other processes by one NOTIFY for all calls within a short time. NOTIFY never runs in a
 * business transaction, because it would slow down the commit. Polling is the fallback.
 */
export function createNotifier(deps: { connectionString: string; log: Logger }) {
  let onWake: (() => void) | undefined;
  let client: Promise<pg.Client | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let sending: Promise<void> = Promise.resolve();

  const connect = async (): Promise<pg.Client | undefined> => {
    const fresh = new pg.Client({
      connectionString: deps.connectionString,
      application_name: 'tradepost waker',
    });
    fresh.on('error', (error) => {
      if (!closed)
        deps.log.warn({ err: ofDatabase(error) }, 'the connection for wake-up notifications was lost');
      client = undefined;
    });
    try {
      await fresh.connect();
      if (onWake) {
        // The connection also receives its own notifications, which are skipped.
        fresh.on('notification', ({ processId }) => {
          if (processId !== (fresh as unknown as { processID: number }).processID) onWake?.();
        });
        await fresh.query('LISTEN tradepost_jobs');
      }
      return fresh;
    } catch (error) {
      deps.log.warn({ err: ofDatabase(error) }, 'cannot connect for wake-up notifications');
      client = undefined;
      return undefined;
    }
  };

  const notifyOthers = () => {
    timer = undefined;
    // Notifications are sent sequentially, because a connection runs one query at a time.
    sending = sending.then(async () => {
      if (closed) return;
      client ??= connect();
      await (await client)?.query('NOTIFY tradepost_jobs').catch(() => {
        client = undefined;
      });
    });
  };

  return {
    wake: () => {
      onWake?.();
      timer ??= setTimeout(notifyOthers, onWake ? laterMs : soonMs).unref();
    },
    listen: (...wakes: (() => void)[]) => {
      onWake = () => {
        for (const wake of wakes) wake();
      };
      client ??= connect();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await sending;
      await (await client)?.end();
    },
  };
}
