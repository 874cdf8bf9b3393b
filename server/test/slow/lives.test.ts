import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../harness.ts';
import { histories } from '../lives/history.ts';
import { playLife } from '../lives/player.ts';
import { countOf, seededChance } from './seeded.ts';

const runs = countOf('LIVES_HTTP_RUNS', 20);
const { seed } = seededChance('lives');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());

test(`R48 ${runs} random lives over HTTP: their terms tile them, and add up to what was committed to`, async () => {
  const happened: Record<string, number> = {};
  let sold = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const steps = await playLife(app, history);
      if (!steps) return;
      sold += 1;
      for (const step of steps) happened[step] = (happened[step] ?? 0) + 1;
    }),
    // One that fails is printed as it is, and played again by its seed: to shrink it would take as long as all of them.
    { numRuns: runs, seed, endOnFailure: true },
  );
  console.log(`lives: ${sold} of ${runs} were sold; ${JSON.stringify(happened)}`);
  // What is refused everywhere would prove nothing.
  expect(sold).toBeGreaterThan(runs * 0.8);
});
