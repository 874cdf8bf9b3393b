import { test } from 'vitest';
import { settleHistories } from '../usage/histories.ts';
import { countOf, seededChance } from './seeded.ts';

const count = countOf('USAGE_HISTORIES', 3000);
const { seed } = seededChance('histories of usage');

test(`${count} random histories of usage settle exactly like a second calculation`, () =>
  settleHistories(count, seed));
