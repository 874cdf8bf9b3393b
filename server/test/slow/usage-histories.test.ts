import { test } from 'vitest';
import { settleHistories } from '../usage/histories.ts';
import { countOf, seededChance } from './seeded.ts';

const count = countOf('USAGE_HISTORIES', 3000);
const { seed } = seededChance('histories of usage');

test(`${count} random histories of usage settle to the last digit as a second reckoning has them`, () =>
  settleHistories(count, seed));
