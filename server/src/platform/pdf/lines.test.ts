import { describe, expect, test } from 'vitest';
import { openFace } from './face.ts';
import { builtInFonts } from './fonts.ts';
import { breaksIn, inVisualOrder, linesOf } from './lines.ts';
import { prepareParagraph } from './paragraph.ts';

async function brokenInto(text: string, width: number): Promise<string[]> {
  const builtIn = await openFace({ path: builtInFonts.Regular });
  // Otherwise letters that are missing in the font would be replaced by their numbers.
  const face = { ...builtIn, covers: () => true };
  const paragraph = await prepareParagraph(text, { builtIn: face, faceFor: async () => face });
  return (await linesOf(paragraph, width, 10)).map(({ items }) =>
    items.map(({ start, end }) => paragraph.text.slice(start, end)).join('|'),
  );
}

describe('line breaks', () => {
  test.for([
    ['between the words of a script without spaces', 'บริษัทขนส่งไทย', ['บริษัท', 'ขนส่ง', 'ไทย']],
    [
      'after each Han character, but not before a full stop',
      '有限会社。東京',
      ['有', '限', '会', '社。', '東', '京'],
    ],
    ['after spaces and hyphens', 'to re-read it', ['to ', 're-', 'read ', 'it']],
  ] as const)('are allowed %s', async ([, text, parts]) => {
    const ends = [...(await breaksIn(text))].sort((a, b) => a - b);
    expect(ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end))).toEqual(parts);
  });

  test('occur between two letters if a word is too long, and drop trailing spaces', async () => {
    const lines = await brokenInto(`${'e\u0301'.repeat(26)}   next`, 80);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toBe('next');
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^(e\u0301)+$/);
  });

  test('leave at least one letter per line at any width, and one line for an empty text', async () => {
    expect(await brokenInto('ab\u0301c', 1)).toEqual(['a', 'b\u0301', 'c']);
    expect(await brokenInto('', 80)).toEqual(['']);
  });
});

describe('writing directions', () => {
  test('numbers and Latin names keep their order in a right-to-left line', async () => {
    expect(await brokenInto('مصنع Beta 25 للنسيج', 400)).toEqual([' للنسيج|Beta 25|مصنع ']);
  });

  test('a Hebrew name between Latin words is drawn right to left', async () => {
    const [line = ''] = await brokenInto('Owner: דוד ABC', 400);
    expect(line.split('|')).toEqual(['Owner: ', 'דוד', ' ABC']);
  });

  test.for([
    [[0, 1, 0], 'abc'],
    [[1, 1, 1], 'cba'],
    [[1, 2, 2, 1], 'dbca'],
    [[0, 1, 2, 1, 0], 'adcbe'],
    [[2, 1, 2], 'cba'],
    [[], ''],
  ] as const)('items with the bidirectional levels %j are drawn in the order %s', ([levels, order]) => {
    const items = levels.map((level, index) => ({ level, name: 'abcde'.charAt(index) }));
    expect(
      inVisualOrder(items)
        .map(({ name }) => name)
        .join(''),
    ).toBe(order);
  });
});
