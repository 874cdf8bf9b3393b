import type PDFDocument from 'pdfkit';
import type { Face, Glyph } from './face.ts';
import type { Line } from './lines.ts';

export type Document = InstanceType<typeof PDFDocument>;

type Place = { left: number; baseline: number; size: number };

/** Draws lines. Of each font the document keeps one subset. */
export function createPen(document: Document) {
  const fonts = new Map<Face, { name: string; font: object }>();
  const fontOf = (face: Face) => {
    // pdfkit opens a font once for each name.
    const known = fonts.get(face) ?? { name: `shaped ${fonts.size}`, font: documentFont(face) };
    fonts.set(face, known);
    return known;
  };
  return (text: string, line: Line, { left, baseline, size }: Place): void => {
    let x = left;
    for (const item of line.items) {
      const run = text.slice(item.start, item.end);
      const isRightToLeft = item.level % 2 === 1;
      const options = {
        lineBreak: false,
        baseline: 'alphabetic',
        features: isRightToLeft ? ['rtl'] : ['ltr'],
      };
      const { name, font } = fontOf(item.face);
      // The types know neither that pdfkit takes what has a layout for a font, nor which features this one has.
      document
        .font(font as never, name)
        .fontSize(size)
        .text(run, x, baseline, options as never);
      const advance = item.face.shape(run, isRightToLeft).reduce((sum, glyph) => sum + glyph.advance, 0);
      x += (advance * size) / item.face.unitsPerEm;
    }
  };
}

/** A glyph and the characters that it stands for: pdfkit embeds a glyph once for each text that it is copied as. */
type Named = `${number} ${string}`;
type Subset = { glyphs: number[]; includeGlyph: (glyph: number | Named) => number };

/** A font as pdfkit embeds it: what was read of the file, with the shaper in place of its own layout. */
function documentFont(face: Face): object {
  return Object.create(face.parsed, {
    // A name of its own: pdfkit takes fonts of one name for one.
    postscriptName: { value: `${face.parsed.postscriptName}-Shaped` },
    createSubset: { value: () => namedSubset(face.parsed.createSubset() as unknown as Subset) },
    layout: {
      value: (text: string, features?: string[]) => {
        const isRightToLeft = features?.includes('rtl') ?? false;
        const shaped = face.shape(text, isRightToLeft);
        const glyphs = isRightToLeft ? shaped.flatMap((glyph) => divided(glyph, face.blank)) : shaped;
        return {
          glyphs: glyphs.map(({ id, width, codePoints }) => {
            const named: Named = `${id} ${codePoints.join(' ')}`;
            return { id: named, codePoints, advanceWidth: width };
          }),
          positions: glyphs.map(({ advance, x, y }) => ({
            xAdvance: advance,
            yAdvance: 0,
            xOffset: x,
            yOffset: y,
          })),
          advanceWidth: (glyphs.reduce((sum, { advance }) => sum + advance, 0) * 1000) / face.unitsPerEm,
        };
      },
    },
  });
}

/**
 * Divides a glyph that stands for several letters from right to left into glyphs of one letter each, all but one blank:
 * readers turn round the letters of a line, and do so with those of one glyph as well.
 */
function divided(glyph: Glyph, blank: Face['blank']): Glyph[] {
  const [first, ...others] = glyph.codePoints.map((codePoint) => [codePoint]);
  const blanks = others.map((codePoints) => ({ ...glyph, ...blank, codePoints, advance: 0, x: 0, y: 0 }));
  return [...blanks.reverse(), { ...glyph, codePoints: first ?? [] }];
}

function namedSubset(subset: Subset): Subset {
  const include = subset.includeGlyph.bind(subset);
  const places = new Map<Named, number>();
  subset.includeGlyph = (glyph) => {
    // A part of another glyph has no name.
    if (typeof glyph === 'number') return include(glyph);
    const place = places.get(glyph) ?? subset.glyphs.push(Number.parseInt(glyph, 10)) - 1;
    places.set(glyph, place);
    return place;
  };
  return subset;
}
