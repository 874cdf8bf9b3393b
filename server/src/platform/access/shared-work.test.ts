import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { DatabaseOutcomeUnknown, type Row, type Statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import type { InOrganization, OrgTransaction } from './scope.ts';
import { createSharedWork } from './shared-work.ts';

const named = (name: string): Statement => ({ name, text: name, values: [] });
const later = () => new Promise((resolve) => setTimeout(resolve, 1));

/**
 * Records the transactions begun, by organization and request. The first statements return a row with their own name.
 */
function transactions(end: (number: number) => void = () => {}) {
  const begun: string[] = [];
  const inOrganization: InOrganization = async (organizationId, requestId, work, first = []) => {
    const number = begun.push(`${organizationId} ${requestId}`);
    const rows = first.map(({ name }): Row[] => [{ name }]);
    const answer = await work({ organizationId, requestId } as OrgTransaction, rows);
    end(number);
    return answer;
  };
  return { begun, shared: createSharedWork(inOrganization) };
}

test('work queued in one turn of the event loop shares one transaction per organization, in lock order', async () => {
  const { begun, shared } = transactions();
  const order: string[] = [];
  const add = (organizationId: string, id: string, ...first: string[]) =>
    shared(id)(
      organizationId,
      `request of ${id}`,
      async ({ requestId }, found) => {
        order.push(id);
        await later();
        return [requestId, ...found.map(([row]) => row?.name)];
      },
      first.map(named),
    );
  const answers = await Promise.all([
    add('one', 'c', 'r', 's'),
    add('one', 'a'),
    add('one', 'b', 't'),
    add('two', 'd'),
  ]);
  expect(begun).toEqual(['one request of a', 'two request of d']);
  expect(order).toEqual(['a', 'b', 'c', 'd']);
  expect(answers).toEqual([
    ['request of c', 'r', 's'],
    ['request of a'],
    ['request of b', 't'],
    ['request of d'],
  ]);
  await add('one', 'e');
  expect(begun).toHaveLength(3);
});

test('at most sixteen members share a transaction', async () => {
  const { begun, shared } = transactions();
  await Promise.all(Array.from({ length: 40 }, () => shared()('one', 'request', async () => undefined)));
  expect(begun).toHaveLength(3);
});

test('when one member fails, every member is run again separately, and only that one fails', async () => {
  const { begun, shared } = transactions();
  const ended: number[] = [];
  const good = (number: number) =>
    shared()('one', 'request', async () => {
      await later();
      ended.push(number);
      return number;
    });
  const bad = shared()('one', 'request', async () => {
    expect([0, 2]).toContain(ended.length);
    throw new Error('not this one');
  });
  const settled = await Promise.allSettled([good(1), bad, good(2)]);
  expect(settled).toMatchObject([{ value: 1 }, { reason: new Error('not this one') }, { value: 2 }]);
  expect(begun).toHaveLength(4);
  expect(ended).toEqual([1, 2, 1, 2]);
});

test('when the shared transaction cannot commit, every member is run separately', async () => {
  const { begun, shared } = transactions((number) => {
    if (number === 1) throw new Error('deadlock detected');
  });
  const answers = await Promise.all([1, 2].map((number) => shared()('one', 'request', async () => number)));
  expect(answers).toEqual([1, 2]);
  expect(begun).toHaveLength(3);
});

test('a transaction with an unknown outcome is not repeated', async () => {
  const { begun, shared } = transactions(() => {
    throw new DatabaseOutcomeUnknown('connection lost in COMMIT');
  });
  const settled = await Promise.allSettled(
    [1, 2].map(() => shared()('one', 'request', async () => undefined)),
  );
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(begun).toHaveLength(1);
});

test('when no connection is available, the members are not retried separately', async () => {
  let begun = 0;
  const shared = createSharedWork(async () => {
    begun++;
    throw errors.unavailable('The service is busy.');
  });
  const settled = await Promise.allSettled(
    [1, 2].map(() => shared()('one', 'request', async () => undefined)),
  );
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(begun).toBe(1);
});

test('a member that throws synchronously fails alone, after the other members have ended', async () => {
  const order: string[] = [];
  const shared = createSharedWork(async (organizationId, requestId, work) => {
    order.push('begin');
    return work({ organizationId, requestId } as OrgTransaction, []).finally(() => order.push('end'));
  });
  const good = shared()('one', 'request', async () => {
    await later();
    order.push('good');
  });
  const bad = shared()('one', 'request', () => {
    throw new Error('at once');
  });
  const settled = await Promise.allSettled([good, bad]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(order.slice(0, 3)).toEqual(['begin', 'good', 'end']);
});

test('each member keeps the async context of its caller', async () => {
  const { shared } = transactions();
  const place = new AsyncLocalStorage<number>();
  const read = (number: number) =>
    place.run(number, () =>
      shared()('one', 'request', async () => {
        await later();
        return place.getStore();
      }),
    );
  expect(await Promise.all([read(1), read(2), read(3)])).toEqual([1, 2, 3]);
});
