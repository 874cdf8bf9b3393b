import type { PdfColumn, PdfColumns, PdfFact, PdfSum } from './blocks.ts';
import {
  colors,
  drawCells,
  drawRule,
  heightOf,
  keepTogether,
  type Sheet,
  type SheetLine,
  sizes,
  zipCells,
} from './sheet.ts';
import { layOut, type TextStyle, widthOf } from './text.ts';

const gap = 16;

export async function writeLetterhead(sheet: Sheet, name: string, title: string): Promise<void> {
  const half = (sheet.width - gap) / 2;
  const right = sheet.left + half + gap;
  drawCells(
    sheet,
    [
      await layOut(sheet, name, {
        weight: 'Bold',
        size: sizes.heading,
        left: sheet.left,
        width: half,
        align: 'left',
      }),
      await layOut(sheet, title, {
        weight: 'Bold',
        size: sizes.title,
        left: right,
        width: half,
        align: 'right',
      }),
    ],
    { below: 8 },
  );
  drawRule(sheet, { isStrong: true });
  sheet.y += 16;
}

export async function writeColumns(sheet: Sheet, { columns }: PdfColumns): Promise<void> {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const room = sheet.width - gap * (columns.length - 1);
  const cells: SheetLine[][] = [];
  let { left } = sheet;
  for (const column of columns) {
    const width = (room * column.share) / shares;
    cells.push(await columnLines(sheet, column, { left, width }));
    left += width + gap;
  }
  drawCells(sheet, cells, { below: 16 });
}

type Place = { left: number; width: number };

async function columnLines(
  sheet: Sheet,
  { label, name, text, facts = [] }: PdfColumn,
  place: Place,
): Promise<SheetLine[]> {
  const lay = async (shown: string | undefined, style: Omit<TextStyle, 'left' | 'width'>) =>
    shown ? layOut(sheet, shown, { align: 'left', ...style, ...place }) : [];
  const lines = [
    ...(await lay(label, { weight: 'Bold', size: sizes.small, color: colors.quiet })),
    ...(await lay(name, { weight: 'Bold', size: sizes.text })),
    ...(await lay(text, { size: sizes.table })),
  ];
  return [...lines, ...(await factLines(sheet, facts, place))];
}

/** Lays out facts: their names on the left, as wide as the longest of them, and their values on the right. */
async function factLines(
  sheet: Sheet,
  facts: readonly PdfFact[],
  { left, width }: Place,
): Promise<SheetLine[]> {
  const style = { size: sizes.table, align: 'left' } as const;
  const most = (width - gap / 2) / 2;
  let nameWidth = 0;
  for (const { name } of facts)
    nameWidth = Math.max(nameWidth, (await widthOf(sheet, name, { ...style, left, width })) ?? most);
  nameWidth = Math.min(most, nameWidth + 1);
  const from = left + nameWidth + gap / 2;
  const lines: SheetLine[] = [];
  for (const { name, value } of facts) {
    const names = await layOut(sheet, name, { ...style, color: colors.quiet, left, width: nameWidth });
    const values = await layOut(sheet, value, { ...style, left: from, width: left + width - from });
    lines.push(...zipCells(names, values));
  }
  return lines;
}

/** Writes sums in the right half of the page. They stay on one page if possible. */
export async function writeSums(sheet: Sheet, rows: readonly PdfSum[]): Promise<void> {
  const left = sheet.left + sheet.width * 0.42;
  const width = sheet.left + sheet.width - left;
  const valueWidth = 130;
  const all: { cells: SheetLine[][]; isStrong: boolean }[] = [];
  for (const { name, value, isStrong = false } of rows) {
    const style = { weight: isStrong ? 'Bold' : 'Regular', size: isStrong ? 10.5 : sizes.table } as const;
    const names = await layOut(sheet, name, { ...style, align: 'left', left, width: width - valueWidth });
    const place = { left: left + width - valueWidth, width: valueWidth };
    all.push({
      cells: [names, await layOut(sheet, value, { ...style, align: 'right', ...place })],
      isStrong,
    });
  }
  const heights = all.map(({ cells }) => Math.max(...cells.map(heightOf)) + 12);
  keepTogether(
    sheet,
    heights.reduce((sum, height) => sum + height, 0),
  );
  for (const { cells, isStrong } of all) {
    if (isStrong) sheet.y += 3;
    drawCells(sheet, cells, {
      above: isStrong ? 5 : 2,
      below: isStrong ? 4 : 2,
      ...(isStrong ? { rule: () => drawRule(sheet, { from: left, isStrong }) } : {}),
    });
  }
  sheet.y += 14;
}
