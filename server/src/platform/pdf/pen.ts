import type { Font as ParsedFont } from 'fontkit';
import type PDFDocument from 'pdfkit';
import type { Face, Glyph } from './face.ts';
import type { Line } from './lines.ts';

export type Document = InstanceType<typeof PDFDocument>;

type Place = { left: number; baseline: number; size: number };

/** Creates the function that draws lines. The document embeds one subset of each font. */
export function createPen(document: Document) {
  const fonts = new Map<Face, { name: string; font: object }>();
  const fontOf = (face: Face) => {
    // pdfkit caches fonts by name.
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
      // The casts are needed because pdfkit accepts any object with a layout as a font, but its types are narrower.
      document
        .font(font as never, name)
        .fontSize(size)
        .text(run, x, baseline, options as never);
      const advance = item.face.shape(run, isRightToLeft).reduce((sum, glyph) => sum + glyph.advance, 0);
      x += (advance * size) / item.face.unitsPerEm;
    }
  };
}

/** The key of a glyph and its characters. pdfkit must embed a glyph once for each text that it represents. */
type GlyphKey = `${number} ${string}`;
type Subset = { glyphs: number[]; includeGlyph: (glyph: number | GlyphKey) => number };

/**
 * Creates a font for pdfkit that documents share. Letters are not joined to ligatures, so that each glyph is one
 * character. The parsed file keeps the character for which it first loaded a glyph, possibly for another document, or
 * none if the glyph was part of another one.
 */
export function createPlainFont(parsed: ParsedFont): object {
  return Object.create(parsed, {
    postscriptName: { value: `${parsed.postscriptName}-Plain` },
    createSubset: { value: () => namedSubset(parsed.createSubset() as unknown as Subset) },
    layout: {
      value: (text: string) => {
        const { glyphs, positions, advanceWidth } = parsed.layout(text, { liga: false });
        const characters = Array.from(text, (character) => character.codePointAt(0) as number);
        const named = glyphs.map(({ id, advanceWidth: width }, index) => {
          const codePoint = characters[index] as number;
          return { id: `${id} ${codePoint}` as const, codePoints: [codePoint], advanceWidth: width };
        });
        return { glyphs: named, positions, advanceWidth };
      },
    },
  });
}

/** Creates a font for pdfkit: the parsed file, with the shaper instead of pdfkit's layout. */
function documentFont(face: Face): object {
  return Object.create(face.parsed, {
    // The name must be unique, because pdfkit merges fonts with the same name.
    postscriptName: { value: `${face.parsed.postscriptName}-Shaped` },
    createSubset: { value: () => namedSubset(face.parsed.createSubset() as unknown as Subset) },
    layout: {
      value: (text: string, features?: string[]) => {
        const isRightToLeft = features?.includes('rtl') ?? false;
        const shaped = face.shape(text, isRightToLeft);
        const glyphs = isRightToLeft ? shaped.flatMap((glyph) => divided(glyph, face.blank)) : shaped;
        return {
          glyphs: glyphs.map(({ id, width, codePoints }) => {
            const named: GlyphKey = `${id} ${codePoints.join(' ')}`;
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
 * Divides a right-to-left glyph for several letters into one glyph per letter, with a single visible glyph. PDF readers
 * reverse the letters of a line when text is copied, and would also reverse the letters of one glyph.
 */
function divided(glyph: Glyph, blank: Face['blank']): Glyph[] {
  const [first, ...others] = glyph.codePoints.map((codePoint) => [codePoint]);
  const blanks = others.map((codePoints) => ({ ...glyph, ...blank, codePoints, advance: 0, x: 0, y: 0 }));
  return [...blanks.reverse(), { ...glyph, codePoints: first ?? [] }];
}

function namedSubset(subset: Subset): Subset {
  const include = subset.includeGlyph.bind(subset);
  const places = new Map<GlyphKey, number>();
  subset.includeGlyph = (glyph) => {
    // Numbers are components of other glyphs.
    if (typeof glyph === 'number') return include(glyph);
    const place = places.get(glyph) ?? subset.glyphs.push(Number.parseInt(glyph, 10)) - 1;
    places.set(glyph, place);
    return place;
  };
  return subset;
}
