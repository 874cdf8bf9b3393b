import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { createHeldAnswers } from './held-answers.ts';

const refused = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.definition.status, error.headers['retry-after']];
  }
  return undefined;
};

test('a process holds a bounded amount, and of one organization half of it', () => {
  const { hold, held } = createHeldAnswers(100);
  const first = hold('org_a', 30);
  const second = hold('org_a', 20);
  expect(refused(() => hold('org_a', 1))).toEqual([503, '1']);
  const other = hold('org_b', 50);
  expect(refused(() => hold('org_c', 1))).toEqual([503, '1']);
  expect(held()).toBe(100);
  second();
  second();
  expect(held()).toBe(80);
  hold('org_c', 20)();
  first();
  other();
  expect(held()).toBe(0);
});

test('one that is larger than all of it is held alone', () => {
  const { hold, held } = createHeldAnswers(100);
  const release = hold('org_a', 500);
  expect(refused(() => hold('org_b', 1))).toEqual([503, '1']);
  release();
  expect(held()).toBe(0);
});
