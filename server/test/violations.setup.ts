import { afterEach, expect } from 'vitest';
import { takeViolations } from './fakes/violations.ts';

/** A request that violates a vendor's published model fails the test, even if the error was handled. */
afterEach(() => {
  expect(takeViolations(), 'requests that the vendor’s published model forbids').toEqual([]);
});
