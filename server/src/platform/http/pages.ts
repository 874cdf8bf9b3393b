import { createHash } from 'node:crypto';
import type { Answer, AnswerHeaders } from './route.ts';

/** Safe HTML, in which every inserted text was escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** The control characters that HTML cannot represent. */
const control = /[^\P{Cc}\t\n\r]/gu;
const escaped = (text: string): string =>
  text.replaceAll(control, '\uFFFD').replaceAll(/[&<>"']/g, (found) => entities[found] as string);

type Part = string | Html | undefined | readonly Html[];

/** Renders HTML from a template. Values are escaped, except values of the type `Html`. */
export const html = (strings: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(values[index - 1]) + string));

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escaped(part);
  return part.map(({ text }) => text).join('');
}

/** Marks text of the program as HTML. Never for values from outside, which `html` escapes. */
export const unescapedHtml = (text: string): Html => new Html(text);

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;color:#1b1b1b;background:#fff}
main{max-width:24rem;margin:10vh auto;padding:0 1rem}
nav{max-width:44rem;margin:1rem auto 0;padding:0 1rem}
nav+main.wide{margin-top:1rem}
main.wide{max-width:44rem;margin:3rem auto}
a{color:#0b4f9c}
label{display:block;margin:1rem 0 .25rem}
input{box-sizing:border-box;width:100%;padding:.5rem;font:inherit;border:1px solid #595959;border-radius:4px}
button{margin-top:1.25rem;padding:.5rem 1rem;font:inherit;color:#fff;background:#0b4f9c;border:0;border-radius:4px}
button.second{color:#1b1b1b;background:#e4e4e4}
:focus-visible{outline:3px solid #b35f00;outline-offset:2px}
.error{padding:.5rem .75rem;border-left:4px solid #b00020}
dt{font-weight:600}
dd{margin:0 0 .5rem}
pre{overflow-x:auto;padding:.75rem;background:#f3f3f3}
code,pre{font:.875rem/1.5 ui-monospace,monospace}
h2{margin-top:2rem}
table{border-collapse:collapse}
.table{overflow-x:auto}
th,td{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #ccc}
hr{margin:2rem 0;border:0;border-top:1px solid #ccc}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}a{color:#8ab8ff}
input{color:#eee;background:#222;border-color:#999}button{color:#101010;background:#8ab8ff}
button.second{color:#eee;background:#3a3a3a}pre{background:#242424}.error{border-color:#ff6b81}
:focus-visible{outline-color:#ffb454}hr,th,td{border-color:#444}}`;
/** Returns the hash that allows an embedded style or script in a content security policy. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styleHash = hashOf(style);

/** The service's name in titles. */
const programName = 'Tradepost';

export type Page = {
  title: string;
  content: Html;
  status?: number;
  headers?: AnswerHeaders;
  /** An additional origin to which a form of the page may redirect. */
  leadsTo?: string;
  /** A URL of this service to which the page redirects immediately. */
  goesOnTo?: string;
  /** The only script of the page, which is embedded. */
  script?: string;
  /** True for the wide layout of text pages; pages with forms are narrow. */
  isWide?: true;
  /** Links to other pages, before the heading. */
  navigation?: Html;
};

/**
 * Responds with a page that loads no external resources, runs only its own script, cannot be framed and is not cached.
 */
export function answerPage(page: Page): Answer {
  const goesOn = page.goesOnTo
    ? html`<meta http-equiv="refresh" content="0;url=${page.goesOnTo}">`
    : undefined;
  const body = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${goesOn}
<title>${page.title === programName ? programName : `${page.title} · ${programName}`}</title><style>${new Html(style)}</style></head>
<body>${page.navigation}<main${page.isWide ? html` class="wide"` : undefined}><h1 dir="auto">${page.title}</h1>
${page.content}
</main>${page.script === undefined ? undefined : new Html(`<script>${page.script}</script>`)}</body></html>
`;
  return {
    status: page.status ?? 200,
    headers: { ...pageHeaders({ styleHash, script: page.script, leadsTo: page.leadsTo }), ...page.headers },
    body: body.text,
  };
}

/** Returns the headers of a page with one embedded style and at most one embedded script. */
export const pageHeaders = ({ styleHash: allowed, script, leadsTo }: PageParts): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'; style-src ${allowed}; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `form-action 'self'${leadsTo ? ` ${leadsTo}` : ''}`,
  ].join('; '),
  // The URLs of these pages contain tokens, so they must not be sent to other origins. Within this origin, browsers
  // still send the Origin header of a form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
type PageParts = { styleHash: string; script?: string | undefined; leadsTo?: string | undefined };

export const redirectTo = (location: string, headers: AnswerHeaders = {}): Answer => ({
  status: 303,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    location,
    ...headers,
  },
  body: 'See the header Location.\n',
});

export const errorPage = (message: string, status = 400, headers: AnswerHeaders = {}): Answer =>
  answerPage({
    title: 'The request failed',
    status,
    headers,
    content: html`<p class="error" role="alert">${message}</p>
<p>Go back to the previous page and try again.</p>`,
  });

export const errorNote = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p class="error" role="alert">${message}</p>`;

/** Creates the hidden fields of a form. */
export const hiddenFields = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
