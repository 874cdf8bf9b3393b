import path from 'node:path';
import { Html, html } from '../http/pages.ts';

export type MarkdownPage = { title: string; content: Html };

/** Makes the name by which a heading of a page is linked to. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');

/** The address at which a file of the repository is served; undefined for what is not. */
export type ServedAt = (file: string) => string | undefined;

/**
 * A page of one of our own Markdown files. HTML in it is shown and not taken; a link to a file that is not served is
 * its text.
 * @param file its path in the repository, from which relative links lead
 */
export async function markdownPage(text: string, file: string, servedAt: ServedAt): Promise<MarkdownPage> {
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
      // What may be wider than the screen is scrolled by keys, too.
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

function addressOf(href: string, file: string, servedAt: ServedAt): string | undefined {
  if (/^https?:\/\//.test(href) || href.startsWith('#')) return href;
  const [target, fragment] = href.split('#') as [string, string?];
  const address = servedAt(path.posix.join(path.posix.dirname(file), target));
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`;
}
