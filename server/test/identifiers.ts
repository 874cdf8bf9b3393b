/** A name in a program's text, and the line on which it stands. */
export type Identifier = { name: string; line: number };

const skipped = [/\/\/[^\n]*/y, /\/\*[\s\S]*?\*\//y, /'(?:[^'\\\n]|\\.)*'/y, /"(?:[^"\\\n]|\\.)*"/y];
const expression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const identifier = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;

/** What may stand before a regular expression; after anything else a slash divides. */
const beforeExpression = /(?:^|[(,=:[!&|?{};+>]|\b(?:return|typeof|case|of|in))\s*$/;

/** The length of what `pattern` finds exactly at `position`, or 0. */
function lengthAt(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0].length ?? 0;
}

/**
 * Lists the names in a program's text, in the order in which they stand. Comments, strings, regular expressions and the
 * words of templates are left out; what a template computes is read.
 */
export function identifiersOf(text: string): Identifier[] {
  const found: Identifier[] = [];
  /** For each template around the position, how many braces of the code inside it are open; -1 in its words. */
  const templates: number[] = [];
  let line = 1;
  let position = 0;
  const advance = (length: number) => {
    for (const end = position + length; position < end; position += 1) if (text[position] === '\n') line += 1;
  };
  while (position < text.length) {
    const depth = templates.at(-1);
    const character = text[position];
    if (depth === -1) {
      if (character === '`') templates.pop();
      const opens = text.startsWith('${', position);
      if (opens) templates[templates.length - 1] = 0;
      advance(character === '\\' || opens ? 2 : 1);
      continue;
    }
    const before = text.slice(Math.max(0, position - 40), position);
    const skip =
      Math.max(...skipped.map((pattern) => lengthAt(pattern, text, position))) ||
      (character === '/' && beforeExpression.test(before) ? lengthAt(expression, text, position) : 0);
    if (skip > 0) {
      advance(skip);
      continue;
    }
    const length = lengthAt(identifier, text, position);
    if (length > 0) {
      found.push({ name: text.slice(position, position + length), line });
      advance(length);
      continue;
    }
    if (character === '`') templates.push(-1);
    if (depth !== undefined && character === '{') templates[templates.length - 1] = depth + 1;
    if (depth !== undefined && character === '}') templates[templates.length - 1] = depth - 1;
    advance(1);
  }
  return found;
}
