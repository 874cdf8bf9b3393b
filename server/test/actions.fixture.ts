import { expect } from 'vitest';
import type { Reply } from './harness.ts';

/** What a list of actions says of one. */
export type Action = {
  name: string;
  operationId: string;
  possible: boolean;
  reason: string | null;
  permission: string;
  destructive: boolean;
};

/** What a list says of an action agrees with what its operation answered, which was called when it said that. */
export function expectAgrees(when: string, action: Action | undefined, reply: Reply): void {
  const said = { when, name: action?.name, possible: action?.possible, reason: action?.reason };
  const isDone = reply.status === 200;
  const answered = { possible: isDone, reason: isDone ? null : reply.body.detail };
  expect(said, reply.text).toEqual({ when, name: action?.name, ...answered });
}

/** The operations under a path that change a record, but for those that the list is not to have. */
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
