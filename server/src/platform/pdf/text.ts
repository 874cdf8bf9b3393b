import { setImmediate as nextTurn } from 'node:timers/promises';
import { lazyValue } from '../first-use.ts';
import { parseFont } from './face.ts';
import { builtInAscent, builtInDescent, builtInFonts, type Weight } from './fonts.ts';
import { breaksIn } from './lines.ts';
import { createPlainFont, type Document } from './pen.ts';
import { endOfLetter, isPlain, lettersOf } from './scripts.ts';
import { colors, type Sheet, type SheetLine } from './sheet.ts';

export type TextStyle = {
  weight?: Weight;
  size: number;
  color?: string;
  left: number;
  width: number;
  /** By default, each paragraph begins at the side where its script begins. */
  align?: 'left' | 'right';
};

/** Lays out a text of any length. Other requests are processed between its pieces. */
export async function layOut(sheet: Sheet, text: string, style: TextStyle): Promise<SheetLine[]> {
  const lines: SheetLine[] = [];
  for await (const some of layOutPieces(sheet, text, style)) lines.push(...some);
  return lines;
}

/** Lays out a text piece by piece, so that the lines of a long text need not be in memory together. */
export async function* layOutPieces(
  sheet: Sheet,
  text: string,
  style: TextStyle,
): AsyncGenerator<SheetLine[]> {
  const [first = '', ...more] = piecesOf(printable(text));
  yield await layOutPiece(sheet, first, style);
  for (const piece of more) {
    await nextTurn();
    yield await layOutPiece(sheet, piece, style);
  }
}

const layOutPiece = (sheet: Sheet, text: string, style: TextStyle): Promise<SheetLine[]> =>
  isPlain(text) ? layOutPlain(sheet.document, text, style) : layOutComposed(sheet, text, style);

/** The built-in fonts for plain text, which all documents of the process share. */
const plainFonts = lazyValue(async () => ({
  Regular: createPlainFont(await parseFont(builtInFonts.Regular)),
  Bold: createPlainFont(await parseFont(builtInFonts.Bold)),
}));

/** Selects the built-in font. The cast is needed because pdfkit accepts parsed fonts, but its types do not. */
async function openFonts(document: Document) {
  const fonts = await plainFonts.get();
  return ({ weight = 'Regular', size }: TextStyle): Document =>
    document.font(fonts[weight] as never, `plain ${weight}`).fontSize(size);
}

/** Returns the width of a text in one line; undefined if only the shaper can tell. */
export async function widthOf(
  { document }: Sheet,
  text: string,
  style: TextStyle,
): Promise<number | undefined> {
  return isPlain(text) ? (await openFonts(document))(style).widthOfString(text) : undefined;
}

/**
 * Lays out plain text, which is drawn by pdfkit alone, so that the shaper and other fonts are loaded only when needed.
 */
async function layOutPlain(document: Document, text: string, style: TextStyle): Promise<SheetLine[]> {
  const { size, left, width, align, color = colors.text } = style;
  const setFont = await openFonts(document);
  const measure = (part: string) => setFont(style).widthOfString(part);
  const lines: SheetLine[] = [];
  for (const paragraph of text.split('\n'))
    for (const line of await wrap(paragraph, width, measure))
      lines.push({
        ascent: builtInAscent * size,
        height: (builtInAscent + builtInDescent) * size,
        draw: (top) => {
          if (line === '') return;
          const x = align === 'right' ? left + width - measure(line) : left;
          setFont(style)
            .fillColor(color)
            .text(line, x, top + builtInAscent * size, { lineBreak: false, baseline: 'alphabetic' });
        },
      });
  return lines;
}

/** Breaks a paragraph of plain text into lines: at its breaks, otherwise between two letters. */
async function wrap(text: string, width: number, measure: (part: string) => number): Promise<string[]> {
  if (text.length < longestLine && measure(text) <= width) return [text];
  const lines: string[] = [];
  let [line, used] = ['', 0];
  const add = (part: string) => {
    const needed = measure(part.trimEnd());
    if (line !== '' && used + needed > width) {
      lines.push(line.trimEnd());
      [line, used] = ['', 0];
    }
    line += part;
    used += measure(part);
  };
  let start = 0;
  for (const end of [...(await breaksIn(text))].sort((a, b) => a - b)) {
    const part = text.slice(start, end);
    start = end;
    if (part.length < longestLine && measure(part.trimEnd()) <= width) add(part);
    else for (const letter of lettersOf(part)) add(letter);
  }
  return [...lines, line.trimEnd()];
}

/** No line has more characters, so longer texts need not be measured as a whole. */
const longestLine = 400;

async function layOutComposed(
  { composer, document }: Sheet,
  text: string,
  { weight = 'Regular', size, left, width, align, color = colors.text }: TextStyle,
): Promise<SheetLine[]> {
  const composed = await composer.compose(text, { weight, size, width });
  return composed.map((line) => {
    const isRight = align === undefined ? line.isRightToLeft : align === 'right';
    return {
      ascent: line.ascent,
      height: line.ascent + line.descent,
      draw: (top) => {
        document.fillColor(color);
        line.draw(isRight ? left + width - line.width : left, top + line.ascent);
      },
    };
  });
}

/** The maximum number of characters laid out at a time. Other requests are processed in between. */
const longestPiece = 4000;

/** Divides a text into pieces, at the end of a line if possible, otherwise at a space, otherwise after a letter. */
function piecesOf(text: string): string[] {
  let rest = text;
  const pieces: string[] = [];
  while (rest.length > longestPiece) {
    const part = rest.slice(0, longestPiece);
    const blank = part.includes('\n') ? part.lastIndexOf('\n') : part.lastIndexOf(' ');
    const end = blank > 0 ? blank : endOfLetter(rest, longestPiece);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(blank > 0 ? end + 1 : end);
  }
  return [...pieces, rest];
}

/** Control characters, which cannot be drawn and are removed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(unprintable, '');
