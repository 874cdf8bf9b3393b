import { expect, test, vi } from 'vitest';
import { createTurns } from './connection-turns.ts';

const turns = (slots: number, ofOne: number, longestMs = 1000) =>
  createTurns({ slots, perKey: ofOne, timeoutMs: longestMs, createError: () => new Error('too long') });

/** Acquires slots and records the order of their assignment; `giveBack` releases the oldest slot of a key. */
function watch(of: ReturnType<typeof turns>) {
  const served: string[] = [];
  const taken: { key: string | undefined; back: () => void }[] = [];
  const settle = () => new Promise<void>((resolve) => process.nextTick(() => setImmediate(resolve)));
  return {
    served,
    take: async (...keys: (string | undefined)[]) => {
      for (const key of keys)
        of.take(key).then(
          (back) => {
            served.push(key ?? 'nobody');
            taken.push({ key, back });
          },
          (error: Error) => served.push(`${key}: ${error.message}`),
        );
      await settle();
    },
    giveBack: async (key: string | undefined) => {
      taken
        .splice(
          taken.findIndex((one) => one.key === key),
          1,
        )[0]
        ?.back();
      await settle();
    },
  };
}

test('sixty requests of one key use at most the limit of that key, and another key is served immediately', async () => {
  const { served, take } = watch(turns(10, 7));
  await take(...Array.from({ length: 60 }, () => 'a'));
  expect(served).toHaveLength(7);
  await take('b', 'b', 'b', 'b');
  expect(served.slice(7)).toEqual(['b', 'b', 'b']);
});

test('a free slot goes to the key with the fewest slots, and rotates among equal keys', async () => {
  const { served, take, giveBack } = watch(turns(4, 3));
  await take('a', 'a', 'a', 'b', 'a', 'a', 'b', 'c', 'd', 'c');
  expect(served).toEqual(['a', 'a', 'a', 'b']);
  await giveBack('a');
  await giveBack('a');
  await giveBack('a');
  await giveBack('b');
  expect(served.slice(4)).toEqual(['c', 'd', 'a', 'b']);
  await giveBack('d');
  expect(served.slice(8)).toEqual(['c']);
});

test('requests without a key may use all slots', async () => {
  const { served, take, giveBack } = watch(turns(3, 1));
  await take(undefined, undefined, undefined, 'a', undefined);
  expect(served).toEqual(['nobody', 'nobody', 'nobody']);
  await giveBack(undefined);
  expect(served[3]).toBe('a');
});

test('a request that waits too long is refused and never gets a slot later; releasing a slot twice frees one slot', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const of = turns(1, 1);
    const back = await of.take('a');
    const late = expect(of.take('b')).rejects.toThrow('too long');
    await vi.advanceTimersByTimeAsync(1000);
    await late;
    back();
    back();
    const { served, take } = watch(of);
    await take('c', 'c');
    expect(served).toEqual(['c']);
  } finally {
    vi.useRealTimers();
  }
});
