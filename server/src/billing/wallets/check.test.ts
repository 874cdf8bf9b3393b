import { describe, expect, test } from 'vitest';
import { currencyOf, findingsOfCredit, takesCurrency } from './check.ts';

describe('currencies of wallets', () => {
  test.each([
    ['card', 'USD', true],
    ['card', 'EUR', true],
    ['card', 'JPY', true],
    ['credit', 'CHF', true],
    ['ach_debit', 'USD', true],
    ['ach_debit', 'EUR', false],
    ['sepa_debit', 'EUR', true],
    ['sepa_debit', 'GBP', false],
    ['bacs_debit', 'GBP', true],
    ['bacs_debit', 'USD', false],
  ])('%s accepts %s: %s', (type, currency, takes) => expect(takesCurrency(type, currency)).toBe(takes));

  test('a card is charged in the buyer’s currency or any, a debit in its own', () => {
    expect(currencyOf('card', 'EUR')).toBe('EUR');
    expect(currencyOf('card', undefined)).toBeNull();
    expect(currencyOf('sepa_debit', 'USD')).toBe('EUR');
  });
});

describe('credit', () => {
  const credit = {
    currency: 'USD',
    totalAmount: 100,
    usedAmount: '40',
    startTime: '2027-01-01',
    expireTime: '2028-01-01',
  };
  test.each([
    [{}, []],
    [{ totalAmount: 40, expireTime: null }, []],
    [{ totalAmount: 39.99 }, ['/totalAmount']],
    [{ totalAmount: 100.001 }, ['/totalAmount']],
    [{ currency: 'JPY', totalAmount: 100.5 }, ['/totalAmount']],
    [{ expireTime: '2027-01-01' }, ['/expireTime']],
    [{ totalAmount: 1, expireTime: '2026-01-01' }, ['/totalAmount', '/expireTime']],
  ])('%o is rejected at %o', (change, pointers) =>
    expect(findingsOfCredit({ ...credit, ...change }).map(({ pointer }) => pointer)).toEqual(pointers),
  );
});
