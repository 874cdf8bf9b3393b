import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** What a document is made of. */
export type PdfBlock =
  | { kind: 'title' | 'heading' | 'text' | 'note'; text: string }
  | { kind: 'row'; name: string; value: string };

// The fonts that every reader has know the letters of Western Europe only.
const fonts = createRequire(import.meta.url);
const fontOf = (name: string) => fonts.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

const sizes = { title: 18, heading: 13, text: 10.5, note: 8.5 };
const margin = 56;
const nameWidth = 160;

/** Writes a document of A4 pages. The same blocks and the same moment make the same bytes. */
export async function writePdf(
  blocks: readonly PdfBlock[],
  { title, at }: { title: string; at: Date },
): Promise<Buffer> {
  const document = new PDFDocument({
    ...{ size: 'A4', margin, lang: 'en', font: fontOf('DejaVuSans') },
    info: { Title: title, CreationDate: at, ModDate: at },
  });
  document.registerFont('bold', fontOf('DejaVuSans-Bold'));
  document.registerFont('plain', fontOf('DejaVuSans'));
  for (const block of blocks) write(document, block);
  document.end();
  return buffer(document);
}

function write(document: InstanceType<typeof PDFDocument>, block: PdfBlock): void {
  if (block.kind === 'row') {
    row(document, block.name, block.value);
    return;
  }
  const bold = block.kind === 'title' || block.kind === 'heading';
  document.font(bold ? 'bold' : 'plain').fontSize(sizes[block.kind]);
  if (block.kind === 'heading') document.moveDown(0.8);
  document.text(printable(block.text), margin).moveDown(bold ? 0.5 : 0.3);
}

/** A name on the left and its value on the right, which may take several lines. */
function row(document: InstanceType<typeof PDFDocument>, name: string, value: string): void {
  const width = document.page.width - 2 * margin - nameWidth;
  document.font('plain').fontSize(sizes.text);
  const height = document.heightOfString(printable(value), { width });
  const room = document.page.height - margin - document.y;
  if (height > room && height < document.page.height - 2 * margin) document.addPage();
  const { y } = document;
  document.font('bold').text(printable(name), margin, y, { width: nameWidth - 8 });
  const below = document.y;
  document.font('plain').text(printable(value), margin + nameWidth, y, { width });
  if (document.y < below && document.y > y) document.y = below;
  document.moveDown(0.3);
}

/** Control characters have no shape; a tab is shown as the spaces that it stands for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are taken out
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const printable = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\t', '    ').replaceAll(unprintable, '');
