import { parseSync } from 'oxc-parser';

const isSentence = (text) =>
  /[a-z]{2,}\s+[a-z]/i.test(text) &&
  !/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|GRANT|--)\b/.test(text);

function* childrenOf(node) {
  for (const value of Object.values(node))
    if (Array.isArray(value)) for (const one of value) one?.type && (yield one);
    else if (value?.type) yield value;
}

/** Finds human-readable strings: literals, template parts and element texts with several words. */
function* stringsIn(node) {
  if (node.type === 'Literal' && typeof node.value === 'string' && isSentence(node.value)) yield node;
  else if (node.type === 'TemplateLiteral') {
    if (isSentence(node.quasis.map(({ value }) => value.raw).join('x'))) yield* node.quasis;
    for (const one of node.expressions) yield* stringsIn(one);
  } else if (node.type === 'JSXText' && isSentence(node.value)) yield node;
  else for (const child of childrenOf(node)) yield* stringsIn(child);
}

/** Groups line comments on consecutive lines into paragraphs. */
function paragraphsOf(comments, code) {
  const groups = [];
  for (const { type, start, end, value } of comments) {
    if (/^\s*(biome-ignore|@ts-|v8 ignore|\/)/.test(value)) continue;
    const last = groups.at(-1);
    if (
      type === 'Line' &&
      last?.type === 'Line' &&
      /^\n?\s*$/.test(code.slice(last.end, start)) &&
      code.slice(last.end, start).split('\n').length === 2
    )
      last.end = end;
    else groups.push({ type, start, end });
  }
  return groups;
}

/** Replaces the comment marks with blanks, to preserve positions. */
const unmarked = (text) =>
  text.replace(/^(\/\*\*?|\/\/)|(?<=\n\s*)(\/\/|\*(?!\/))|\*\/$/g, (mark) => ' '.repeat(mark.length));

/** Reads the comments and sentences of a TypeScript file, with their positions. */
export function textsOf(file, code, { comments = true, strings = true } = {}) {
  const parsed = parseSync(file, code);
  const found = [];
  if (comments)
    for (const { start, end } of paragraphsOf(parsed.comments, code))
      found.push({ kind: 'comment', start, text: unmarked(code.slice(start, end)) });
  if (strings)
    for (const { start, end } of stringsIn(parsed.program))
      found.push({ kind: 'text', start, text: code.slice(start, end) });
  return found;
}
