import { describe, expect, test } from 'vitest';
import type { EntitlementInfo } from '../entitlements/records.ts';
import { Exact } from '../platform/money-and-time/exact.ts';
import { chargedByNow } from './charged.ts';

const none = { charged: new Exact(0) };
const term = (id: string, start: string, end: string | null, info: EntitlementInfo = {}) => ({
  id,
  start: `${start}T00:00:00.000Z`,
  end: end && `${end}T00:00:00.000Z`,
  bought: { start: `${start}T00:00:00.000Z`, end: end && `${end}T00:00:00.000Z` },
  info,
});
const on = (day: string, isMonthly = false) => ({ now: new Date(`${day}T00:00:00Z`), isMonthly });
const amounts = (id: string, commit: string | null, reported: string | null = null) => ({
  id,
  commit_amount: commit,
  reported_amount: reported,
});

describe('the charged amount of a sale at a marketplace', () => {
  const year = term('a', '2031-01-31', '2032-01-31');

  test('is its commit with the term, and usage as it is accepted', () => {
    const sale = { info: {}, terms: [year] };
    expect(chargedByNow(sale, [amounts('a', '1200')], none, on('2031-01-31'))).toEqual({
      amount: '1200',
      next: undefined,
    });
    const used = [amounts('a', '1200', '10.006'), amounts('part', null, '0.5')];
    expect(chargedByNow(sale, used, none, on('2031-02-01')).amount).toBe('1210.51');
  });

  test.each([
    ['2031-01-31', '100', '2031-02-28'],
    ['2031-02-27', '100', '2031-02-28'],
    ['2031-02-28', '200', '2031-03-31'],
    ['2031-12-30', '1100', '2031-12-31'],
    ['2031-12-31', '1200', undefined],
  ])(
    'is the sum of the months that have begun where commits are charged by the month: %s',
    (day, amount, next) => {
      expect(chargedByNow({ info: {}, terms: [year] }, [amounts('a', '1200')], none, on(day, true))).toEqual({
        amount,
        next: next && `${next}T00:00:00.000Z`,
      });
    },
  );

  test('is the sum of due instalments instead of the commit, without future terms', () => {
    const paid = { paymentInstallments: [{ amount: 600 }, { amount: 600, chargeOn: '2031-07-01' }] };
    const terms = [{ ...year, info: paid }, term('b', '2032-01-31', null)];
    const instalments = { charged: new Exact(600), next: Date.parse('2031-07-01') };
    const known = [amounts('a', '1200'), amounts('b', '700')];
    expect(chargedByNow({ info: {}, terms }, known, instalments, on('2031-02-01'))).toEqual({
      amount: '600',
      next: '2031-07-01T00:00:00.000Z',
    });
  });
});
