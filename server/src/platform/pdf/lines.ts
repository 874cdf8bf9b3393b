import { lazyValue } from '../first-use.ts';
import type { Item, Paragraph } from './paragraph.ts';
import { lettersOf } from './scripts.ts';

/** A line with its items from left to right. Sizes are in points. */
export type Line = {
  items: readonly Item[];
  width: number;
  ascent: number;
  descent: number;
};

/**
 * The types for the `linebreak` package, which is published without types. The package implements Unicode line breaking
 * (UAX 14); pdfkit uses it too.
 */
type LineBreaker = { nextBreak: () => { position: number } | null };

const lineBreaker = lazyValue(async (): Promise<new (text: string) => LineBreaker> => {
  const name: string = 'linebreak';
  return (await import(name)).default;
});

/**
 * Breaks a paragraph into lines of a given width, at the breaks that its script allows, otherwise between two letters.
 */
export async function linesOf(paragraph: Paragraph, width: number, size: number): Promise<Line[]> {
  const { text } = paragraph;
  const advances = advancesOf(paragraph, size);
  const breaks = await breaksIn(text);
  const lines: Line[] = [];
  let [start, end, lastBreak, used] = [0, 0, 0, 0];
  const finish = (until: number) => {
    lines.push(lineOf(paragraph, start, until, advances, size));
    start = until;
    used = sum(advances, start, end);
  };
  for (const letter of lettersOf(text)) {
    const advance = sum(advances, end, end + letter.length);
    // Spaces at the end of a line may extend into the margin, because they are invisible.
    if (used + advance > width && letter.trim() !== '') {
      if (lastBreak > start) finish(lastBreak);
      if (used + advance > width && end > start) finish(end);
    }
    end += letter.length;
    used += advance;
    if (breaks.has(end)) lastBreak = end;
  }
  if (start < end || lines.length === 0) finish(end);
  return lines;
}

const sum = (values: Float64Array, from: number, to: number): number =>
  values.subarray(from, to).reduce((total, value) => total + value, 0);

/** Returns the advance width of each character of a paragraph. */
function advancesOf({ text, items }: Paragraph, size: number): Float64Array {
  const advances = new Float64Array(text.length);
  for (const { start, end, face, level } of items)
    for (const { at, advance } of face.shape(text.slice(start, end), level % 2 === 1))
      advances[start + at] = (advances[start + at] ?? 0) + (advance * size) / face.unitsPerEm;
  return advances;
}

/** The scripts that are written without spaces; breaks between words need a dictionary. */
const withoutBlanks = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Returns the indexes in a text at which a line may end. */
export async function breaksIn(text: string): Promise<Set<number>> {
  const breaks = new Set<number>();
  const LineBreaker = await lineBreaker.get();
  const breaker = new LineBreaker(text);
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) breaks.add(found.position);
  for (const { 0: run, index: start } of text.matchAll(withoutBlanks))
    for (const { index } of words.segment(run)) if (index > 0) breaks.add(start + index);
  return breaks;
}

/** Builds a line from a part of a paragraph, without trailing spaces. */
function lineOf(
  { text, items }: Paragraph,
  from: number,
  to: number,
  advances: Float64Array,
  size: number,
): Line {
  const until = from + text.slice(from, to).trimEnd().length;
  const inside = items
    .filter(({ start, end }) => start < until && end > from)
    .map((item) => ({ ...item, start: Math.max(item.start, from), end: Math.min(item.end, until) }));
  const faces = (inside.length > 0 ? inside : items.slice(0, 1)).map(({ face }) => face);
  return {
    items: inVisualOrder(inside),
    width: sum(advances, from, until),
    ascent: Math.max(0, ...faces.map(({ ascent, unitsPerEm }) => (ascent * size) / unitsPerEm)),
    descent: Math.max(0, ...faces.map(({ descent, unitsPerEm }) => (descent * size) / unitsPerEm)),
  };
}

/**
 * Puts items in visual order by rule L2 of UAX 9: from the highest level down, runs of that level or more are
 * reversed.
 */
export function inVisualOrder<T extends { level: number }>(items: readonly T[]): T[] {
  let order = [...items];
  for (let level = Math.max(0, ...items.map((item) => item.level)); level > 0; level -= 1) {
    const turned: T[] = [];
    for (let first = 0; first < order.length; ) {
      let next = first;
      while (next < order.length && (order[next] as T).level >= level) next += 1;
      turned.push(...order.slice(first, next).reverse());
      if (next === first) turned.push(order[next++] as T);
      first = next;
    }
    order = turned;
  }
  return order;
}
