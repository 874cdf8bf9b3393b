/** The longest that a passage may be, in UTF-16 units: a vector of more than a megabyte is an error of the database. */
export const longestPassage = 2000;

/** How many passages a record has at most; what is beyond them is not searched. */
export const mostPassages = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these mark hits in snippets, and are in no passage
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * A text as it is kept in a passage: without control characters, without blanks that say nothing, and in the one form of letters
 * with accents in which questions are put, too.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(controls, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\n ]*/g, '\n')
    .trim();

/** Divides a clean text into pieces that are no longer than a passage may be, at a line's, sentence's or word's end. */
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
  // Never between the halves of a character.
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
