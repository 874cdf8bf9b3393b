import { expect, test } from 'vitest';
import { toSegments } from './segments.ts';

test.each([
  ['', []],
  ['plain', [{ text: 'plain', hit: false }]],
  [
    'a \u0001b\u0002 c',
    [
      { text: 'a ', hit: false },
      { text: 'b', hit: true },
      { text: ' c', hit: false },
    ],
  ],
  [
    '\u0001a\u0002\u0001b\u0002',
    [
      { text: 'a', hit: true },
      { text: 'b', hit: true },
    ],
  ],
  ['\u0001cut off', [{ text: 'cut off', hit: true }]],
])('%j', (marked, segments) => {
  expect(toSegments(marked)).toEqual(segments);
});
