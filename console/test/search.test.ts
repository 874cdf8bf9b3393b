import { expect, test } from 'vitest';
import { readSearch, writeSearch } from '../src/search.ts';

test.each(['12345678901234567890', 'true', 'null', '[1]', '{"a":1}', '007', '"quoted"', 'a b&c=d'])(
  'the address has the search text %j, and is written the same again',
  (text) => {
    const said = writeSearch({ search: text, status: undefined });
    expect(readSearch(said)).toEqual({ search: text });
  },
);

test('a handwritten link needs no quotation marks around its words', () => {
  expect(readSearch('?search=12345678901234567890&step=99')).toEqual({
    search: '12345678901234567890',
    step: '99',
  });
  expect(writeSearch({ step: '99', partner: '' })).toBe('?step=99&partner=');
  expect(writeSearch({})).toBe('');
});
