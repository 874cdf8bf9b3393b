import { expect, test } from 'vitest';
import { eastAsianDesign, families, familiesOf, findInstalled } from './fonts.ts';

const namesOf = (script: string, design?: string) => familiesOf(script, design).map(({ name }) => name);

test('each font installed with the program is found in both weights', () => {
  const scripts =
    `Bengali Devanagari Ethiopic Gujarati Gurmukhi Kannada Khmer Malayalam Myanmar Oriya Sinhala Tamil
    Telugu Thai`.split(/\s+/);
  for (const name of ['NotoEmoji', ...scripts.map((script) => `NotoSans${script}`)]) {
    const family = families.find((each) => each.name === name);
    if (!family) throw new Error(`${name} is not in the list of families`);
    expect(findInstalled(family, 'Regular')?.path).toContain(`${name}_400Regular.ttf`);
    expect(findInstalled(family, 'Bold')?.path).toContain(`${name}_700Bold.ttf`);
  }
});

test.for([
  ['株式会社さくら', 'JP'],
  ['삼성 三星', 'KR'],
  ['ㄅㄆ 臺灣', 'TC'],
  ['北京', undefined],
] as const)('%s is drawn in the design %s', ([text, design]) => {
  expect(eastAsianDesign(text)).toBe(design);
});

test('Han characters are searched in the design of the text first, then in the others', () => {
  expect(namesOf('Han')).toEqual(['NotoSansSC', 'NotoSansTC', 'NotoSansJP', 'NotoSansKR', 'NotoSansHK']);
  expect(namesOf('Han', 'KR')[0]).toBe('NotoSansKR');
  expect(namesOf('Emoji')).toEqual(['NotoEmoji']);
  expect(namesOf('Unknown')).toEqual([]);
});
