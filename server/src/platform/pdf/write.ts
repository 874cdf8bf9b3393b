import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Composer, createComposer, type LaidOutText, type Style } from './compose.ts';
import { writeCopiedText } from './copied-text.ts';
import {
  builtInAscent,
  builtInFonts,
  eastAsianDesign,
  type FindFont,
  findInstalled,
  type Weight,
} from './fonts.ts';
import type { Document } from './pen.ts';
import { endOfLetter, isPlain } from './scripts.ts';

/** A block of a document. */
export type PdfBlock =
  | { kind: 'title' | 'heading' | 'text' | 'note'; text: string }
  | { kind: 'row'; name: string; value: string };

const sizes = { title: 18, heading: 13, text: 10.5, note: 8.5 };
const margin = 56;
const nameWidth = 160;

/** Note for readers of a document with characters that could not be drawn. */
const explanation =
  'A text such as [U+6D4B] is the Unicode number of a character for which no font is available.';

export type PdfFacts = {
  title: string;
  /** The creation time of the document. */
  at: Date;
  isNumbered?: boolean;
  /** The log for one warning per document, with the scripts of letters that no installed font has, without the text. */
  log?: Pick<Logger, 'warn'>;
  /** Finds fonts for letters that are missing in the built-in font. */
  findFont?: FindFont;
};

type Writer = { document: Document; composer: Composer };

/** Writes a PDF with A4 pages. The same blocks, creation time and installed fonts give the same bytes. */
export async function writePdf(blocks: readonly PdfBlock[], facts: PdfFacts): Promise<Buffer> {
  const { title, at, isNumbered = false, log, findFont = findInstalled } = facts;
  const { default: NewDocument } = await import('pdfkit');
  const document = new NewDocument({
    size: 'A4',
    margin,
    lang: 'en',
    font: builtInFonts.Regular,
    bufferPages: true,
    info: { Title: title.slice(0, longestPiece), CreationDate: at, ModDate: at },
  });
  const composer = createComposer(document, { findFont, design: designOf(blocks), log });
  const writer = { document, composer };
  for (const block of blocks) await write(writer, block);
  if (composer.undrawn.size > 0) {
    await write(writer, { kind: 'note', text: explanation });
    log?.warn({ scripts: [...composer.undrawn].sort() }, 'no installed font has some letters of a document');
  }
  if (isNumbered) numberPages(document);
  writeCopiedText(document);
  document.end();
  return buffer(document);
}

/**
 * Returns the regional design of Han characters for the whole document, from the first text that shows its language.
 */
function designOf(blocks: readonly PdfBlock[]): string | undefined {
  for (const block of blocks) {
    const design = eastAsianDesign(block.kind === 'row' ? `${block.name} ${block.value}` : block.text);
    if (design) return design;
  }
  return undefined;
}

/** Writes page numbers at the foot of each page. This step runs last, when the number of pages is known. */
function numberPages(document: Document): void {
  const { count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index);
    // Text below the bottom margin would start a new page.
    document.page.margins.bottom = 0;
    const place = { align: 'center', lineBreak: false, width: document.page.width - 2 * margin } as const;
    document
      .font(builtInFonts.Regular)
      .fontSize(sizes.note)
      .text(`Page ${index + 1} of ${count}`, margin, document.page.height - margin / 2, place);
  }
}

async function write(writer: Writer, block: PdfBlock): Promise<void> {
  const { document } = writer;
  if (block.kind === 'row') return row(writer, block.name, block.value);
  const isBold = block.kind === 'title' || block.kind === 'heading';
  const style = {
    weight: isBold ? 'Bold' : 'Regular',
    size: sizes[block.kind],
    width: widthOf(document),
  } as const;
  if (block.kind === 'heading') document.moveDown(0.8);
  for (const piece of piecesOf(printable(block.text))) {
    (await layOut(writer, piece, style)).draw(margin, document.y);
    await nextTurn();
  }
  setFont(document, style);
  document.moveDown(isBold ? 0.5 : 0.3);
}

/** Writes a row: a name on the left and its value, of one or more lines, on the right. */
async function row(writer: Writer, name: string, value: string): Promise<void> {
  const { document } = writer;
  const width = widthOf(document) - nameWidth;
  const style = { weight: 'Regular', size: sizes.text, width } as const;
  const [first = '', ...more] = piecesOf(printable(value));
  const beginning = await layOut(writer, first, style);
  const [label = ''] = piecesOf(printable(name));
  const labelled = await layOut(writer, label, { ...style, weight: 'Bold', width: nameWidth - 8 });
  const lead = Math.max(beginning.lead, labelled.lead);
  const height = beginning.height() + lead - beginning.lead;
  const room = document.page.height - margin - document.y;
  if (height > room && height < document.page.height - 2 * margin) document.addPage();
  const { y } = document;
  labelled.draw(margin, y + lead - labelled.lead);
  const below = document.y;
  beginning.draw(margin + nameWidth, y + lead - beginning.lead);
  for (const piece of more) {
    await nextTurn();
    (await layOut(writer, piece, style)).draw(margin + nameWidth, document.y);
  }
  if (document.y < below && document.y > y) document.y = below;
  setFont(document, style);
  document.moveDown(0.3);
  await nextTurn();
}

const widthOf = (document: Document): number => document.page.width - 2 * margin;

const setFont = (document: Document, { weight, size }: { weight: Weight; size: number }): Document =>
  document.font(builtInFonts[weight]).fontSize(size);

/**
 * Lays out a text. Plain text is drawn by pdfkit alone, so that the shaper and other fonts are loaded only when needed.
 */
async function layOut({ document, composer }: Writer, text: string, style: Style): Promise<LaidOutText> {
  if (!isPlain(text)) return composer.compose(text, style);
  const broken = text.replaceAll(endlessRun, '$&\n');
  const { width } = style;
  return {
    lead: builtInAscent * style.size,
    height: () => setFont(document, style).heightOfString(broken, { width }),
    draw: (x, y) => void setFont(document, style).text(broken, x, y, { width }),
  };
}

/** The maximum number of characters laid out at a time. Other requests are processed in between. */
const longestPiece = 4000;
/** Runs without a break are broken after 400 characters, because pdfkit takes quadratic time for them. */
const endlessRun = /[^ \n]{400}(?=[^ \n])/g;

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
