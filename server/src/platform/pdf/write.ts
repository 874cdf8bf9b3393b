import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Composer, createComposer, type Laid, type Style } from './compose.ts';
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

/** A block of the document. */
export type PdfBlock =
  | { kind: 'title' | 'heading' | 'text' | 'note'; text: string }
  | { kind: 'row'; name: string; value: string };

const sizes = { title: 18, heading: 13, text: 10.5, note: 8.5 };
const margin = 56;
const nameWidth = 160;

/** What explains the numbers in a document to its reader. */
const explanation =
  'A sign such as [U+6D4B] is the Unicode number of a letter that this document has no font for.';

export type PdfFacts = {
  title: string;
  /** When the document was made. */
  at: Date;
  isNumbered?: boolean;
  /** Told once of a document with letters that no installed font draws: of their scripts, not of the text. */
  log?: Pick<Logger, 'warn'>;
  /** Where the fonts are that the built-in one is not enough for. */
  findFont?: FindFont;
};

type Writer = { document: Document; composer: Composer };

/** Writes a document of A4 pages. The same blocks, moment and installed fonts make the same bytes. */
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
    log?.warn(
      { scripts: [...composer.undrawn].sort() },
      'no installed font draws some letters of a document',
    );
  }
  if (isNumbered) numberPages(document);
  writeCopiedText(document);
  document.end();
  return buffer(document);
}

/** The design of the first text that tells in which one a document's characters of China are drawn. */
function designOf(blocks: readonly PdfBlock[]): string | undefined {
  for (const block of blocks) {
    const design = eastAsianDesign(block.kind === 'row' ? `${block.name} ${block.value}` : block.text);
    if (design) return design;
  }
  return undefined;
}

/** Writes numbers at the foot of each page, once it is known how many there are. */
function numberPages(document: Document): void {
  const { count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index);
    // Below the margin a text would begin another page.
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

/** A name on the left and its value on the right, which may take several lines. */
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

/** Lays out a text of the document. Each goes through here: what pdfkit draws rightly by itself loads nothing more. */
async function layOut({ document, composer }: Writer, text: string, style: Style): Promise<Laid> {
  if (!isPlain(text)) return composer.compose(text, style);
  const broken = text.replaceAll(endlessRun, '$&\n');
  const { width } = style;
  return {
    lead: builtInAscent * style.size,
    height: () => setFont(document, style).heightOfString(broken, { width }),
    draw: (x, y) => void setFont(document, style).text(broken, x, y, { width }),
  };
}

/** The most characters that are laid out at a time: others who use the process have their turn in between. */
const longestPiece = 4000;
/** A run without a break costs pdfkit time by the square of its length: it is broken after so many characters. */
const endlessRun = /[^ \n]{400}(?=[^ \n])/g;

/** A text in pieces, each broken off at the end of a line, else at a blank, else after a letter. */
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

/** Control characters have no shape; a tab is shown as the spaces that it stands for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are taken out
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(unprintable, '');
