import { expect, test } from 'vitest';
import { createRates, createRatesOfSellers } from './rates.ts';

const at = (ms: number) => new Date(1_000_000 + ms);

test('calls up to the rate are allowed immediately, and further calls as the rate permits', () => {
  const rates = createRates({ calls: 2, perSeconds: 1, each: 'seller' });
  expect([0, 0, 0].map((ms) => rates.take([''], at(ms)))).toEqual([undefined, undefined, at(500)]);
  expect(rates.take([''], at(499))).toEqual(at(500));
  expect(rates.take([''], at(500))).toBeUndefined();
  expect(rates.take([''], at(60_000))).toBeUndefined();
});

test('each subject has its own budget, and a call uses all of them or none', () => {
  const rates = createRates({ calls: 1, perSeconds: 60, each: 'agreement' });
  expect(rates.take(['a'], at(0))).toBeUndefined();
  expect(rates.take(['a', 'b'], at(1000))).toEqual(at(60_000));
  expect(rates.take(['b'], at(1000))).toBeUndefined();
});

test('the most recent sellers are kept up to the limit', () => {
  const ratesOf = createRatesOfSellers(2);
  const call = (organizationId: string, partner = 'MKA') =>
    ratesOf(organizationId, partner, { calls: 1, perSeconds: 1, each: 'seller' })?.take([''], at(0));
  expect([call('a'), call('b'), call('a'), call('b', 'MKD')]).toEqual([
    undefined,
    undefined,
    at(1000),
    undefined,
  ]);
  expect([call('a'), call('b')]).toEqual([at(1000), undefined]);
  expect(ratesOf('a', 'MKB', undefined)).toBeUndefined();
});
