/**
 * Text that pdfkit lays out rightly by itself: the built-in font has a glyph for each character, in both weights, and
 * none of them joins its neighbours, changes its place or runs from right to left.
 */
const plain =
  /^[\n\u0020-\u007e\u00a0-\u02e9\u0370-\u0377\u0384-\u038a\u038e-\u03a1\u03a3-\u03e1\u03f0-\u0482\u048a-\u0525\u1e00-\u1efb\u2000-\u200a\u2010-\u2027\u202f-\u205f\u20a0-\u20b5\u20b8-\u20ba\u2100-\u2109\u210b-\u2149\u2190-\u2311\u2500-\u269c\ufeff]*$/;

export const isPlain = (text: string): boolean => plain.test(text);

/** Letters that run from right to left, and the characters that set a direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const hasDirections = (text: string): boolean => rightToLeft.test(text);

/** Characters that change how others are drawn and have no shape themselves. */
const shapeless = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;

export const isShapeless = (character: string): boolean => shapeless.test(character);

/** The scripts that are told apart: by the font that draws them, and in the log where none does. */
const names =
  `Latin Greek Cyrillic Arabic Hebrew Armenian Georgian Thai Lao Khmer Myanmar Devanagari Bengali Gujarati
  Gurmukhi Kannada Malayalam Oriya Tamil Telugu Sinhala Tibetan Ethiopic Han Hiragana Katakana Hangul Bopomofo
  Mongolian Syriac Thaana Nko Cherokee Canadian_Aboriginal Tifinagh Javanese Balinese Sundanese Tai_Tham Vai Adlam
  Yi Ol_Chiki Meetei_Mayek Cham Chakma Common Inherited`
    .split(/\s+/)
    .map((name) => ({ name, of: new RegExp(`^\\p{Script=${name}}$`, 'u') }));

const pictograph = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3)$/u;

/** The script of a character: `Emoji` for pictographs, `Common` for what many scripts use, `Unknown` for other scripts. */
export function scriptOf(character: string): string {
  if (pictograph.test(character)) return 'Emoji';
  return names.find(({ of }) => of.test(character))?.name ?? 'Unknown';
}

/** The first script of a letter that tells more than that many scripts use it. */
export function scriptOfLetter(letter: string): string {
  const scripts = Array.from(letter, scriptOf);
  return scripts.find((script) => script !== 'Common' && script !== 'Inherited') ?? 'Common';
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letters of a text as people count them: one with its accents, and a sequence of emoji, is one. */
export const lettersOf = (text: string): string[] =>
  Array.from(letters.segment(text), ({ segment }) => segment);

/** The end of the last whole letter of a text that ends at or before a place, and after its beginning. */
export function endOfLetter(text: string, place: number): number {
  const { index = 0 } = letters.segment(text.slice(0, place + 200)).containing(place) ?? {};
  if (index > 0) return index;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(place - 1));
  return isHalf ? place - 1 : place;
}
