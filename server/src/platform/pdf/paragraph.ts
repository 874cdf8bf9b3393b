import type { Bidi } from 'bidi-js';
import { lazyValue } from '../first-use.ts';
import type { Face } from './face.ts';
import { hasDirections, isShapeless, lettersOf, scriptOfLetter } from './scripts.ts';

/** A run of a paragraph with one font, one script and one direction. */
export type Item = {
  start: number;
  end: number;
  face: Face;
  /** The level in the Unicode bidirectional algorithm; odd levels run from right to left. */
  level: number;
};

export type Paragraph = { text: string; items: readonly Item[]; isRightToLeft: boolean };

/** Fonts of a paragraph. */
export type Faces = {
  builtIn: Face;
  /**
   * Finds the font for a letter. If the letter is missing in the built-in font, the font of the preceding letter is
   * tried first.
   */
  faceFor: (letter: string, script: string, before: Face) => Promise<Face | undefined>;
};

type TextRun = { text: string; script: string; face: Face };

const loadBidi = lazyValue(async () => {
  const { default: create } = await import('bidi-js');
  // The package declares the types of an ES module although it is a CommonJS module.
  return (create as unknown as () => Bidi)();
});

/** Divides a paragraph into runs that are shaped separately. */
export async function prepareParagraph(text: string, faces: Faces): Promise<Paragraph> {
  const drawn: TextRun[] = [];
  let before = faces.builtIn;
  const letters = lettersOf(text);
  const scripts = letters.map(scriptOfLetter);
  const inside = isInsideScript(scripts);
  for (const [index, letter] of letters.entries()) {
    const script = scripts[index] as string;
    // Spaces between words of one script have its font, so that words from right to left are one run when copied.
    const face =
      inside[index] && before.covers(letter) ? before : await faces.faceFor(letter, script, before);
    const text = face ? letter : numbersOf(letter, faces.builtIn);
    drawn.push(face ? { text, script, face } : { text, script: 'Common', face: faces.builtIn });
    before = face ?? faces.builtIn;
  }
  const whole = drawn.map((each) => each.text).join('');
  const { levels, base } = await levelsOf(whole);
  return { text: whole, items: itemsOf(drawn, levels), isRightToLeft: base % 2 === 1 };
}

/** Returns for each letter whether it belongs to no script, between letters of the same script. */
function isInsideScript(scripts: readonly string[]): boolean[] {
  const following: (string | undefined)[] = [];
  let next: string | undefined;
  for (let index = scripts.length - 1; index >= 0; index -= 1) {
    following[index] = next;
    if (scripts[index] !== 'Common') next = scripts[index];
  }
  let last: string | undefined;
  return scripts.map((script, index) => {
    if (script !== 'Common') last = script;
    return script === 'Common' && last !== undefined && following[index] === last;
  });
}

/** Returns the replacement for a letter that is missing in all fonts: the Unicode numbers of its characters. */
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

function itemsOf(drawn: readonly TextRun[], levels: ArrayLike<number>): Item[] {
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
