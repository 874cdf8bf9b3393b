import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

export type Weight = 'Regular' | 'Bold';

/** A font file. `member` is the font's PostScript name if the file is a collection. */
export type FontFile = { path: string; member?: string };

/** A font family from an npm package or a system folder. `collection` names a font file that contains several fonts. */
export type Family = {
  scripts: readonly string[];
  packaged: string;
  name: string;
  collection?: { file: string; member: string };
};

/** Returns the file of a font family, if it is installed. */
export type FindFont = (family: Family, weight: Weight) => FontFile | undefined;

const require = createRequire(import.meta.url);

// Built-in fonts are always specified by file, because pdfkit reads the file of a font registered by name at each use.
const builtIn = (weight: string) =>
  require.resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`);
export const builtInFonts: Record<Weight, string> = {
  Regular: builtIn('400Regular'),
  Bold: builtIn('700Bold'),
};

/** The ascent and descent of the built-in fonts, as fractions of the font size. */
export const builtInAscent = 1.069;
export const builtInDescent = 0.293;

/** Fonts for symbols, and for Arabic, Hebrew, Armenian, Georgian and Lao letters. */
const secondary = (file: string) => require.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`);
export const secondaryFonts: Record<Weight, string> = {
  Regular: secondary('DejaVuSans'),
  Bold: secondary('DejaVuSans-Bold'),
};

const sans = (script: string, ...more: string[]): Family => ({
  scripts: [script, ...more],
  packaged: `noto-sans-${script.toLowerCase().replaceAll('_', '-')}`,
  name: `NotoSans${script.replaceAll('_', '')}`,
});

// The East Asian fonts also have punctuation that belongs to no script, and full-width Latin letters.
const eastAsian = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Common', 'Latin'];
const places = ['SC', 'TC', 'JP', 'KR', 'HK'];
const cjk = (place: string): Family => ({
  scripts: eastAsian,
  packaged: `noto-sans-${place.toLowerCase()}`,
  name: `NotoSans${place}`,
  collection: { file: 'NotoSansCJK', member: `NotoSansCJK${place.toLowerCase()}` },
});

/** The font families for letters that are missing in the built-in font, in search order. */
export const families: readonly Family[] = [
  ...`Thai Lao Khmer Myanmar Bengali Gujarati Gurmukhi Kannada Malayalam Oriya Tamil Telugu Sinhala Ethiopic Arabic Hebrew
    Armenian Georgian Mongolian Syriac Thaana Cherokee Canadian_Aboriginal Tifinagh Javanese Balinese Sundanese Tai_Tham
    Vai Adlam Yi Ol_Chiki Meetei_Mayek Cham Chakma`
    .split(/\s+/)
    .map((script) => sans(script)),
  // The full stop of Indian scripts belongs to the script Common.
  sans('Devanagari', 'Common'),
  { scripts: ['Nko'], packaged: 'noto-sans-nko', name: 'NotoSansNKo' },
  { scripts: ['Tibetan'], packaged: 'noto-serif-tibetan', name: 'NotoSerifTibetan' },
  { scripts: ['Emoji', 'Common'], packaged: 'noto-emoji', name: 'NotoEmoji' },
  ...places.map(cjk),
];

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const korean = /\p{Script=Hangul}/u;
const traditional = /\p{Script=Bopomofo}/u;

/** Returns the suffix of the regional design for a text's Han characters, which differ between countries. */
export function eastAsianDesign(text: string): string | undefined {
  if (japanese.test(text)) return 'JP';
  if (korean.test(text)) return 'KR';
  return traditional.test(text) ? 'TC' : undefined;
}

/** Lists the families that may have letters of a script, beginning with the families of the wanted design. */
export function familiesOf(script: string, design: string | undefined): Family[] {
  const found = families.filter(({ scripts }) => scripts.includes(script));
  const isWanted = ({ name }: Family) => design !== undefined && name === `NotoSans${design}`;
  return [...found.filter(isWanted), ...found.filter((family) => !isWanted(family))];
}

/** The font folders of Linux distributions: Debian, Alpine, Arch and Fedora. */
const folders =
  `opentype/noto truetype/noto noto noto-cjk google-noto google-noto-cjk google-noto-sans-cjk-fonts
  google-noto-emoji-fonts`
    .split(/\s+/)
    .map((folder) => `/usr/share/fonts/${folder}`);

const found = new Map<string, FontFile | undefined>();

/** Finds a font in the installed packages or on the system; Regular if Bold is missing. Results are cached. */
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
