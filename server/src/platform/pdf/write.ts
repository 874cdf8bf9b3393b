import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type PDFDocument from 'pdfkit';

/** A block of the document. */
export type PdfBlock =
  | { kind: 'title' | 'heading' | 'text' | 'note'; text: string }
  | { kind: 'row'; name: string; value: string };

// The fonts that every reader has know the letters of Western Europe only.
const fonts = createRequire(import.meta.url);
// Always by its file: under a second name for one that it has, the library would read the file at each use.
const fontOf = (name: string) => fonts.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
const plain = fontOf('DejaVuSans');
const bold = fontOf('DejaVuSans-Bold');

const sizes = { title: 18, heading: 13, text: 10.5, note: 8.5 };
const margin = 56;
const nameWidth = 160;

type Document = InstanceType<typeof PDFDocument>;

/** Writes a document of A4 pages. The same blocks and the same moment make the same bytes.
 * @param facts its title and time of making, and whether its pages are numbered */
export async function writePdf(
  blocks: readonly PdfBlock[],
  { title, at, isNumbered = false }: { title: string; at: Date; isNumbered?: boolean },
): Promise<Buffer> {
  const { default: NewDocument } = await import('pdfkit');
  const document = new NewDocument({
    size: 'A4',
    margin,
    lang: 'en',
    font: plain,
    bufferPages: true,
    info: { Title: title.slice(0, longestPiece), CreationDate: at, ModDate: at },
  });
  for (const block of blocks) await write(document, block);
  if (isNumbered) numberPages(document);
  document.end();
  return buffer(document);
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
      .font(plain)
      .fontSize(sizes.note)
      .text(`Page ${index + 1} of ${count}`, margin, document.page.height - margin / 2, place);
  }
}

async function write(document: Document, block: PdfBlock): Promise<void> {
  if (block.kind === 'row') return row(document, block.name, block.value);
  const isBold = block.kind === 'title' || block.kind === 'heading';
  if (block.kind === 'heading') document.moveDown(0.8);
  for (const piece of piecesOf(printable(block.text))) {
    document
      .font(isBold ? bold : plain)
      .fontSize(sizes[block.kind])
      .text(piece, margin);
    await nextTurn();
  }
  document.moveDown(isBold ? 0.5 : 0.3);
}

/** A name on the left and its value on the right, which may take several lines. */
async function row(document: Document, name: string, value: string): Promise<void> {
  const width = document.page.width - 2 * margin - nameWidth;
  const [first = '', ...more] = piecesOf(printable(value));
  document.font(plain).fontSize(sizes.text);
  const height = document.heightOfString(first, { width });
  const room = document.page.height - margin - document.y;
  if (height > room && height < document.page.height - 2 * margin) document.addPage();
  const { y } = document;
  const [label = ''] = piecesOf(printable(name));
  document.font(bold).text(label, margin, y, { width: nameWidth - 8 });
  const below = document.y;
  document.font(plain).text(first, margin + nameWidth, y, { width });
  for (const piece of more) {
    await nextTurn();
    document.text(piece, margin + nameWidth, document.y, { width });
  }
  if (document.y < below && document.y > y) document.y = below;
  document.moveDown(0.3);
  await nextTurn();
}

/** The most characters that are laid out at a time: others who use the process have their turn in between. */
const longestPiece = 4000;
/** A run without a break costs time by the square of its length: it is broken after so many characters. */
const endlessRun = /[^ \n]{400}(?=[^ \n])/gu;

/** A text in pieces, each broken off at the end of a line, else at a blank. */
function piecesOf(text: string): string[] {
  let rest = text.replaceAll(endlessRun, '$&\n');
  const pieces: string[] = [];
  while (rest.length > longestPiece) {
    const part = rest.slice(0, longestPiece);
    const end = part.includes('\n') ? part.lastIndexOf('\n') : part.lastIndexOf(' ');
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  return [...pieces, rest];
}

/** Control characters have no shape; a tab is shown as the spaces that it stands for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are taken out
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const printable = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\t', '    ').replaceAll(unprintable, '');
