import { createHash } from 'node:crypto';
import type { Answer } from '../platform/route.ts';

/** HTML that is safe to send: everything that came from outside was escaped on its way in. */
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
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => entities[found] as string);

type Part = string | Html | undefined | readonly Html[];

/** A template whose values are escaped, except for those that are HTML already. */
export const html = (strings: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(values[index - 1]) + string));

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escaped(part);
  return part.map(({ text }) => text).join('');
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;color:#1b1b1b;background:#fff}
main{max-width:24rem;margin:10vh auto;padding:0 1rem}
label{display:block;margin:1rem 0 .25rem}
input{box-sizing:border-box;width:100%;padding:.5rem;font:inherit;border:1px solid #595959;border-radius:4px}
button{margin-top:1.25rem;padding:.5rem 1rem;font:inherit;color:#fff;background:#0b4f9c;border:0;border-radius:4px}
:focus-visible{outline:3px solid #e08700;outline-offset:2px}
.error{padding:.5rem .75rem;border-left:4px solid #b00020}
hr{margin:2rem 0;border:0;border-top:1px solid #ccc}`;
const styleHash = createHash('sha256').update(style).digest('base64');

export type Page = {
  title: string;
  content: Html;
  status?: number;
  headers?: Record<string, string>;
  /** Where else a form of the page may lead, by way of a redirect: an origin. */
  leadsTo?: string;
  /** An address of ours to go on to at once. */
  goesOnTo?: string;
};

/** A page that loads nothing, runs no script, stands in no frame and is kept by no cache. */
export function answerPage(page: Page): Answer {
  const goesOn = page.goesOnTo
    ? html`<meta http-equiv="refresh" content="0;url=${page.goesOnTo}">`
    : undefined;
  const body = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${goesOn}
<title>${page.title} · Tradepost</title><style>${new Html(style)}</style></head>
<body><main><h1>${page.title}</h1>
${page.content}
</main></body></html>
`;
  return {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'${
        page.leadsTo ? ` ${page.leadsTo}` : ''
      }`,
      // Addresses of these pages hold tokens; our own pages may know, as a browser tells them where a form is from.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...page.headers,
    },
    body: body.text,
  };
}

export const redirectTo = (location: string, headers: Record<string, string> = {}): Answer => ({
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

export const errorPage = (message: string, status = 400): Answer =>
  answerPage({
    title: 'This did not work',
    status,
    content: html`<p class="error" role="alert">${message}</p>
<p>Go back to where you came from and try again.</p>`,
  });

export const errorNote = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p class="error" role="alert">${message}</p>`;

/** Fields that a form carries along unseen. */
export const hiddenFields = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
