import { describe, expect, test } from 'vitest';
import { parseExact } from '../src/numbers.ts';
import { playService } from './played-service.ts';

describe('R7 numbers', () => {
  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    [
      '[1, 12345678901234567890, {"a":1234567890123456789}]',
      [1, '12345678901234567890', { a: '1234567890123456789' }],
    ],
    ['{"12345678901234567890":"12345678901234567890"}', { '12345678901234567890': '12345678901234567890' }],
    ['"a \\" 12345678901234567890, \\\\"', 'a " 12345678901234567890, \\'],
    ['[0.00000000000000000125, 1250000000000000000e3]', [1.25e-18, 1.25e21]],
    ['1e400', Number.POSITIVE_INFINITY],
  ])('%s', (text, expected) => expect(parseExact(text)).toEqual(expected));

  test('invalid JSON is an error', () => {
    expect(() => parseExact('12345678901234567890,')).toThrow(SyntaxError);
  });

  test('integers beyond 2^53 in a response are strings', async () => {
    const { tradepost } = playService([
      { body: '{"id":"ent_1","info":{"mkDOrders":[{"AliUid":1234567890123456789}]}}' },
    ]);
    const { info } = await tradepost.entitlements.get('ent_1');
    expect(info?.mkDOrders?.[0]?.AliUid).toBe('1234567890123456789');
  });
});
