import { brandedStyle } from './branded-style.ts';
import { type Html, hashOf, html, pageHeaders, unescapedHtml } from './pages.ts';
import type { Answer, AnswerHeaders } from './route.ts';

/** The sender of a page: the name, and the address of the logo on this service. */
export type Brand = { name: string; logoUrl?: string | undefined };

export type BrandedPage = {
  brand: Brand;
  title: string;
  /** A short line or badges below the title. */
  lead?: Html | undefined;
  content: Html | readonly Html[];
  /** Text below the page. */
  footer?: string | undefined;
  /** The language of the fixed texts, as an HTML language tag. Default: English. */
  language?: string | undefined;
  status?: number;
  headers?: AnswerHeaders;
  /** True for pages that consist of a form. */
  isNarrow?: true;
  /** An additional origin to which a form of the page may redirect. */
  leadsTo?: string;
};

const styleHash = hashOf(brandedStyle);
const styleElement = unescapedHtml(`<style>${brandedStyle}</style>`);

/**
 * Responds with a page in the look of a brand. The page has no script, loads only images of this service, cannot be
 * framed, is not cached, and never sends its address to other pages, because the address contains a signature.
 */
export function answerBranded({ brand, ...page }: BrandedPage): Answer {
  const { title, lead, content, footer, language = 'en' } = page;
  const head = brand.logoUrl
    ? html`<img src="${brand.logoUrl}" alt="${brand.name}" referrerpolicy="no-referrer">`
    : html`<span dir="auto">${brand.name}</span>`;
  const body = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${brand.name ? `${title} · ${brand.name}` : title}</title>${styleElement}</head>
<body${page.isNarrow ? html` class="narrow"` : undefined}><header>${head}</header>
<main><div class="top"><h1 dir="auto">${title}</h1>${lead}</div>
${content}
</main>${footer ? html`<footer dir="auto">${footer}</footer>` : undefined}</body></html>
`;
  return {
    status: page.status ?? 200,
    headers: {
      ...pageHeaders({ styleHash, leadsTo: page.leadsTo }),
      'referrer-policy': 'no-referrer',
      ...page.headers,
    },
    body: body.text,
  };
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A status in a coloured pill. */
export const badge = (text: string, tone: Tone = 'plain'): Html =>
  html`<span class="badge ${tone}" dir="auto">${text}</span>`;

/** A paragraph that stands out; an error is announced by screen readers. */
export const notice = (text: string, tone: Tone = 'plain'): Html =>
  tone === 'bad'
    ? html`<p class="note bad" role="alert" dir="auto">${text}</p>`
    : html`<p class="note ${tone}" dir="auto">${text}</p>`;

/** A section with a heading. */
export const card = (heading: string | undefined, content: Html | readonly Html[]): Html =>
  html`<section class="card">${heading ? html`<h2 dir="auto">${heading}</h2>` : undefined}${content}</section>`;

/** Cards side by side, as far as the width allows. */
export const cards = (content: readonly Html[]): Html => html`<div class="cards">${content}</div>`;

export type PageFact = { name: string; value: string | Html };

/** A list of names and values; undefined without facts. */
export const factList = (facts: readonly PageFact[]): Html | undefined =>
  facts.length === 0
    ? undefined
    : html`<dl>${facts.map(({ name, value }) => html`<dt dir="auto">${name}</dt><dd dir="auto">${value}</dd>`)}</dl>`;

export type PageColumn = { name: string; isNumber?: true };
export type PageTable = {
  columns: readonly PageColumn[];
  rows: readonly (readonly (string | Html)[])[];
  /** The table's name; omitted if the heading above names the table. */
  caption?: string;
};

/**
 * A table that scrolls inside its card on narrow screens. The first cell of a row is its heading, and numbers are
 * aligned at the end.
 */
export function pageTable({ columns, rows, caption }: PageTable): Html {
  const end = (index: number) => (columns[index]?.isNumber ? html` class="end"` : undefined);
  const cell = (value: string | Html, index: number): Html =>
    index === 0
      ? html`<th scope="row" dir="auto"${end(index)}>${value}</th>`
      : html`<td dir="auto"${end(index)}>${value}</td>`;
  const label = caption ?? columns.map(({ name }) => name).join(', ');
  return html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table>${caption ? html`<caption dir="auto">${caption}</caption>` : undefined}
<thead><tr>${columns.map(({ name }, index) => html`<th scope="col"${end(index)}>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>`;
}

/** Links and buttons in one row. */
export const actionRow = (content: readonly Html[]): Html | undefined =>
  content.length === 0 ? undefined : html`<div class="actions">${content}</div>`;

/** A link in the form of a button. */
export const linkButton = (text: string, url: string, look: 'first' | 'second' = 'first'): Html =>
  html`<a class="button ${look}" href="${url}" rel="noreferrer">${text}</a>`;

/** Returns a web address that may be linked; undefined for other schemes and for text that is no address. */
export function safeUrl(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2048 || !/^https?:\/\//i.test(text)) return undefined;
  return URL.canParse(text) ? new URL(text).href : undefined;
}
