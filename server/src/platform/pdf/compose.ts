import type { Logger } from 'pino';
import { type Face, openFace } from './face.ts';
import {
  builtInFonts,
  eastAsianDesign,
  type FindFont,
  type FontFile,
  familiesOf,
  type Weight,
} from './fonts.ts';
import { type Line, linesOf } from './lines.ts';
import { type Paragraph, prepareParagraph } from './paragraph.ts';
import { createPen, type Document } from './pen.ts';

export type Style = { weight: Weight; size: number; width: number };

/** A text after layout, ready to be drawn at a position. */
export type LaidOutText = {
  height: () => number;
  /** The distance from the top of the first line to its baseline. */
  lead: number;
  draw: (x: number, y: number) => void;
};

/** Draws texts that pdfkit does not support: shaped, in both directions, with a suitable font for each letter. */
export type Composer = {
  compose: (text: string, style: Style) => Promise<LaidOutText>;
  /** The scripts of the letters that no font has. */
  undrawn: ReadonlySet<string>;
};

type Deps = {
  findFont: FindFont;
  /** The regional design for Han characters in paragraphs without an identifiable language. */
  design: string | undefined;
  log: Pick<Logger, 'warn'> | undefined;
};

export function createComposer(document: Document, { findFont, design, log }: Deps): Composer {
  const find = createFaceFinder(findFont, log);
  const undrawn = new Set<string>();
  const pen = createPen(document);
  return {
    undrawn,
    compose: async (text, style) => {
      const { size, width } = style;
      const builtIn = await openFace({ path: builtInFonts[style.weight] });
      const laid: { paragraph: Paragraph; lines: Line[] }[] = [];
      for (const each of text.split('\n')) {
        const faceFor = async (letter: string, script: string, before: Face) => {
          const wanted = { letter, script, before, weight: style.weight };
          const face = await find({ ...wanted, design: eastAsianDesign(each) ?? design });
          if (!face) undrawn.add(script);
          return face;
        };
        const paragraph = await prepareParagraph(each, { builtIn, faceFor });
        laid.push({ paragraph, lines: await linesOf(paragraph, width, size) });
      }
      const emptyLine = ((builtIn.ascent + builtIn.descent) * size) / builtIn.unitsPerEm;
      const heightOf = ({ ascent, descent }: Line) => ascent + descent || emptyLine;
      return {
        lead: laid[0]?.lines[0]?.ascent ?? 0,
        height: () => laid.flatMap(({ lines }) => lines).reduce((sum, line) => sum + heightOf(line), 0),
        draw: (x, y) => {
          document.y = y;
          for (const { paragraph, lines } of laid)
            for (const line of lines) {
              if (document.y + heightOf(line) > document.page.maxY()) document.addPage();
              const top = document.y;
              const left = paragraph.isRightToLeft ? x + width - line.width : x;
              pen(paragraph.text, line, { left, baseline: top + line.ascent, size });
              document.y = top + heightOf(line);
            }
        },
      };
    },
  };
}

type FaceQuery = {
  letter: string;
  script: string;
  before: Face;
  weight: Weight;
  design: string | undefined;
};

/**
 * Finds the font for a letter: the built-in font, the font of the preceding letter, or an installed font for the
 * letter's script.
 */
function createFaceFinder(findFont: FindFont, log: Deps['log']) {
  const known = new Map<string, Face | undefined>();
  const unreadable = new Set<string>();
  return async (wanted: FaceQuery): Promise<Face | undefined> => {
    const key = [wanted.letter, wanted.weight, wanted.design].join(' ');
    if (!known.has(key)) known.set(key, await search(wanted));
    return known.get(key);
  };

  async function search({ letter, script, before, weight, design }: FaceQuery): Promise<Face | undefined> {
    for (const each of [weight, 'Regular'] as const) {
      const builtIn = await openFace({ path: builtInFonts[each] });
      if (builtIn.covers(letter)) return builtIn;
      if (before.covers(letter)) return before;
    }
    for (const family of familiesOf(script, design)) {
      const face = await openInstalled(findFont(family, weight));
      if (face?.covers(letter)) return face;
    }
    return undefined;
  }

  /** Opens an installed font. A font that cannot be read is logged and treated as not installed. */
  async function openInstalled(file: FontFile | undefined): Promise<Face | undefined> {
    if (!file || unreadable.has(file.path)) return undefined;
    try {
      return await openFace(file);
    } catch (error) {
      unreadable.add(file.path);
      log?.warn({ err: error, font: file.path }, 'a font cannot be read');
      return undefined;
    }
  }
}
