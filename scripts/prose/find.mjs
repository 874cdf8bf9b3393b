import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { textsOf } from './texts.mjs';
import { words } from './words.mjs';

/** Replaces code, URLs and quotations with blanks of the same length. */
const blank = (text) => text.replace(/\S/g, '¤');

function blankCode(node, text) {
  let result = text;
  const walk = (one) => {
    const { start, end } = one.position;
    if (one.type === 'inlineCode' || one.type === 'html')
      result =
        result.slice(0, start.offset) +
        blank(result.slice(start.offset, end.offset)) +
        result.slice(end.offset);
    for (const child of one.children ?? []) walk(child);
  };
  walk(node);
  return result.slice(node.position.start.offset, node.position.end.offset);
}

/** Reads headings, paragraphs and table cells of a Markdown file. */
function textsOfMarkdown(markdown) {
  const found = [];
  const walk = (node) => {
    if (['heading', 'paragraph', 'tableCell'].includes(node.type)) {
      const text = blankCode(node, markdown)
        .replaceAll(/\]\([^)]*\)/g, blank)
        .replace(/^#+ /, (mark) => ' '.repeat(mark.length));
      found.push({
        kind: node.type === 'heading' ? 'heading' : 'text',
        start: node.position.start.offset,
        text,
      });
    } else for (const child of node.children ?? []) walk(child);
  };
  walk(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return found;
}

const unquoted = (text) => text.replaceAll(/`[^`]*`|“[^”]*”/g, blank);

function* matchesIn({ kind, text }) {
  const prose = unquoted(text);
  const indent = prose.length - prose.trimStart().length;
  for (const { pattern, kinds, write } of words) {
    if (kinds && !kinds.includes(kind)) continue;
    // A pattern that starts with ^ applies to the text after its indentation.
    for (const match of prose.slice(indent).matchAll(pattern))
      yield { at: indent + match.index, words: match[0], write };
  }
}

/** Finds wordings to replace in a file, with their lines. */
export function findWordings(file, content, options) {
  const texts = file.endsWith('.md') ? textsOfMarkdown(content) : textsOf(file, content, options);
  return texts.flatMap((text) =>
    [...matchesIn(text)].map(({ at, words: found, write }) => ({
      line: content.slice(0, text.start + at).split('\n').length,
      words: found.replaceAll(/\s+/g, ' '),
      write,
    })),
  );
}
