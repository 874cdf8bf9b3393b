import { expect, test } from 'vitest';
import { costOf, readUsage } from './cost.ts';

test.each([
  [{ input: 3000, output: 300 }, { input: '15', output: '60' }, '0.063'],
  [{ input: 1, output: 0 }, { input: '0.000000001', output: '0' }, '0.000000000000001'],
  [{ input: 1_000_000_000, output: 1_000_000_000 }, { input: '999999999', output: '0.1' }, '999999999100'],
  [{ input: 7, output: 7 }, { input: '0', output: '0' }, '0'],
])('R11: %o at %o cost %s cents, exactly', (tokens, prices, cents) =>
  expect(costOf(tokens, prices).toFixed()).toBe(cents),
);

test.each([
  [undefined],
  [null],
  ['many'],
  [[]],
  [{}],
  [{ prompt_tokens: 1 }],
  [{ prompt_tokens: -1, completion_tokens: 1 }],
  [{ prompt_tokens: 1.5, completion_tokens: 1 }],
  [{ prompt_tokens: '1', completion_tokens: 1 }],
  [{ prompt_tokens: Number.NaN, completion_tokens: 1 }],
  [{ prompt_tokens: 1e30, completion_tokens: 1 }],
])('R11: a usage of %o has no known cost', (said) => expect(readUsage(said)).toBeUndefined());

test('R11 the token usage in a response is parsed', () =>
  expect(readUsage({ prompt_tokens: 0, completion_tokens: 12 })).toEqual({ input: 0, output: 12 }));
