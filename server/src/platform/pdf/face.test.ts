import { expect, test } from 'vitest';
import { openFace } from './face.ts';
import { families, findInstalled, secondaryFonts } from './fonts.ts';

function fileOf(name: string) {
  const family = families.find((each) => each.name === name);
  return (family && findInstalled(family, 'Regular')) ?? { path: secondaryFonts.Regular };
}

/** Words with their glyphs from left to right, as produced by HarfBuzz's `hb-shape`. */
const shaped = [
  [
    'Arabic letters that join',
    'بنك الإنماء',
    'DejaVuSans',
    [1359, 5256, 5342, 5345, 5363, 1365, 3, 5332, 5346, 5259],
  ],
  ['Arabic vowels', 'مُهَنْدِس', 'DejaVuSans', [1377, 1401, 5284, 1403, 5346, 1399, 5350, 1400, 5341]],
  ['Hebrew points', 'עִבְרִית', 'DejaVuSans', [1345, 1328, 1301, 1343, 1297, 1320, 1301, 5056]],
  [
    'a Devanagari vowel that is drawn before its consonant',
    'किशोर',
    'NotoSansDevanagari',
    [542, 56, 85, 42, 82],
  ],
  ['a Devanagari r above the next consonant', 'वर्मा', 'NotoSansDevanagari', [84, 80, 31, 503]],
  ['a Thai vowel in two parts around a tone', 'กล้ำ', 'NotoSansThai', [29, 33, 59, 49, 78]],
  ['a Telugu consonant below another', 'ప్రకాష్', 'NotoSansTelugu', [43, 545, 141, 137]],
  ['a Khmer consonant before its syllable', 'ស្រុក', 'NotoSansKhmer', [220, 83, 116, 49]],
  ['a Tamil vowel in two parts', 'கோவை', 'NotoSansTamil', [47, 18, 41, 48, 36]],
  ['a Bengali vowel in two parts', 'কোম্পানি', 'NotoSansBengali', [398, 25, 59, 240, 45, 59, 60, 44]],
  ['emoji that are joined', '👩‍🔧', 'NotoEmoji', [1443]],
] as const;

test.for(shaped)('shapes %s', async ([, text, font, glyphs]) => {
  const face = await openFace(fileOf(font));
  const isRightToLeft = /[\u0590-\u06ff]/.test(text);
  const drawn = face.shape(text, isRightToLeft);
  expect(drawn.map(({ id }) => id)).toEqual(glyphs);
  expect(face.covers(text)).toBe(true);
  // The characters of all glyphs together are the text.
  const inReading = isRightToLeft ? [...drawn].reverse() : drawn;
  const copied = inReading.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('');
  expect(copied.replaceAll('\u2060', '')).toBe(text);
});

test('a decomposed letter is covered if the font has it precomposed', async () => {
  const face = await openFace(fileOf('DejaVuSans'));
  expect(['e\u0301', '\u05e9\u05c1', 'क', 'e\u{1ab5}'].map(face.covers)).toEqual([true, true, false, false]);
});

test('a file without the requested font is an error that names file and font', async () => {
  const { path } = fileOf('DejaVuSans');
  await expect(openFace({ path, member: 'Nowhere-Regular' })).rejects.toThrow(
    /DejaVuSans.ttf.* Nowhere-Regular/,
  );
});
