import { readFile } from 'node:fs/promises';
import type { Font as ParsedFont } from 'fontkit';
import { lazyValue } from '../first-use.ts';
import type { FontFile } from './fonts.ts';
import { isShapeless } from './scripts.ts';

/** A glyph with its position, in units of the font. Glyphs are listed in the order of drawing. */
export type Glyph = {
  id: number;
  /** The index in the text of the first character that the glyph represents. */
  at: number;
  /** The characters that the glyph represents, for copied text. */
  codePoints: number[];
  /** The distance to the next glyph, and the glyph's own width. */
  advance: number;
  width: number;
  x: number;
  y: number;
};

/** A font that shapes text. Faces are cached for the lifetime of the process. */
export type Face = {
  parsed: ParsedFont;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  /** An invisible glyph. */
  blank: { id: number; width: number };
  covers: (letter: string) => boolean;
  /** Shapes a text of one script and one direction; returns its glyphs from left to right. */
  shape: (text: string, isRightToLeft: boolean) => Glyph[];
};

/** Libraries for shaping and reading fonts, loaded when first needed. */
const libraries = lazyValue(async () => {
  const [harfbuzz, fontkit] = await Promise.all([import('harfbuzzjs'), import('fontkit')]);
  return { harfbuzz, fontkit };
});
type Libraries = Awaited<ReturnType<typeof libraries.get>>;
type Shaper = InstanceType<Libraries['harfbuzz']['Font']>;

type OpenFont = {
  harfbuzz: Libraries['harfbuzz'];
  blob: InstanceType<Libraries['harfbuzz']['Blob']>;
  members: ParsedFont[];
};

/** Parses a font file for pdfkit. Parsing takes longer than drawing a page, so that callers keep the result. */
export async function parseFont(path: string): Promise<ParsedFont> {
  const [fontkit, content] = await Promise.all([import('fontkit'), readFile(path)]);
  const parsed = fontkit.create(content);
  if ('fonts' in parsed) throw new Error(`${path} is a collection of fonts`);
  return parsed;
}

const files = new Map<string, Promise<OpenFont>>();
const faces = new Map<string, Promise<Face>>();

export const openFace = (file: FontFile): Promise<Face> =>
  createOnce(faces, `${file.path} ${file.member ?? ''}`, () => open(file));

/** Creates a value once per key. Failures are retried. */
function createOnce<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(key);
  if (known) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}

/**
 * Reads a font file. A collection for Chinese, Japanese and Korean has 20 MB, so the file is read once for all fonts.
 */
async function read(path: string): Promise<OpenFont> {
  const [{ harfbuzz, fontkit }, content] = await Promise.all([libraries.get(), readFile(path)]);
  const whole = fontkit.create(content);
  const members = 'fonts' in whole ? whole.fonts : [whole];
  return { harfbuzz, blob: new harfbuzz.Blob(content), members };
}

async function open({ path, member }: FontFile): Promise<Face> {
  const { harfbuzz, blob, members } = await createOnce(files, path, () => read(path));
  const index = member === undefined ? 0 : members.findIndex((each) => each.postscriptName === member);
  const parsed = members[index];
  if (!parsed) throw new Error(`${path} does not contain the font ${member}`);
  const shaper = new harfbuzz.Font(new harfbuzz.Face(blob, index));
  const has = (text: string) =>
    Array.from(text).every(
      (character) => isShapeless(character) || shaper.nominalGlyph(character.codePointAt(0) as number),
    );
  const blank = shaper.nominalGlyph(0x200b) ?? shaper.nominalGlyph(0x20) ?? 0;
  return {
    parsed,
    blank: { id: blank, width: shaper.glyphHAdvance(blank) },
    unitsPerEm: parsed.unitsPerEm,
    ascent: parsed.ascent,
    descent: -parsed.descent,
    // The shaper composes a letter and its accent if the font has the composed character.
    covers: (letter) => has(letter) || has(letter.normalize('NFC')),
    shape: (text, isRightToLeft) => shape(harfbuzz, shaper, text, isRightToLeft),
  };
}

function shape(
  harfbuzz: Libraries['harfbuzz'],
  shaper: Shaper,
  text: string,
  isRightToLeft: boolean,
): Glyph[] {
  const { Direction, BufferFlag, ClusterLevel } = harfbuzz;
  const buffer = new harfbuzz.Buffer();
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  harfbuzz.shape(shaper, buffer);
  const positions = buffer.getGlyphPositions();
  const glyphs = buffer.getGlyphInfos().map((info, index): Glyph => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const width = shaper.glyphHAdvance(info.codepoint);
    const place = { advance: xAdvance, width, x: xOffset, y: yOffset };
    return { id: info.codepoint, at: info.cluster, codePoints: [], ...place };
  });
  nameGlyphs(isRightToLeft ? [...glyphs].reverse() : glyphs, text);
  return glyphs;
}

/** An invisible character (word joiner) for glyphs without a character. */
const nothing = 0x2060;

/**
 * Assigns to each glyph the characters that it represents. Glyphs of one cluster share its characters in reading order,
 * regardless of drawing order, so that copied text equals the original.
 * @param glyphs the glyphs in reading order
 */
function nameGlyphs(glyphs: readonly Glyph[], text: string): void {
  for (let first = 0; first < glyphs.length; ) {
    const { at } = glyphs[first] as Glyph;
    let end = first + 1;
    while (glyphs[end]?.at === at) end += 1;
    const characters = Array.from(text.slice(at, glyphs[end]?.at), (each) => each.codePointAt(0) as number);
    const more = Math.max(0, characters.length - (end - first));
    for (const glyph of glyphs.slice(first, end)) {
      glyph.codePoints = characters.splice(0, glyph === glyphs[first] ? 1 + more : 1);
      if (glyph.codePoints.length === 0) glyph.codePoints = [nothing];
    }
    first = end;
  }
}
