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

test(`R48 ${runs} random histories over HTTP: their terms are contiguous, and add up to the commitment`, async () => {
  const happened: Record<string, number> = {};
  let sold = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const steps = await playLife(app, history);
      if (!steps) return;
      sold += 1;
      for (const step of steps) happened[step] = (happened[step] ?? 0) + 1;
    }),
    // A failing history is printed without shrinking, which would take as long as all histories; the seed
    // repeats the history.
    { numRuns: runs, seed, endOnFailure: true },
  );
  console.log(`lives: ${sold} of ${runs} were sold; ${JSON.stringify(happened)}`);
  // Requires that most histories have a sale, because rejections alone do not test the calculation.
  expect(sold).toBeGreaterThan(runs * 0.8);
});
