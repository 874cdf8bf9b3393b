import { describe, expect, test } from 'vitest';
import { cleanText, longestPassage, mostPassages, splitText } from './split.ts';

describe('a text is split', () => {
  test.each([
    ['empty', '', []],
    ['short', 'one 2', ['one 2']],
    ['at the end of a line', 'aaaa\nbbbb', ['aaaa', 'bbbb']],
    ['at the end of a sentence', 'a b. c d', ['a b.', 'c d']],
    ['at a space', 'aaaa bbbb', ['aaaa', 'bbbb']],
    ['at the limit where there is no space', 'aaaaaabbbb', ['aaaaaa', 'bbbb']],
    ['not within a surrogate pair', 'aaaaa😀b', ['aaaaa', '😀b']],
  ])('%s', (_, text, pieces) => {
    expect(splitText(text, 6)).toEqual(pieces);
  });

  test('into pieces that together are the whole text, up to the limit of a record', () => {
    const text = Array.from({ length: 3000 }, (_, n) => `word${n}`).join(' ');
    const pieces = splitText(text);
    expect(pieces.join(' ')).toBe(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(longestPassage);
    expect(splitText('x'.repeat(longestPassage * (mostPassages + 10)))).toHaveLength(mostPassages);
  });
});

test.each([
  ['  a \t b  ', 'a b'],
  ['a \n\n\n b', 'a\nb'],
  ['a\u0001b\u0002c\u0000', 'a b c'],
  ['half \ud83d', 'half \ufffd'],
  ['e\u0301clair', '\u00e9clair'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanText(given)).toBe(kept);
});
