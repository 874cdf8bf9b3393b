import { describe, expect, test } from 'vitest';
import type { AppError } from '../errors.ts';
import { parseJson } from './json.ts';

const findings = (text: string) => {
  try {
    parseJson(text);
  } catch (error) {
    return (error as AppError).findings;
  }
  return [];
};

describe('a number that a double cannot represent is rejected, anywhere in the body', () => {
  test.each([
    '1000000000000.00000001',
    '9007199254740993',
    '9007199254.7409931',
    '-123456789.123456789',
    '0.1234567890123456789',
    '0.00000000012345678901234567',
    '1e-400',
    '4.9e-325',
  ])('%s', (number) => {
    const wrong = (pointer: string) => [{ pointer, message: 'has more digits than a number can keep' }];
    expect(findings(`{"a":{"b":[1, ${number}]}}`)).toEqual(wrong('/a/b/1'));
    expect(findings(`{"a":${number}}`)).toEqual(wrong('/a'));
    expect(findings(`[\n${number}\n]`)).toEqual(wrong('/0'));
  });

  test.each([
    '0.30000000000000004',
    '123456.123456789',
    '1.0000000000000000000',
    '1e15',
    '999999999999999.9',
    '5e-7',
  ])('%s is accepted', (number) => {
    expect(parseJson(`{"a": ${number}}`)).toEqual({ a: Number(number) });
  });

  test('digits in a text are not checked as a number', () => {
    expect(findings('{"a":"x 1000000000000.00000001 ,","1000000000000.00000001":1}')).toEqual([]);
  });
});
