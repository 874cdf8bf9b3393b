import pg from 'pg';
import type { Logger } from 'pino';
import { ofDatabase } from '../database/statement.ts';

/** A process that does not work itself notifies others this soon, in milliseconds. */
const soonMs = 20;
/** One that works has most of it done before others could: they are notified for when it has too much. */
const laterMs = 250;

/**
 * Wakes the loops of all processes when a job may have become ready: at once inside the process, and by one NOTIFY in
 * a while the others. Never inside a business transaction, whose commit it would slow down. Polling is the floor
 * beneath it.
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
      if (!closed) deps.log.warn({ err: ofDatabase(error) }, 'the wake-up connection was lost');
      client = undefined;
    });
    try {
      await fresh.connect();
      if (onWake) {
        // Its own come back to it, too.
        fresh.on('notification', ({ processId }) => {
          if (processId !== (fresh as unknown as { processID: number }).processID) onWake?.();
        });
        await fresh.query('LISTEN tradepost_jobs');
      }
      return fresh;
    } catch (error) {
      deps.log.warn({ err: ofDatabase(error) }, 'no wake-up connection');
      client = undefined;
      return undefined;
    }
  };

  const notifyOthers = () => {
    timer = undefined;
    // One after the other: a connection answers one query at a time.
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
