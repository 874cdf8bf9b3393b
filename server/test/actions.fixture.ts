import { expect } from 'vitest';
import type { Reply } from './harness.ts';

/** An entry in a list of actions. */
export type Action = {
  name: string;
  operationId: string;
  possible: boolean;
  reason: string | null;
  permission: string;
  destructive: boolean;
};

/** Requires that an action in a list agrees with the response of its operation, which was called at that time. */
export function expectAgrees(when: string, action: Action | undefined, reply: Reply): void {
  const said = { when, name: action?.name, possible: action?.possible, reason: action?.reason };
  const isDone = reply.status === 200;
  const answered = { possible: isDone, reason: isDone ? null : reply.body.detail };
  expect(said, reply.text).toEqual({ when, name: action?.name, ...answered });
}

/** Returns the operations under a path that change a record, except those that the list omits. */
export const changesUnder = (
  routes: readonly { method: string; path: string; operationId: string }[],
  path: string,
  leftOut: Readonly<Record<string, string>>,
): string[] =>
  routes
    .filter((route) => route.method !== 'GET' && `${route.path}/`.startsWith(`${path}/`))
    .map(({ operationId }) => operationId)
    .filter((operationId) => !Object.hasOwn(leftOut, operationId))
    .sort();
