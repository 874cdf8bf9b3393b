import { describe, expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

/** Creates tasks that end on request, in the order of their start. */
function startWorks(bounds = { atOnce: 1, mayWait: 4, mayWaitOfName: 3 }) {
  const turns = createFairTurns(bounds);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (what: string) =>
    turns.take(what[0] as string, () => {
      begun.push(what);
      return new Promise<string>((resolve) => ends.push(() => resolve(what)));
    });
  /** Ends the oldest running task and waits until the next task has started. */
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, endOne };
}

describe('turns', () => {
  test('rotate among names and keep the order within each name, even if one name has many waiting tasks', async () => {
    const { begun, ask, endOne } = startWorks();
    const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((what) => ask(what));
    expect(begun).toEqual(['a1']);
    for (let nr = 0; nr < 5; nr++) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
  });

  test('are refused while too many tasks of one name or of all names wait, and are granted again afterwards', async () => {
    const { begun, ask, endOne } = startWorks();
    const refused = { definition: { code: 'unavailable', status: 503 } };
    for (const what of ['a1', 'a2', 'a3', 'a4']) ask(what);
    await expect(ask('a5')).rejects.toMatchObject(refused);
    ask('b1');
    await expect(ask('c1')).rejects.toMatchObject(refused);
    for (let nr = 0; nr < 5; nr++) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    const later = ask('a6');
    await endOne();
    expect(await later).toBe('a6');
  });

  test('continue after a task that fails', async () => {
    const turns = createFairTurns({ atOnce: 1, mayWait: 4, mayWaitOfName: 4 });
    const failing = turns.take('a', () => Promise.reject(new Error('broken')));
    const next = turns.take('a', async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
