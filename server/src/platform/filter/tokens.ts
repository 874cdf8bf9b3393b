import type { Refusal } from './filter.ts';

/** `at` is where the token begins in the text. */
export type Token = { kind: 'open' | 'close' | 'quoted' | 'word' | 'end'; text: string; at: number };

const blank = /\s+/y;
const word = /[^\s()'"]+/y;

/** Takes a filter's text apart; the last token is always the end. @throws 400 for quotes that do not close */
export function tokenize(text: string, refuse: Refusal): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const character = text[at] as string;
    const space = match(blank);
    if (space !== undefined) at += space.length;
    else if (character === '(' || character === ')') {
      tokens.push({ kind: character === '(' ? 'open' : 'close', text: character, at });
      at++;
    } else if (character === "'" || character === '"') {
      const { value, end } = readQuoted(text, at, refuse);
      tokens.push({ kind: 'quoted', text: value, at });
      at = end;
    } else {
      const found = match(word) as string;
      tokens.push({ kind: 'word', text: found, at });
      at += found.length;
    }
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

/**
 * A doubled quote stands for one, and so does a quote behind a backslash; two backslashes stand for one. Before
 * anything else a backslash stands for itself, so that patterns may say `\%`.
 */
function readQuoted(text: string, start: number, refuse: Refusal): { value: string; end: number } {
  const quote = text[start] as string;
  let value = '';
  let at = start + 1;
  while (at < text.length) {
    const character = text[at] as string;
    const next = text[at + 1];
    if (character === '\\' && (next === '\\' || next === "'" || next === '"')) {
      value += next;
      at += 2;
    } else if (character !== quote) {
      value += character;
      at++;
    } else if (next === quote) {
      value += quote;
      at += 2;
    } else return { value, end: at + 1 };
  }
  throw refuse(start, `the ${quote} that opens here is never closed`);
}
