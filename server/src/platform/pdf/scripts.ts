/**
 * Matches text that pdfkit lays out correctly: the built-in font has a glyph for each character in both weights, and no
 * character joins its neighbors, is reordered or runs from right to left.
 */
const plain =
  /^[\n\u0020-\u007e\u00a0-\u02e4\u0370-\u0377\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u0482\u048a-\u052f\u1e00-\u1efb\u2000-\u200a\u2010-\u2027\u202f-\u205f\u20a0-\u20c0\u2100-\u214f\u2212\ufeff]*$/;

export const isPlain = (text: string): boolean => plain.test(text);

/** Right-to-left letters, and characters that set a direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const hasDirections = (text: string): boolean => rightToLeft.test(text);

/** Invisible characters that change how other characters are drawn. */
const shapeless = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;

export const isShapeless = (character: string): boolean => shapeless.test(character);

/** The distinguished scripts. The script determines the font, and is logged if no font supports the script. */
const names =
  `Latin Greek Cyrillic Arabic Hebrew Armenian Georgian Thai Lao Khmer Myanmar Devanagari Bengali Gujarati
  Gurmukhi Kannada Malayalam Oriya Tamil Telugu Sinhala Tibetan Ethiopic Han Hiragana Katakana Hangul Bopomofo
  Mongolian Syriac Thaana Nko Cherokee Canadian_Aboriginal Tifinagh Javanese Balinese Sundanese Tai_Tham Vai Adlam
  Yi Ol_Chiki Meetei_Mayek Cham Chakma Common Inherited`
    .split(/\s+/)
    .map((name) => ({ name, of: new RegExp(`^\\p{Script=${name}}$`, 'u') }));

const pictograph = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3)$/u;

/** Script of a character: `Emoji` for pictographs, `Common` for characters of many scripts, `Unknown` for the rest. */
export function scriptOf(character: string): string {
  if (pictograph.test(character)) return 'Emoji';
  return names.find(({ of }) => of.test(character))?.name ?? 'Unknown';
}

/** Returns the script of a letter: the first of its characters' scripts other than Common and Inherited. */
export function scriptOfLetter(letter: string): string {
  const scripts = Array.from(letter, scriptOf);
  return scripts.find((script) => script !== 'Common' && script !== 'Inherited') ?? 'Common';
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into letters (graphemes): a letter includes its accents, and an emoji sequence is one letter. */
export const lettersOf = (text: string): string[] =>
  Array.from(letters.segment(text), ({ segment }) => segment);

/**
 * Returns the index of the end of the last whole letter before a position; the position itself if the first letter is
 * longer.
 */
export function endOfLetter(text: string, place: number): number {
  const { index = 0 } = letters.segment(text.slice(0, place + 200)).containing(place) ?? {};
  if (index > 0) return index;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(place - 1));
  return isHalf ? place - 1 : place;
}
