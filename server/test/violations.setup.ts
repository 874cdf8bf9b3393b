import { afterEach, expect } from 'vitest';
import { takeViolations } from './fakes/violations.ts';

/** Whatever became of a request that a vendor's model forbids, and whoever caught its refusal: the test fails. */
afterEach(() => {
  expect(takeViolations(), 'requests that the vendor’s published model forbids').toEqual([]);
});
