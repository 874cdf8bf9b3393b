import { expect, test } from 'vitest';
import { prefersCsv } from './media-types.ts';

test.each<[accept: string | undefined, csv: boolean]>([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/html', false],
  ['text/csv', true],
  ['Text/CSV; charset=utf-8; header=present', true],
  ['text/*', true],
  ['text/csv, */*', true],
  ['*/*, text/csv', true],
  ['text/csv;q=0.5, */*;q=0.1', true],
  ['text/csv;q=0.5, application/json', false],
  ['text/csv; q=0.9, application/json; q=0.8', true],
  ['text/csv;q=0.9,application/*', false],
  ['text/csv, application/json', true],
  ['application/json, text/csv', false],
  ['text/csv;q=0, text/*', false],
  ['text/csv;q=0', false],
  ['text/csv;q=0, application/json;q=0', false],
  ['text/csv;q=2, application/json;q=0.1', false],
  ['text/csv;q=none', false],
  ['csv', false],
])('Accept %j is CSV: %j', (accept, csv) => {
  expect(prefersCsv(accept)).toBe(csv);
});
