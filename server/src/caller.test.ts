import { expect, test } from 'vitest';
import { requireSteady } from './caller.ts';

test.each([
  '/org/o/webhook/..',
  '/org/o/webhook/./x',
  '/org//event',
  '/org/o/webhook/%2e%2E/x',
  '/org/o/a%2Fb',
  '/org/o/a\\b',
  '/org/o/a b',
  '/org/o/',
])('a path that a client would shorten, or that is no operation’s, is not sent: %s', (path) =>
  expect(() => requireSteady(path)).toThrow('is no path of an operation'),
);

test.each(['/org/o', '/org/o/event?after=1&path=a/../b', '/org/o/webhook/whe_1/delivery/dlv_2.x/resend'])(
  'others are: %s',
  (path) => expect(() => requireSteady(path)).not.toThrow(),
);
