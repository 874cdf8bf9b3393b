import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nameQuery, restMs } from '../src/ui/name-query.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Shows the names of records, as rows in view do. */
function showNames() {
  const client = new QueryClient();
  const read: string[] = [];
  return {
    read,
    show: (id: string) =>
      new QueryObserver(
        client,
        nameQuery([id], async () => {
          read.push(id);
          return { name: id };
        }),
      ).subscribe(() => {}),
  };
}

test('only names whose rows stay in view are read', async () => {
  const { read, show } = showNames();
  for (let row = 0; row < 100; row++) {
    const hide = show(`row ${row}`);
    await vi.advanceTimersByTimeAsync(restMs / 10);
    hide();
  }
  const last = [show('one'), show('two')];
  await vi.advanceTimersByTimeAsync(restMs);
  expect(read).toEqual(['one', 'two']);
  for (const hide of last) hide();
});

test('a name that was passed is read when its row comes back', async () => {
  const { read, show } = showNames();
  show('one')();
  await vi.advanceTimersByTimeAsync(restMs);
  expect(read).toEqual([]);
  show('one');
  await vi.advanceTimersByTimeAsync(restMs);
  expect(read).toEqual(['one']);
});
