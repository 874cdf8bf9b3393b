import { openSync } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { builtInAscent, builtInFonts } from './fonts.ts';
import { endOfLetter, isPlain, lettersOf, scriptOfLetter } from './scripts.ts';

const fonts = Object.values(builtInFonts).map((path) => {
  const font = openSync(path);
  if ('fonts' in font) throw new Error(`${path} is a collection`);
  return font;
});

describe('plain text', () => {
  test('contains only characters that both built-in fonts have', () => {
    const missing = Array.from({ length: 0xd800 }, (_, codePoint) => codePoint)
      .filter((codePoint) => codePoint !== 10 && isPlain(String.fromCharCode(codePoint)))
      .filter((codePoint) => !fonts.every((font) => font.hasGlyphForCodePoint(codePoint)));
    expect(missing).toEqual([]);
    for (const { ascent, unitsPerEm } of fonts) expect(ascent / unitsPerEm).toBe(builtInAscent);
  });

  test.for(['Köln', 'Łódź', 'Αθήνα', 'Москва', 'Nguyễn', '12 € – “x” × ½'])('includes %s', (text) => {
    expect(isPlain(text)).toBe(true);
  });

  test.for(['Ko\u0308ln', 'שלום', 'حساب', 'क', 'ก', '中', '한', '😀', 'a\u200fb', '→'])(
    'does not include %s',
    (text) => {
      expect(isPlain(text)).toBe(false);
    },
  );
});

describe('letters', () => {
  test('include their accents, and an emoji sequence is one letter', () => {
    expect(lettersOf('e\u0301क्षि👩‍🔧')).toEqual(['e\u0301', 'क्षि', '👩‍🔧']);
  });

  test.for([
    ['a', 'Latin'],
    ['।', 'Common'],
    ['\u20e3', 'Emoji'],
    ['👩‍🔧', 'Emoji'],
    ['क्षि', 'Devanagari'],
    ['\u{11f00}', 'Unknown'],
  ] as const)('%s belongs to the script %s', ([letter, script]) => {
    expect(scriptOfLetter(letter)).toBe(script);
  });

  test('are not split where a text is cut', () => {
    expect(endOfLetter(`ab${'e\u0301'.repeat(3)}`, 3)).toBe(2);
    expect(endOfLetter('a👩‍🔧b', 4)).toBe(1);
    // An endless letter is cut between two characters.
    expect(endOfLetter('👩‍'.repeat(900), 1000)).toBeGreaterThan(0);
  });
});
