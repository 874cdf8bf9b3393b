import type { Refusal } from './filter.ts';

/** A token of a filter; `at` is its position in the text. */
export type Token = { kind: 'open' | 'close' | 'quoted' | 'word' | 'end'; text: string; at: number };

const blank = /\s+/y;
const word = /[^\s()'"]+/y;

/** Splits a filter into tokens; the last token is always `end`. @throws 400 for quotes that are not closed */
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
 * Reads a quoted text. A doubled quote and a quote after a backslash represent a quote; two backslashes represent a
 * backslash. Any other backslash is kept, so that patterns can contain `\%`.
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
  throw refuse(start, `the ${quote} that opens here is not closed`);
}
