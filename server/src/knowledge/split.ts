/**
 * The maximum length of a passage, in UTF-16 units: PostgreSQL fails on a text vector of more than a
 * megabyte.
 */
export const longestPassage = 2000;

/** The maximum number of passages of a record; further text is not searchable. */
export const mostPassages = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these mark matches in excerpts, so passages must not contain them
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Normalizes a text for a passage: no control characters, no redundant white space, and the Unicode form of queries
 * (NFC).
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(controls, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\n ]*/g, '\n')
    .trim();

/**
 * Splits a normalized text into pieces of at most the length of a passage, at the end of a line, sentence or
 * word.
 */
export function splitText(text: string, longest = longestPassage): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > longest && pieces.length < mostPassages) {
    const end = start + endOfPiece(text.slice(start, start + longest));
    const piece = text.slice(start, end).trim();
    if (piece) pieces.push(piece);
    start = end;
  }
  const rest = text.slice(start, start + longest).trim();
  if (rest && pieces.length < mostPassages) pieces.push(rest);
  return pieces;
}

function endOfPiece(text: string): number {
  const least = Math.floor(text.length / 2);
  for (const [mark, length] of [
    ['\n', 1],
    ['. ', 2],
    [' ', 1],
  ] as const) {
    const at = text.lastIndexOf(mark);
    if (at >= least) return at + length;
  }
  // Never split a surrogate pair.
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
