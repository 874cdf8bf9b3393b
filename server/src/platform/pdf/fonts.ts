import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

export type Weight = 'Regular' | 'Bold';

/** A font's file; `member` is its PostScript name where the file holds several. */
export type FontFile = { path: string; member?: string };

/** Fonts of one design: in a package of npm, or in a folder of the system. `collection` is a file that holds several. */
export type Family = {
  scripts: readonly string[];
  packaged: string;
  name: string;
  collection?: { file: string; member: string };
};

/** Where the font of a family lies, if it is installed. */
export type FindFont = (family: Family, weight: Weight) => FontFile | undefined;

const require = createRequire(import.meta.url);

// Always by its file: under a second name for one that it has, pdfkit would read the file at each use.
const builtIn = (file: string) => require.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`);
export const builtInFonts: Record<Weight, string> = {
  Regular: builtIn('DejaVuSans'),
  Bold: builtIn('DejaVuSans-Bold'),
};

/** The part of the size by which the letters of the built-in fonts stand below the top of their line. */
export const builtInAscent = 1901 / 2048;

const sans = (script: string, ...more: string[]): Family => ({
  scripts: [script, ...more],
  packaged: `noto-sans-${script.toLowerCase().replaceAll('_', '-')}`,
  name: `NotoSans${script.replaceAll('_', '')}`,
});

// Signs that belong to no script, and Latin letters of full width, are in these as well.
const eastAsian = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Common', 'Latin'];
const places = ['SC', 'TC', 'JP', 'KR', 'HK'];
const cjk = (place: string): Family => ({
  scripts: eastAsian,
  packaged: `noto-sans-${place.toLowerCase()}`,
  name: `NotoSans${place}`,
  collection: { file: 'NotoSansCJK', member: `NotoSansCJK${place.toLowerCase()}` },
});

/** The fonts that are looked for when the built-in one lacks a letter, in the order in which they are tried. */
export const families: readonly Family[] = [
  ...`Thai Lao Khmer Myanmar Bengali Gujarati Gurmukhi Kannada Malayalam Oriya Tamil Telugu Sinhala Ethiopic Arabic Hebrew
    Armenian Georgian Mongolian Syriac Thaana Cherokee Canadian_Aboriginal Tifinagh Javanese Balinese Sundanese Tai_Tham
    Vai Adlam Yi Ol_Chiki Meetei_Mayek Cham Chakma`
    .split(/\s+/)
    .map((script) => sans(script)),
  // The full stop of India's scripts belongs to none of them.
  sans('Devanagari', 'Common'),
  { scripts: ['Nko'], packaged: 'noto-sans-nko', name: 'NotoSansNKo' },
  { scripts: ['Tibetan'], packaged: 'noto-serif-tibetan', name: 'NotoSerifTibetan' },
  { scripts: ['Emoji', 'Common'], packaged: 'noto-emoji', name: 'NotoEmoji' },
  ...places.map(cjk),
];

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const korean = /\p{Script=Hangul}/u;
const traditional = /\p{Script=Bopomofo}/u;

/** The suffix of the design that a text's characters of China are drawn in: the countries write some of them differently. */
export function eastAsianDesign(text: string): string | undefined {
  if (japanese.test(text)) return 'JP';
  if (korean.test(text)) return 'KR';
  return traditional.test(text) ? 'TC' : undefined;
}

/** The families that may have a letter of a script, those of the wanted design first. */
export function familiesOf(script: string, design: string | undefined): Family[] {
  const found = families.filter(({ scripts }) => scripts.includes(script));
  const isWanted = ({ name }: Family) => design !== undefined && name === `NotoSans${design}`;
  return [...found.filter(isWanted), ...found.filter((family) => !isWanted(family))];
}

/** Where Linux distributions put these fonts: Debian, Alpine, Arch and Fedora. */
const folders =
  `opentype/noto truetype/noto noto noto-cjk google-noto google-noto-cjk google-noto-sans-cjk-fonts
  google-noto-emoji-fonts`
    .split(/\s+/)
    .map((folder) => `/usr/share/fonts/${folder}`);

const found = new Map<string, FontFile | undefined>();

/** Looks for a font beside the program and on the system, once while the process runs; Regular where there is no Bold. */
export const findInstalled: FindFont = (family, weight) => {
  const key = `${family.name}-${weight}`;
  if (!found.has(key)) found.set(key, search(family, weight));
  return found.get(key);
};

function search(family: Family, weight: Weight): FontFile | undefined {
  const { name, collection } = family;
  const files = folders.flatMap((folder): FontFile[] => [
    ...['ttf', 'otf'].map((ending) => ({ path: `${folder}/${name}-${weight}.${ending}` })),
    ...(collection
      ? [{ path: `${folder}/${collection.file}-${weight}.ttc`, member: `${collection.member}-${weight}` }]
      : []),
  ]);
  const path = packaged(family, weight);
  const file = path === undefined ? files.find((each) => existsSync(each.path)) : { path };
  return file ?? (weight === 'Bold' ? search(family, 'Regular') : undefined);
}

function packaged(family: Family, weight: Weight): string | undefined {
  const style = weight === 'Bold' ? '700Bold' : '400Regular';
  try {
    return require.resolve(`@expo-google-fonts/${family.packaged}/${style}/${family.name}_${style}.ttf`);
  } catch {
    return undefined;
  }
}
