import { test } from 'vitest';
import { settleHistories } from './histories.ts';

test('R61 R44 random histories of usage settle exactly like a second calculation', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9);
  settleHistories(200, seed);
});
