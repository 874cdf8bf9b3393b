import { readFile } from 'node:fs/promises';
import type { Font as ParsedFont } from 'fontkit';
import { atFirstUse } from '../first-use.ts';
import type { FontFile } from './fonts.ts';
import { isShapeless } from './scripts.ts';

/** A glyph in the order and at the place in which it is drawn, in units of the font. */
export type Glyph = {
  id: number;
  /** The place in the text of the first character that it stands for. */
  at: number;
  /** The characters that it stands for, so that copied text has them. */
  codePoints: number[];
  /** How far it moves on, and its own width. */
  advance: number;
  width: number;
  x: number;
  y: number;
};

/** A font that shapes text. Faces are kept while the process runs. */
export type Face = {
  parsed: ParsedFont;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  /** A glyph that draws nothing. */
  blank: { id: number; width: number };
  covers: (letter: string) => boolean;
  /** The glyphs of a text of one script and one direction, from left to right. */
  shape: (text: string, isRightToLeft: boolean) => Glyph[];
};

/** What shapes and reads fonts is loaded with the first text that asks for it. */
const libraries = atFirstUse(async () => {
  const [harfbuzz, fontkit] = await Promise.all([import('harfbuzzjs'), import('fontkit')]);
  return { harfbuzz, fontkit };
});
type Libraries = Awaited<ReturnType<typeof libraries.get>>;
type Shaper = InstanceType<Libraries['harfbuzz']['Font']>;

type Opened = {
  harfbuzz: Libraries['harfbuzz'];
  blob: InstanceType<Libraries['harfbuzz']['Blob']>;
  members: ParsedFont[];
};

const files = new Map<string, Promise<Opened>>();
const faces = new Map<string, Promise<Face>>();

export const openFace = (file: FontFile): Promise<Face> =>
  once(faces, `${file.path} ${file.member ?? ''}`, () => open(file));

/** Makes something once for each key, and again only where it could not be made. */
function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(key);
  if (known) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}

/** Reads a file once, however many of its fonts are used: one for China, Japan and Korea has 20 MB. */
async function read(path: string): Promise<Opened> {
  const [{ harfbuzz, fontkit }, content] = await Promise.all([libraries.get(), readFile(path)]);
  const whole = fontkit.create(content);
  const members = 'fonts' in whole ? whole.fonts : [whole];
  return { harfbuzz, blob: new harfbuzz.Blob(content), members };
}

async function open({ path, member }: FontFile): Promise<Face> {
  const { harfbuzz, blob, members } = await once(files, path, () => read(path));
  const index = member === undefined ? 0 : members.findIndex((each) => each.postscriptName === member);
  const parsed = members[index];
  if (!parsed) throw new Error(`${path} holds no font ${member}`);
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
    // The shaper puts a letter and its accent together where the font has both as one.
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

/** A character without shape and meaning, for glyphs that stand for no character of their own. */
const nothing = 0x2060;

/**
 * Says of each glyph which characters it stands for. Glyphs of one place share its characters in the order of reading,
 * whatever order they are drawn in: what readers copy is then the text.
 * @param glyphs in the order of reading
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
