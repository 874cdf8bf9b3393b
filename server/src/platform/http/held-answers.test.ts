import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { createResponseMemory } from './held-answers.ts';

const refused = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.definition.status, error.headers['retry-after']];
  }
  return undefined;
};

test('a process stores a limited amount of responses in memory, and at most half of it for one organization', () => {
  const { reserve, reserved } = createResponseMemory(100);
  const first = reserve('org_a', 30);
  const second = reserve('org_a', 20);
  expect(refused(() => reserve('org_a', 1))).toEqual([503, '1']);
  const other = reserve('org_b', 50);
  expect(refused(() => reserve('org_c', 1))).toEqual([503, '1']);
  expect(reserved()).toBe(100);
  second();
  second();
  expect(reserved()).toBe(80);
  reserve('org_c', 20)();
  first();
  other();
  expect(reserved()).toBe(0);
});

test('a response larger than the limit is stored if there is no other', () => {
  const { reserve, reserved } = createResponseMemory(100);
  const release = reserve('org_a', 500);
  expect(refused(() => reserve('org_b', 1))).toEqual([503, '1']);
  release();
  expect(reserved()).toBe(0);
});
