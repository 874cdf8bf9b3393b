import { test } from 'vitest';
import { settleHistories } from './histories.ts';

test('R61 R44 random histories of usage settle to the last digit as a second reckoning has them', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9);
  settleHistories(200, seed);
});
