import { Marked } from 'marked';

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => entities[character]);

/** The only schemes of links, because a browser could execute others. */
const allowedAddress = /^(https?:\/\/|mailto:)/i;

const block = (tag) => (content) => `<${tag} dir="auto">${content}</${tag}>\n`;

/**
 * Converts Markdown of an organization to HTML without attributes of the author: HTML is escaped, images become their
 * text, and links have an allowed scheme. The headings begin at the second level.
 */
const marked = new Marked({
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      return allowedAddress.test(href)
        ? `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${content}</a>`
        : content;
    },
    heading({ tokens, depth }) {
      return block(`h${depth === 1 ? 2 : 3}`)(this.parser.parseInline(tokens));
    },
    paragraph({ tokens }) {
      return block('p')(this.parser.parseInline(tokens));
    },
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    // A list item with a checkbox would be an input without a label.
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    table({ header, rows }) {
      const row = (cells, tag) =>
        `<tr>${cells.map(({ tokens }) => `<${tag} dir="auto">${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      return `<div class="table" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${rows
        .map((cells) => row(cells, 'td'))
        .join('')}</tbody></table></div>\n`;
    },
  },
});

export const markdownToHtml = (text) => marked.parse(text, { async: false });
