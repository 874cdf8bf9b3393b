import { describe, expect, test } from 'vitest';
import { createQuotas, exceeded } from './quotas.ts';
import type { OrgScope } from './scope.ts';
import type { Statement } from './statement.ts';

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
  const isFull = async (seconds: number, organizationId?: string) =>
    (await quotas.refusal(at(seconds, organizationId), 'things')) !== undefined;
  return { store, quotas, at, isFull };
}

describe('a quota', () => {
  test('counts once a minute, and what was added since by itself', async () => {
    const { store, quotas, at, isFull } = make({ maximum: 3, stored: 1 });
    expect(await isFull(0)).toBe(false);
    quotas.use(at(1), 'things');
    expect([await isFull(59), store.counts]).toEqual([false, 1]);
    store.stored = 2;
    expect([await isFull(61), store.counts]).toEqual([false, 2]);
    quotas.use(at(62), 'things');
    store.stored = 3;
    expect(await isFull(63)).toBe(true);
  });

  test('refuses by a fresh count only', async () => {
    const { store, quotas, at, isFull } = make({ maximum: 2, stored: 1 });
    await isFull(0);
    quotas.use(at(1), 'things');
    store.stored = 0;
    expect([await isFull(2), store.counts]).toEqual([false, 2]);
  });

  test('counts once for all who ask at one time', async () => {
    const { store, isFull } = make({ maximum: 0, stored: 0 });
    expect(await Promise.all(Array.from({ length: 50 }, () => isFull(0)))).toEqual(Array(50).fill(true));
    expect(store.counts).toBe(1);
  });

  test('knows each organization for itself', async () => {
    const { quotas, at, isFull, store } = make({ maximum: 1, stored: 0 });
    await isFull(0, 'org_a');
    quotas.use(at(0, 'org_a'), 'things');
    expect([await isFull(1, 'org_b'), store.counts]).toEqual([false, 2]);
  });

  test('of a day begins anew with the day, and says when that is', async () => {
    const { store, quotas, at, isFull } = make({ maximum: 1, stored: 0, perDay: true });
    const midnight = 14 * 3600;
    expect(await isFull(midnight - 10)).toBe(false);
    quotas.use(at(midnight - 9), 'things');
    store.stored = 1;
    const refusal = await quotas.refusal(at(midnight - 8), 'things');
    expect(refusal?.headers).toEqual({
      'ratelimit-policy': '"things";q=1;w=86400',
      ratelimit: '"things";r=0;t=8',
      'retry-after': '8',
    });
    store.stored = 0;
    expect(await isFull(midnight + 1)).toBe(false);
  });

  test('that waiting does not help says no time', () => {
    expect(exceeded({ now: new Date(start) }, { name: 'things' }, 5).headers).toEqual({
      'ratelimit-policy': '"things";q=5',
      ratelimit: '"things";r=0',
    });
  });
});
