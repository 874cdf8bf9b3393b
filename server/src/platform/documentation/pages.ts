import { z } from 'zod';
import { errorCatalogue, errors } from '../errors.ts';
import { answerPage, type Html, html, type Page } from '../http/pages.ts';
import { type Answer, type Route, type RouteRequest, route } from '../http/route.ts';
import { answerDocument, type SharedDocument, sharedDocument } from '../http/shared-documents.ts';
import { service } from '../version.ts';
import { createFilePages, type Guide } from './guides.ts';
import { icon } from './icon.ts';

export type DocumentationSource = {
  /** The purpose of the service. */
  about: string;
  guides: readonly Guide[];
  /** Returns the page that replaces the start page in browsers, if any. */
  home?: (request: RouteRequest) => Promise<Answer | undefined>;
};

const navigationOf = (
  guides: readonly Guide[],
) => html`<nav aria-label="Documentation"><a href="/">Tradepost</a> · <a href="/docs">Reference</a> ·
${guides.map(({ name, title }) => html`<a href="/docs/guides/${name}">${title}</a> · `)}<a href="/docs/errors">Errors</a></nav>
`;

/** Creates a page that is identical for all readers, so that caches may store it. */
function sharedPage(page: Page): SharedDocument {
  const { headers = {}, body } = answerPage({ isWide: true, ...page });
  return sharedDocument(body as string, headers);
}

const links = (list: readonly { href: string; title: string; says: string }[]): Html =>
  html`<dl>${list.map(({ href, title, says }) => html`<dt><a href="${href}">${title}</a></dt><dd>${says}</dd>`)}</dl>`;

const startPage = ({ about, guides }: DocumentationSource): SharedDocument =>
  sharedPage({
    title: 'Tradepost',
    content: html`<p>${about} This is version ${service.version}.</p>
<h2>Use the API</h2>
${links([
  ...guides.map(({ name, title, says }) => ({ href: `/docs/guides/${name}`, title, says })),
  { href: '/docs', title: 'Reference', says: 'Every operation, with a form to try it.' },
  { href: '/docs/errors', title: 'Errors', says: 'Meaning of each error code, and how to handle it.' },
  { href: '/openapi.json', title: 'OpenAPI document', says: 'For client generators (OpenAPI 3.1).' },
])}
<h2>Operate the service</h2>
${links([
  { href: '/version', title: 'Version', says: 'The version of the running program.' },
  { href: '/readyz', title: 'Readiness', says: 'Whether this process accepts requests.' },
])}`,
  });

const errorList = (navigation: Html): SharedDocument =>
  sharedPage({
    title: 'Errors',
    navigation,
    content: links(
      [...errorCatalogue()]
        .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
        .map(({ code, status, title }) => ({
          href: `/docs/errors/${code}`,
          title: code,
          says: `${status}. ${title}.`,
        })),
    ),
  });

type MakePage = (name: string) => SharedDocument | Promise<SharedDocument>;

/**
 * Caches the pages by name. Files stay unchanged while the process runs, so each page is rendered once, at its first
 * request.
 */
function once(make: MakePage): (name: string) => Promise<SharedDocument> {
  const made = new Map<string, SharedDocument>();
  return async (name) => {
    const document = made.get(name) ?? (await make(name));
    made.set(name, document);
    return document;
  };
}

/** Returns the start page, the guides, a page for each error code, and the icon. */
export function documentationPages(documented: DocumentationSource): Route[] {
  const navigation = navigationOf(documented.guides);
  const files = createFilePages(documented.guides);
  const errorPageOf = async (code: string): Promise<SharedDocument> => {
    if (!errorCatalogue().some((other) => other.code === code)) throw errors.not_found();
    return sharedPage({ ...(await files.errorCode(code)), navigation });
  };
  const guidePageOf = async (name: string): Promise<SharedDocument> => {
    const page = await files.guide(name);
    if (!page) throw errors.not_found();
    return sharedPage({ ...page, navigation });
  };
  const page = (path: string, operationId: string, summary: string, make: MakePage): Route => {
    const find = once(make);
    return route({
      method: 'GET',
      path,
      operationId,
      group: 'System',
      summary,
      access: 'public',
      hidden: true,
      response: z.string(),
      responseDescription: 'The page',
      run: {
        kind: 'plain',
        handle: async (request) =>
          (path === '/' ? await documented.home?.(request) : undefined) ??
          answerDocument(request, await find(request.params.name ?? '')),
      },
    });
  };
  return [
    page('/', 'startPage', 'Start page with links to the documentation', () => startPage(documented)),
    page('/favicon.ico', 'favicon', 'Icon of the pages', () => icon),
    page('/docs/errors', 'docsErrors', 'All error codes', () => errorList(navigation)),
    page('/docs/errors/{name}', 'docsError', 'Meaning of an error code', errorPageOf),
    page('/docs/guides/{name}', 'docsGuide', 'A guide', guidePageOf),
  ];
}
