import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PdfTable, PdfTableRow } from './blocks.ts';
import {
  colors,
  drawCells,
  drawRule,
  heightOf,
  keepTogether,
  type Sheet,
  type SheetLine,
  sizes,
} from './sheet.ts';
import { layOut, type TextStyle, widthOf } from './text.ts';

/** A column with its place on the page. */
type Column = { index: number; title: string; left: number; width: number; align: 'left' | 'right' };

const gap = 12;
const rowPadding = 4;
/** The width of a column other than the first is limited; longer texts are wrapped. */
const widest = 132;
const narrowestFirst = 150;
const headStyle = { size: sizes.small, color: colors.quiet, weight: 'Bold' } as const;

export async function writeTable(sheet: Sheet, table: PdfTable): Promise<void> {
  const columns = await columnsOf(sheet, table);
  const titles = await Promise.all(
    columns.map(({ title, ...place }) => layOut(sheet, title, { ...headStyle, ...place })),
  );
  const drawHead = () => {
    drawCells(sheet, titles, { below: 4 });
    drawRule(sheet, { isStrong: true });
  };
  const [first] = table.rows;
  const beginning = [...titles, ...(first ? await cellsOf(sheet, columns, first) : [])];
  keepTogether(sheet, 2 * Math.max(0, ...beginning.map(heightOf)) + 2 * gap);
  drawHead();
  sheet.head = drawHead;
  for (const [index, row] of table.rows.entries()) {
    const cells = await cellsOf(sheet, columns, row);
    const isFollowed = table.rows[index + 1]?.isPart === true;
    drawCells(sheet, cells, {
      above: row.isPart ? 0 : rowPadding,
      below: isFollowed ? 1 : rowPadding,
      ...(index > 0 && !row.isPart ? { rule: () => drawRule(sheet) } : {}),
    });
    await nextTurn();
  }
  sheet.head = undefined;
  drawRule(sheet);
  sheet.y += 8;
}

async function cellsOf(
  sheet: Sheet,
  columns: readonly Column[],
  { cells, note, isPart = false }: PdfTableRow,
): Promise<SheetLine[][]> {
  const small = { size: sizes.small, color: colors.quiet };
  const style = isPart ? small : { size: sizes.table };
  return Promise.all(
    columns.map(async ({ title: _title, index, ...place }) => {
      const indent = isPart && index === 0 ? gap : 0;
      const placed = { ...place, left: place.left + indent, width: place.width - indent };
      const lines = await layOut(sheet, cells[index] ?? '', { ...style, ...placed });
      return note && index === 0
        ? [...lines, ...(await layOut(sheet, note, { ...small, ...placed }))]
        : lines;
    }),
  );
}

/** Returns the columns that have texts. The first one takes the width that the others leave. */
async function columnsOf(sheet: Sheet, { columns, rows }: PdfTable): Promise<Column[]> {
  const used = columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ index }) => index === 0 || rows.some(({ cells }) => cells[index]));
  const others: number[] = [];
  for (const { index, title } of used.slice(1)) {
    const texts = rows.map(({ cells }) => cells[index] ?? '');
    const titled = (await widthOf(sheet, title, { ...headStyle, left: 0, width: 0 })) ?? widest;
    others.push(Math.min(widest, Math.max(titled, await widthOfLongest(sheet, texts)) + 1));
  }
  const total = others.reduce((sum, width) => sum + width + gap, 0);
  // Many wide columns are narrowed in proportion.
  const scale = Math.min(1, (sheet.width - narrowestFirst) / Math.max(total, 1));
  const widths = [sheet.width - total * scale, ...others.map((width) => (width + gap) * scale - gap)];
  let left = sheet.left;
  return used.map(({ index, title, align }, place): Column => {
    const width = widths[place] ?? 0;
    const column: Column = { index, title, left, width, align: align ?? 'left' };
    left += width + gap;
    return column;
  });
}

/** Measures the texts with the most characters, because digits have the same width. */
async function widthOfLongest(sheet: Sheet, texts: readonly string[]): Promise<number> {
  const style: TextStyle = { size: sizes.table, left: 0, width: 0 };
  const most = texts.reduce((length, text) => Math.max(length, text.length), 0);
  if (most > 60) return widest;
  const longest = [...new Set(texts.filter(({ length }) => length >= most - 1))].slice(0, 100);
  let widestText = 0;
  for (const text of longest)
    widestText = Math.max(widestText, (await widthOf(sheet, text, style)) ?? widest);
  return widestText;
}
