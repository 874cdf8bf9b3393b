import { describe, expect, test } from 'vitest';
import type { Statement } from '../database/statement.ts';
import { createQuotas, type QuotaReservation, quotaExceeded } from './quotas.ts';
import type { OrgScope } from './scope.ts';

const start = Date.parse('2026-11-21T10:00:00Z');

/** Creates quotas over a store that counts its queries. */
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
  /** Runs an operation without using its unit, and returns the reservation. */
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

describe('quotas', () => {
  test('a quota is counted in the database once a minute; units used since are added in memory', async () => {
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

  test('an operation is refused only after a fresh count', async () => {
    const { store, isFull, use } = make({ maximum: 2, stored: 1 });
    await isFull(0);
    await use(1);
    store.stored = 0;
    expect([await isFull(2), store.counts]).toEqual([false, 2]);
  });

  test('simultaneous operations share one count', async () => {
    const { store, isFull } = make({ maximum: 0, stored: 0 });
    expect(await Promise.all(Array.from({ length: 50 }, () => isFull(0)))).toEqual(Array(50).fill(true));
    expect(store.counts).toBe(1);
  });

  test('each organization has its own count', async () => {
    const { isFull, use, store } = make({ maximum: 1, stored: 0 });
    await isFull(0, 'org_a');
    await use(0, 'org_a');
    expect([await isFull(1, 'org_b'), store.counts]).toEqual([false, 2]);
  });

  test('a daily quota resets at midnight UTC, and the refusal has the seconds until then', async () => {
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

  test('a nearly exhausted quota is counted in the transaction; operations in flight count as used', async () => {
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
    expect((await look(2)).exact, 'ten operations in flight').toBeDefined();
    end();
    await Promise.all(under);
    expect((await look(3)).exact, 'the ten operations used no unit').toBeUndefined();
    for (let count = 0; count < 10; count++) await use(4);
    expect((await look(5)).exact).toBeDefined();
  });

  test('exact counts of one quota run one after the other, also after one that failed', async () => {
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

  test('the refusal of a quota without a period has no Retry-After', () => {
    expect(quotaExceeded({ now: new Date(start) }, { name: 'things' }, 5).headers).toEqual({
      'ratelimit-policy': '"things";q=5',
      ratelimit: '"things";r=0',
    });
  });
});
