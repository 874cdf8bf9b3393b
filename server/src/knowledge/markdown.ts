import type { Section } from './passages.ts';

const heading = /^(#{1,6})\s+(?=\S)/;
const fence = /^\s*(```|~~~)/;

/**
 * Splits Markdown into sections, each with its parent headings. Links and emphasis are reduced to their text; code
 * blocks are kept unchanged.
 */
export function markdownSections(markdown: string): Section[] {
  const sections: { headings: string[]; lines: string[] }[] = [{ headings: [], lines: [] }];
  const path: { depth: number; text: string }[] = [];
  let isCode = false;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    if (fence.test(line)) {
      isCode = !isCode;
      continue;
    }
    const found = isCode ? null : heading.exec(line);
    if (!found) {
      sections.at(-1)?.lines.push(isCode ? line : plainLine(line));
      continue;
    }
    const depth = (found[1] as string).length;
    while ((path.at(-1)?.depth ?? 0) >= depth) path.pop();
    path.push({ depth, text: plainLine(withoutClosing(line.slice(found[0].length))) });
    sections.push({ headings: path.map(({ text }) => text), lines: [] });
  }
  return sections
    .map(({ headings, lines }) => ({ headings, text: lines.join('\n') }))
    .filter(({ headings, text }) => headings.length > 0 || text.trim() !== '');
}

/**
 * Removes the closing `#` of a heading, without a regular expression, which could take quadratic time on a long line of
 * spaces.
 */
function withoutClosing(heading: string): string {
  let end = heading.trimEnd().length;
  while (end > 1 && heading[end - 1] === '#') end--;
  return heading.slice(0, end).trimEnd();
}

const plainLine = (line: string): string =>
  line
    .slice(0, 10_000)
    .replaceAll(/!?\[([^\][]{0,1000})\]\([^()\s]{0,2000}\)/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replace(/^\s*[|>]\s?/, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\| ?/g, ' ')
    .concat(line.slice(10_000));
