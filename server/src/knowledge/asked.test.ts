import { describe, expect, test } from 'vitest';
import { anyOf, readQuestion } from './asked.ts';

describe('a search query', () => {
  test.each([
    ['offer renewal', 'offer renewal', '', ['offer', 'renewal']],
    ['offer -draft', 'offer', 'draft', ['offer']],
    ['-draft', '', 'draft', []],
    ['offer -"two words" -one', 'offer', '"two words" or one', ['offer']],
    ['"in order" x', '"in order" x', '', ['in', 'order', 'x']],
    ['well-known', 'well-known', '', ['well', 'known']],
    ['a\u0001b', 'a b', '', ['a', 'b']],
    ['e\u0301clair', '\u00e9clair', '', ['\u00e9clair']],
  ])('%j', (q, wanted, excluded, words) => {
    expect(readQuestion(q)).toEqual({ wanted, excluded, words });
  });

  test('becomes an OR of its words', () => {
    expect(anyOf(readQuestion('how to "cancel it" or -draft'))).toMatchObject({
      wanted: 'how or to or cancel or it',
      excluded: 'draft',
    });
  });

  test('with more than 32 words is refused', () => {
    expect(() => readQuestion('a '.repeat(33))).toThrow('at most 32 words');
  });
});
