import path from 'node:path';
import { Html, html } from '../http/pages.ts';

export type MarkdownPage = { title: string; content: Html };

/** Creates the link anchor of a heading. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');

/** Returns the address at which a file of the repository is served, or undefined. */
export type FileAddress = (file: string) => string | undefined;

/**
 * Creates a page from a Markdown file of the repository. HTML in the file is escaped. Links to files that are not
 * served are rendered as plain text.
 * @param file the file's path in the repository, to which links are relative
 */
export async function markdownPage(text: string, file: string, servedAt: FileAddress): Promise<MarkdownPage> {
  const { Marked } = await import('marked');
  const [, title, rest] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [undefined, file, text];
  const marked = new Marked({
    renderer: {
      html: ({ text: raw }) => html`${raw}`.text,
      heading({ tokens, depth }) {
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${slugOf(content)}">${content}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = addressOf(href, file, servedAt);
        return target === undefined ? content : html`<a href="${target}">${new Html(content)}</a>`.text;
      },
      // Elements that can be wider than the screen are focusable, so that users can scroll them with the keyboard.
      code: ({ text: code }) => html`<pre tabindex="0"><code>${code}</code></pre>\n`.text,
      table({ header, rows }) {
        const row = (cells: typeof header, tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>\n`;
        const body = rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return { title: title as string, content: new Html(marked.parse(rest as string, { async: false })) };
}

function addressOf(href: string, file: string, servedAt: FileAddress): string | undefined {
  if (/^https?:\/\//.test(href) || href.startsWith('#')) return href;
  const [target, fragment] = href.split('#') as [string, string?];
  const address = servedAt(path.posix.join(path.posix.dirname(file), target));
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`;
}
