import type { Composer } from './compose.ts';
import type { Document } from './pen.ts';

/** Sizes in points. The footer is within the bottom margin. */
export const margins = { side: 50, top: 56, bottom: 76 };
export const sizes = { title: 20, lead: 15, heading: 12, text: 9.5, table: 9, small: 8 };
export const colors = { text: '#1c1f23', quiet: '#5b626b', rule: '#d9dce0', strongRule: '#1c1f23' };

/** The page that is being written. */
export type Sheet = {
  readonly document: Document;
  readonly composer: Composer;
  readonly left: number;
  readonly width: number;
  /** The lowest position for text. */
  readonly bottom: number;
  /** The position of the next line. */
  y: number;
  /** Draws what is repeated at the top of the following pages, such as the head of a table. */
  head: (() => void) | undefined;
};

export const createSheet = (document: Document, composer: Composer): Sheet => ({
  document,
  composer,
  left: margins.side,
  width: document.page.width - 2 * margins.side,
  bottom: document.page.height - margins.bottom,
  y: margins.top,
  head: undefined,
});

export const roomOf = ({ bottom, y }: Sheet): number => bottom - y;

export function turnPage(sheet: Sheet): void {
  sheet.document.addPage();
  sheet.y = margins.top;
  sheet.head?.();
}

/** Begins a new page if a part of a document does not fit on this page, but would fit on an empty page. */
export function keepTogether(sheet: Sheet, height: number): void {
  if (height > roomOf(sheet) && height <= sheet.bottom - margins.top) turnPage(sheet);
}

export function drawRule(sheet: Sheet, { from = sheet.left, isStrong = false } = {}): void {
  sheet.document
    .lineWidth(isStrong ? 0.8 : 0.5)
    .moveTo(from, sheet.y)
    .lineTo(sheet.left + sheet.width, sheet.y)
    .stroke(isStrong ? colors.strongRule : colors.rule);
}

/** A line of text with a fixed horizontal position. */
export type SheetLine = {
  /** The distance from the top of the line to its baseline. */
  ascent: number;
  height: number;
  draw: (top: number) => void;
};

/** Joins lines into one line with a common baseline. */
export function joinLines(lines: readonly SheetLine[]): SheetLine {
  const ascent = Math.max(...lines.map((line) => line.ascent));
  return {
    ascent,
    height: Math.max(...lines.map((line) => line.height + ascent - line.ascent)),
    draw: (top) => {
      for (const line of lines) line.draw(top + ascent - line.ascent);
    },
  };
}

/** Joins two cells line by line: the first with the first, the second with the second. */
export const zipCells = (one: readonly SheetLine[], other: readonly SheetLine[]): SheetLine[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) =>
    joinLines([one[index], other[index]].filter((line) => line !== undefined)),
  );

type Cell = readonly SheetLine[];

/** Space above and below cells. A rule is drawn at the top of the space above. */
type Spacing = { above?: number; below?: number; rule?: () => void };

export const heightOf = (cell: Cell): number => cell.reduce((height, line) => height + line.height, 0);

/** Draws cells side by side. Their first lines have a common baseline. Cells that exceed a page continue on the next. */
export function drawCells(
  sheet: Sheet,
  cells: readonly Cell[],
  { above = 0, below = 0, rule }: Spacing = {},
): void {
  const lead = Math.max(0, ...cells.map(([first]) => first?.ascent ?? 0));
  const offsets = cells.map(([first]) => lead - (first?.ascent ?? lead));
  const height = Math.max(0, ...cells.map((cell, index) => heightOf(cell) + (offsets[index] ?? 0)));
  keepTogether(sheet, above + height + below);
  rule?.();
  sheet.y += above;
  let rest = cells.map((cell, index) => ({ lines: [...cell], top: sheet.y + (offsets[index] ?? 0) }));
  for (let isNew = false; ; isNew = true) {
    for (const { lines, top } of rest) sheet.y = Math.max(sheet.y, drawUntilFull(sheet, lines, top, isNew));
    rest = rest.filter(({ lines }) => lines.length > 0);
    if (rest.length === 0) break;
    turnPage(sheet);
    rest = rest.map(({ lines }) => ({ lines, top: sheet.y }));
  }
  sheet.y += below;
}

/** Draws and removes the lines that fit on the page, on a new page at least one, and returns the end of the last one. */
function drawUntilFull({ bottom }: Sheet, lines: SheetLine[], from: number, isNew: boolean): number {
  let top = from;
  for (let line = lines[0]; line; line = lines[0]) {
    if (top + line.height > bottom && !(isNew && top === from)) return top;
    line.draw(top);
    top += line.height;
    lines.shift();
  }
  return top;
}
