import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { columns } from './filter.fixture.ts';
import { parseSort } from './sort.ts';

const parse = (text: string) => parseSort(text, columns).map((term) => [term.column, term.descending]);

test.each<[text: string, sort: [column: string, descending: boolean][]]>([
  ['amount', [['amount', false]]],
  ['-amount', [['amount', true]]],
  ['amount:asc', [['amount', false]]],
  ['amount:desc', [['amount', true]]],
  [
    'creation_time:desc,amount:asc',
    [
      ['creation_time', true],
      ['amount', false],
    ],
  ],
  [
    '-creation_time, amount ,sealed:desc',
    [
      ['creation_time', true],
      ['amount', false],
      ['sealed', true],
    ],
  ],
])('the sort order %s is parsed', (text, sort) => {
  expect(parse(text)).toEqual(sort);
});

test.each<[text: string, at: number, message: string]>([
  ['', 1, '"" is not of the form column, -column, column:asc or column:desc'],
  ['amount,', 8, '"" is not of the form'],
  ['amount,,sealed', 8, '"" is not of the form'],
  ['amount:up', 1, '"amount:up" is not of the form'],
  ['amount:DESC', 1, '"amount:DESC" is not of the form'],
  ['-amount:desc', 1, '"-amount:desc" is not of the form'],
  ['--amount', 1, '"--amount" is not of the form'],
  ['amount desc', 1, '"amount desc" is not of the form'],
  ['amount,body', 8, 'unknown column "body"'],
  ['toString', 1, 'unknown column "toString"'],
  ['amount,-amount', 8, 'amount is named twice'],
])('the sort order %j is rejected with the position of the error', (text, at, message) => {
  const read = () => parse(text);
  expect(read).toThrow(AppError);
  expect(read).toThrow(`s: at character ${at}: ${message}`);
  expect(read).toThrow('; columns: event_type, creation_time, amount, sealed');
});

test('any text is parsed or rejected with a 400 on s', () => {
  const fragments = fc
    .array(fc.constantFrom('amount', 'sealed', '-', ':', ',', 'asc', 'desc', ' ', 'x', '\u{1F600}'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fragments), (text) => {
      try {
        parse(text);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as AppError).findings[0]?.pointer).toBe('s');
      }
    }),
  );
});
