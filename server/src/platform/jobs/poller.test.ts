import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { createPoller } from './poller.ts';

test('the poller wakes the loops that have work, and continues after an error', async () => {
  const looks = [{ jobs: true, mails: false }, new Error('away'), { jobs: true, mails: true }];
  const woken: string[] = [];
  const query = async ({ name }: { name: string }) => {
    if (name !== 'poll_for_work') return [];
    const look = looks.shift() ?? { jobs: false, mails: false };
    if (look instanceof Error) throw look;
    return [look];
  };
  const transaction = (work: (ending: { send: () => void; last: typeof query }) => Promise<unknown>) =>
    work({ send: () => {}, last: query });
  const poller = createPoller({
    database: { transaction } as unknown as Database,
    log: pino({ level: 'silent' }),
    loops: {
      jobs: { hasWork: 'true', wake: () => woken.push('jobs') },
      mails: { hasWork: 'true', wake: () => woken.push('mails') },
    },
  });
  poller.start();
  await expect
    .poll(async () => {
      poller.wake();
      await delay(5);
      return woken;
    })
    .toEqual(['jobs', 'jobs', 'mails']);
  await poller.stop();
});
