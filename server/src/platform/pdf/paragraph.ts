import type { Bidi } from 'bidi-js';
import { atFirstUse } from '../first-use.ts';
import type { Face } from './face.ts';
import { hasDirections, isShapeless, lettersOf, scriptOfLetter } from './scripts.ts';

/** A stretch of a paragraph in one font, one script and one direction. */
export type Item = {
  start: number;
  end: number;
  face: Face;
  /** The level of the Unicode bidirectional algorithm; odd ones run from right to left. */
  level: number;
};

export type Paragraph = { text: string; items: readonly Item[]; isRightToLeft: boolean };

/** Fonts for letters. */
export type Faces = {
  builtIn: Face;
  /** The font for a letter; the one of the letter before is tried first where the built-in one lacks it. */
  faceFor: (letter: string, script: string, before: Face) => Promise<Face | undefined>;
};

type Drawn = { text: string; script: string; face: Face };

const loadBidi = atFirstUse(async () => {
  const { default: create } = await import('bidi-js');
  // Its types are those of an ES module, which it is not.
  return (create as unknown as () => Bidi)();
});

/** Divides a paragraph into stretches that are shaped each by itself. */
export async function prepareParagraph(text: string, faces: Faces): Promise<Paragraph> {
  const drawn: Drawn[] = [];
  let before = faces.builtIn;
  for (const letter of lettersOf(text)) {
    const script = scriptOfLetter(letter);
    const face = await faces.faceFor(letter, script, before);
    const text = face ? letter : numbersOf(letter, faces.builtIn);
    drawn.push(face ? { text, script, face } : { text, script: 'Common', face: faces.builtIn });
    before = face ?? faces.builtIn;
  }
  const whole = drawn.map((each) => each.text).join('');
  const { levels, base } = await levelsOf(whole);
  return { text: whole, items: itemsOf(drawn, levels), isRightToLeft: base % 2 === 1 };
}

/** A letter that no font draws, by the numbers of its characters; those that the built-in font has are shown. */
const numbersOf = (letter: string, builtIn: Face): string =>
  Array.from(letter)
    .filter((character) => !isShapeless(character))
    .map((character) => {
      if (builtIn.covers(character)) return character;
      return `[U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`;
    })
    .join('');

async function levelsOf(text: string): Promise<{ levels: ArrayLike<number>; base: number }> {
  if (!hasDirections(text)) return { levels: new Uint8Array(text.length), base: 0 };
  const { levels, paragraphs } = (await loadBidi.get()).getEmbeddingLevels(text);
  return { levels, base: paragraphs[0]?.level ?? 0 };
}

function itemsOf(drawn: readonly Drawn[], levels: ArrayLike<number>): Item[] {
  const items: Item[] = [];
  let script: string | undefined;
  let end = 0;
  for (const letter of drawn) {
    const start = end;
    end += letter.text.length;
    const own = letter.script === 'Common' ? undefined : letter.script;
    const level = levels[start] ?? 0;
    const last = items.at(-1);
    const isSame =
      last !== undefined &&
      last.face === letter.face &&
      last.level === level &&
      (own === undefined || script === undefined || own === script);
    if (isSame) last.end = end;
    else items.push({ start, end, face: letter.face, level });
    script = own ?? (isSame ? script : undefined);
  }
  return items;
}
