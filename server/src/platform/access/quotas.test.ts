import { describe, expect, test } from 'vitest';
import type { Statement } from '../database/statement.ts';
import { createQuotas, exceeded, type QuotaReservation } from './quotas.ts';
import type { OrgScope } from './scope.ts';

const start = Date.parse('2026-11-21T10:00:00Z');

/** Quotas over a store that counts how often it is asked. */
function make(options: { maximum: number; stored: number; perDay?: true }) {
  const store = { ...options, counts: 0 };
  const count = (scope: OrgScope): Statement => ({ name: 'count', text: scope.organizationId, values: [] });
  const quotas = createQuotas({
    definitions: [
      { name: 'things', description: 'Things', count, ...(options.perDay ? { perDay: true } : {}) },
    ],
    database: {
      batch: async (statements) => {
        if (!statements.some(({ name }) => name === 'count')) return [[], [{ maximum: store.maximum }]];
        store.counts++;
        return [[], [{ used: String(store.stored) }]];
      },
    },
  });
  const at = (seconds: number, organizationId = 'org_a') => {
    const now = new Date(start + seconds * 1000);
    return { organizationId, now, wallNow: now } as OrgScope;
  };
  /** What a call finds that takes no place. */
  const look = (seconds: number, organizationId?: string): Promise<QuotaReservation> =>
    quotas.reserve(
      at(seconds, organizationId),
      'things',
      async (reservation) => reservation,
      () => false,
    );
  const isFull = async (seconds: number, organizationId?: string) =>
    (await look(seconds, organizationId)).full !== undefined;
  const use = (seconds: number, organizationId?: string) =>
    quotas.reserve(
      at(seconds, organizationId),
      'things',
      async () => {},
      () => true,
    );
  return { store, quotas, at, look, isFull, use };
}

describe('a quota', () => {
  test('counts once a minute, and what was added since by itself', async () => {
    const { store, isFull, use } = make({ maximum: 3, stored: 1 });
    expect(await isFull(0)).toBe(false);
    await use(1);
    expect([await isFull(59), store.counts]).toEqual([false, 1]);
    store.stored = 2;
    expect([await isFull(61), store.counts]).toEqual([false, 2]);
    await use(62);
    store.stored = 3;
    expect(await isFull(63)).toBe(true);
  });

  test('refuses by a fresh count only', async () => {
    const { store, isFull, use } = make({ maximum: 2, stored: 1 });
    await isFull(0);
    await use(1);
    store.stored = 0;
    expect([await isFull(2), store.counts]).toEqual([false, 2]);
  });

  test('counts once for all who ask at one time', async () => {
    const { store, isFull } = make({ maximum: 0, stored: 0 });
    expect(await Promise.all(Array.from({ length: 50 }, () => isFull(0)))).toEqual(Array(50).fill(true));
    expect(store.counts).toBe(1);
  });

  test('knows each organization for itself', async () => {
    const { isFull, use, store } = make({ maximum: 1, stored: 0 });
    await isFull(0, 'org_a');
    await use(0, 'org_a');
    expect([await isFull(1, 'org_b'), store.counts]).toEqual([false, 2]);
  });

  test('of a day begins anew with the day, and says when that is', async () => {
    const { store, look, isFull, use } = make({ maximum: 1, stored: 0, perDay: true });
    const midnight = 14 * 3600;
    expect(await isFull(midnight - 10)).toBe(false);
    await use(midnight - 9);
    store.stored = 1;
    const refusal = (await look(midnight - 8)).full;
    expect(refusal?.headers).toEqual({
      'ratelimit-policy': '"things";q=1;w=86400',
      ratelimit: '"things";r=0;t=8',
      'retry-after': '8',
    });
    store.stored = 0;
    expect(await isFull(midnight + 1)).toBe(false);
  });

  test('of which little is left is counted in the transaction, what is under way included', async () => {
    const { quotas, at, look, use } = make({ maximum: 2010, stored: 1000 });
    expect((await look(0)).exact).toBeUndefined();
    let end = () => {};
    const under = Array.from({ length: 10 }, () =>
      quotas.reserve(
        at(1),
        'things',
        () =>
          new Promise<void>((resolve) => {
            end = ((before) => () => [before(), resolve()])(end);
          }),
        () => false,
      ),
    );
    await Promise.resolve();
    expect((await look(2)).exact, 'ten take their places').toBeDefined();
    end();
    await Promise.all(under);
    expect((await look(3)).exact, 'they took none').toBeUndefined();
    for (let count = 0; count < 10; count++) await use(4);
    expect((await look(5)).exact).toBeDefined();
  });

  test('takes its turns one after the other, and goes on after one that failed', async () => {
    const { look } = make({ maximum: 1, stored: 0 });
    const { exact } = await look(0);
    const seen: string[] = [];
    const turn = (name: string) => async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (name === 'first') throw new Error('failed');
    };
    const outcomes = await Promise.allSettled([exact?.inTurn(turn('first')), exact?.inTurn(turn('second'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  test('that waiting does not help says no time', () => {
    expect(exceeded({ now: new Date(start) }, { name: 'things' }, 5).headers).toEqual({
      'ratelimit-policy': '"things";q=5',
      ratelimit: '"things";r=0',
    });
  });
});
