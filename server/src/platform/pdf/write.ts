import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type PdfBlock, textsOf } from './blocks.ts';
import { createComposer } from './compose.ts';
import { writeCopiedText } from './copied-text.ts';
import { eastAsianDesign, type FindFont, findInstalled } from './fonts.ts';
import { writeColumns, writeLetterhead, writeSums } from './parts.ts';
import {
  colors,
  createSheet,
  drawCells,
  drawRule,
  keepTogether,
  margins,
  type Sheet,
  sizes,
  zipCells,
} from './sheet.ts';
import { writeTable } from './table.ts';
import { layOut, layOutPieces } from './text.ts';

/** Note for readers of a document with characters that could not be drawn. */
const explanation =
  'A text such as [U+6D4B] is the Unicode number of a character for which no font is available.';

export type PdfFacts = {
  title: string;
  /** The creation time of the document. */
  at: Date;
  /** Language tag of the document; English by default. */
  language?: string;
  footer?: PdfFooter;
  /** The log for one warning per document, with the scripts of letters that no installed font has, without the text. */
  log?: Pick<Logger, 'warn'>;
  /** Finds fonts for letters that are missing in the built-in font. */
  findFont?: FindFont;
};

/** The foot of each page. `page` contains `{page}` and `{pages}`; `title` is at the top of each page but the first. */
export type PdfFooter = { text: string; page: string; title: string };

/** Writes a PDF with A4 pages. The same blocks, creation time and installed fonts give the same bytes. */
export async function writePdf(blocks: readonly PdfBlock[], facts: PdfFacts): Promise<Buffer> {
  const { title, at, language = 'en', footer, log, findFont = findInstalled } = facts;
  const { default: NewDocument } = await import('pdfkit');
  const document = new NewDocument({
    size: 'A4',
    margin: 0,
    lang: language,
    // Without this, pdfkit would load a font of its own.
    font: '',
    bufferPages: true,
    info: { Title: title.slice(0, longestTitle), CreationDate: at, ModDate: at },
  });
  const composer = createComposer(document, { findFont, design: designOf(blocks), log });
  const sheet = createSheet(document, composer);
  for (const block of blocks) await write(sheet, block);
  const finish = footer && (await layOutFooter(sheet, footer));
  if (composer.undrawn.size > 0) {
    await write(sheet, { kind: 'note', text: explanation });
    log?.warn({ scripts: [...composer.undrawn].sort() }, 'no installed font has some letters of a document');
  }
  await finish?.();
  writeCopiedText(document);
  document.end();
  return buffer(document);
}

const longestTitle = 4000;

/**
 * Returns the regional design of Han characters for the whole document, from the first text that shows its language.
 */
function designOf(blocks: readonly PdfBlock[]): string | undefined {
  for (const block of blocks) {
    const design = eastAsianDesign(textsOf(block).join(' '));
    if (design) return design;
  }
  return undefined;
}

async function write(sheet: Sheet, block: PdfBlock): Promise<void> {
  if (block.kind === 'letterhead') await writeLetterhead(sheet, block.name, block.title);
  else if (block.kind === 'columns') await writeColumns(sheet, block);
  else if (block.kind === 'table') await writeTable(sheet, block);
  else if (block.kind === 'sums') await writeSums(sheet, block.rows);
  else if (block.kind === 'row') await writeRow(sheet, block.name, block.value);
  else await writeText(sheet, block);
  await nextTurn();
}

const textStyles = {
  title: { weight: 'Bold', size: sizes.title, above: 0, below: 10 },
  heading: { weight: 'Bold', size: sizes.heading, above: 10, below: 6 },
  lead: { weight: 'Bold', size: sizes.lead, above: 0, below: 14 },
  text: { weight: 'Regular', size: sizes.text, above: 0, below: 4 },
  note: { weight: 'Regular', size: sizes.small, above: 0, below: 3 },
} as const;

async function writeText(
  sheet: Sheet,
  { kind, text }: { kind: keyof typeof textStyles; text: string },
): Promise<void> {
  const { above, below, weight, size } = textStyles[kind];
  const { left, width } = sheet;
  // A heading is on the page of what follows it.
  if (kind === 'heading') keepTogether(sheet, above + size + below + headingRoom);
  sheet.y += above;
  for await (const lines of layOutPieces(sheet, text, { weight, size, left, width }))
    for (const line of lines) drawCells(sheet, [[line]]);
  sheet.y += below;
}

/** The room that must be left below a heading. */
const headingRoom = 70;

const nameWidth = 160;

/** Writes a row: a name on the left and its value, of one or more lines, on the right. */
async function writeRow(sheet: Sheet, name: string, value: string): Promise<void> {
  const { left, width } = sheet;
  const size = sizes.text;
  const names = await layOut(sheet, name, { weight: 'Bold', size, left, width: nameWidth - 12 });
  const place = { left: left + nameWidth, width: width - nameWidth };
  drawCells(sheet, [names, await layOut(sheet, value, { size, ...place })], { below: 4 });
}

/**
 * Lays out what is the same on each page. Returns the last step, which draws it when the number of pages is known.
 */
async function layOutFooter(sheet: Sheet, footer: PdfFooter): Promise<() => Promise<void>> {
  const { document, left, width } = sheet;
  const style = { size: 7.5, color: colors.quiet, left } as const;
  const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' · ').slice(0, 400);
  const numberWidth = 110;
  const place = { ...style, align: 'left', width: width - numberWidth } as const;
  const text = (await layOut(sheet, oneLine(footer.text), place)).slice(0, 2);
  const title = (await layOut(sheet, oneLine(footer.title), place)).slice(0, 1);
  return async () => {
    const { count } = document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      document.switchToPage(index);
      const page = footer.page.replace('{page}', `${index + 1}`).replace('{pages}', `${count}`);
      const number = await layOut(sheet, page, { ...style, align: 'right', width });
      sheet.y = document.page.height - margins.bottom + 20;
      drawRule(sheet);
      drawAt(zipCells(text, number), sheet.y + 6);
      if (index > 0) drawAt(title, margins.top / 2);
    }
  };
}

function drawAt(lines: readonly { height: number; draw: (top: number) => void }[], from: number): void {
  let top = from;
  for (const line of lines) {
    line.draw(top);
    top += line.height;
  }
}
