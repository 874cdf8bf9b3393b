import { afterEach, describe, expect, test } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/observability/log.ts';
import { createFeedWatch, type FeedWatch, mostWaiting, TooManyWatchers } from './feed-watch.ts';

const longMs = 600_000;
const never = (_listener: () => void) => () => {};
const watches: FeedWatch[] = [];
afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.stop();
});

/** Creates a watch over trails whose positions the test sets. */
function watched() {
  const positions = new Map<string, number>();
  const looks: string[][] = [];
  const query = async ({ values: [ids] }: { values: [string[]] }) => {
    looks.push([...ids].sort());
    return ids.flatMap((id) => {
      const position = positions.get(id);
      return position === undefined ? [] : [{ organization_id: id, newest_position: String(position) }];
    });
  };
  const database = { transaction: (work: (queryable: object) => unknown) => work({ query }) };
  const watch = createFeedWatch({ database: database as unknown as Database, log: createLog('silent') });
  watches.push(watch);
  const ended: string[] = [];
  const wait = (organizationId: string, after: number, ms = longMs, onGone = never) =>
    watch
      .wait({ organizationId, after }, ms, onGone)
      .then(() => ended.push(`${organizationId} after ${after}`));
  return { watch, positions, looks, ended, wait };
}

describe('waiting for events in the feed', () => {
  test('a wait ends when there is an event after its position, and others go on', async () => {
    const { watch, positions, ended, wait } = watched();
    positions.set('a', 5);
    void wait('a', 5);
    void wait('a', 6);
    void wait('b', 0);
    await wait('a', 4);
    expect(ended).toEqual(['a after 4']);
    positions.set('a', 6);
    watch.wake();
    await expect.poll(() => ended).toEqual(['a after 4', 'a after 5']);
  });

  test('a wait ends without a wake signal, by polling', async () => {
    const { positions, ended, wait, looks } = watched();
    void wait('a', 0);
    await expect.poll(() => looks.length).toBeGreaterThan(0);
    positions.set('a', 1);
    await expect.poll(() => ended).toEqual(['a after 0']);
  });

  test('a wait ends at its timeout, when the caller disconnects, and when the program stops', async () => {
    const { watch, wait } = watched();
    await wait('a', 0, 1);
    let gone = () => {};
    let stays = 0;
    const away = wait('a', 0, longMs, (listener) => {
      gone = listener;
      return () => {
        stays += 1;
      };
    });
    gone();
    await away;
    expect(stays, 'listeners that are left').toBe(1);
    const others = [wait('a', 0), wait('b', 0)];
    await watch.stop();
    await Promise.all([...others, wait('a', 0)]);
  });

  test('the number of waits is limited for each organization separately', async () => {
    const { watch, wait } = watched();
    const all = Array.from({ length: mostWaiting }, () => wait('a', 0));
    await expect(wait('a', 0)).rejects.toThrow(TooManyWatchers);
    all.push(wait('b', 0));
    await watch.stop();
    await Promise.all(all);
    const next = watched();
    for (let count = 0; count <= mostWaiting; count++) await next.wait('a', 0, 0);
  });

  test('one query serves all waits, and none is sent when there are no waits', async () => {
    const { watch, wait, looks } = watched();
    watch.wake();
    void wait('a', 0);
    void wait('a', 0);
    void wait('b', 0);
    await expect.poll(() => looks.at(-1)).toEqual(['a', 'b']);
    await watch.stop();
    const quiet = watched();
    quiet.watch.wake();
    await quiet.wait('a', 0, 0);
    const before = quiet.looks.length;
    quiet.watch.wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect(quiet.looks.length).toBe(before);
  });
});
