import type { Logger } from 'pino';
import { type Face, openFace } from './face.ts';
import {
  builtInAscent,
  builtInDescent,
  builtInFonts,
  eastAsianDesign,
  type FindFont,
  type FontFile,
  familiesOf,
  secondaryFonts,
  type Weight,
} from './fonts.ts';
import { linesOf } from './lines.ts';
import { prepareParagraph } from './paragraph.ts';
import { createPen, type Document } from './pen.ts';

export type Style = { weight: Weight; size: number; width: number };

/** A line after layout, ready to be drawn at a position. */
export type ComposedLine = {
  /** The distances from the baseline to the top and the bottom of the line. */
  ascent: number;
  descent: number;
  width: number;
  isRightToLeft: boolean;
  draw: (left: number, baseline: number) => void;
};

/** Draws texts that pdfkit does not support: shaped, in both directions, with a suitable font for each letter. */
export type Composer = {
  compose: (text: string, style: Style) => Promise<ComposedLine[]>;
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
    compose: async (text, { weight, size, width }) => {
      const builtIn = await openFace({ path: builtInFonts[weight] });
      const composed: ComposedLine[] = [];
      for (const each of text.split('\n')) {
        const faceFor = async (letter: string, script: string, before: Face) => {
          const wanted = { letter, script, before, weight };
          const face = await find({ ...wanted, design: eastAsianDesign(each) ?? design });
          if (!face) undrawn.add(script);
          return face;
        };
        const paragraph = await prepareParagraph(each, { builtIn, faceFor });
        for (const line of await linesOf(paragraph, width, size))
          composed.push({
            ascent: Math.max(line.ascent, builtInAscent * size),
            descent: Math.max(line.descent, builtInDescent * size),
            width: line.width,
            isRightToLeft: paragraph.isRightToLeft,
            draw: (left, baseline) => pen(paragraph.text, line, { left, baseline, size }),
          });
      }
      return composed;
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
 * Finds the font for a letter: the built-in font, the font of the preceding letter, the secondary font, or an installed
 * font for the letter's script.
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
    for (const each of [weight, 'Regular'] as const) {
      const secondary = await openFace({ path: secondaryFonts[each] });
      if (secondary.covers(letter)) return secondary;
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
