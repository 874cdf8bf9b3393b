import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLeases, type LeasedQueue } from '../../src/marketplaces/pulling/leases.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
const partner = 'MKA';
beforeAll(async () => {
  app = await sharedTestApp();
  for (let n = 0; n < 9; n++) {
    const { id, token } = await app.organization({ environment: 'PROD' });
    const body = { partner, credentials: { key: 'secret' } };
    const made = await app.request('POST', `/org/${id}/integration`, { token, body });
    expect(made.status, made.text).toBe(200);
  }
  await app.database.query(`UPDATE integration SET status = 'VERIFIED'`);
});
afterAll(() => app.stop());

/** Simulates a process that reads a given number of queues. */
function reader() {
  const leases = createLeases(app.app.database, [partner]);
  const read = new Map<string, LeasedQueue>();
  return {
    count: () => read.size,
    take: async () => {
      const { queues } = await leases.claim(100);
      for (const queue of queues) read.set(queue.organizationId, queue);
      return queues.length;
    },
    ask: (places = 100) => leases.ask(places),
    /** Renews the leases of queues being read, and releases surplus queues. */
    renew: async () => {
      await leases.renew();
      for (const [id, queue] of read)
        if (queue.stopping.signal.aborted) {
          read.delete(id);
          leases.release(queue, { waitMs: 0, failures: 0 });
        }
      await leases.giveBack();
    },
  };
}

test('processes that start later get as many queues as earlier processes, each queue at one process at a time', async () => {
  const [first, second, third] = [reader(), reader(), reader()];
  expect([await first.take(), await second.take()]).toEqual([9, 0]);
  expect(await second.ask()).toBe(4);
  // A requested queue already counts as the requester’s queue; no process leases the queue before its
  // release.
  expect(await second.ask()).toBe(0);
  expect(await second.take()).toBe(0);
  await first.renew();
  expect([await first.take(), await third.take()]).toEqual([0, 0]);
  expect(await second.take()).toBe(4);
  expect([first.count(), second.count()]).toEqual([5, 4]);

  const all = [first, second, third];
  for (let round = 0; round < 4; round++) {
    for (const each of all) await each.ask();
    for (const each of all) await each.renew();
    for (const each of all) await each.take();
  }
  expect(all.map((each) => each.count())).toEqual([3, 3, 3]);
  // The queues are balanced, so no process requests a queue.
  for (const each of all) expect(await each.ask()).toBe(0);
});

test('a process requests at most as many queues as it has slots, and requested queues that it does not take are free again', async () => {
  await app.database.query('DELETE FROM marketplace_queue');
  const [first, second] = [reader(), reader()];
  expect(await first.take()).toBe(9);
  expect(await second.ask(2)).toBe(2);
  expect(await second.ask(0)).toBe(0);
  await first.renew();
  expect(first.count()).toBe(7);
  await app.database.query(`UPDATE marketplace_queue SET asked_until = clock_timestamp() - interval '1 s'`);
  expect(await first.take()).toBe(2);
});
