import { z } from 'zod';
import { errors } from '../platform/errors.ts';
import { answerPage, html, redirectTo } from '../platform/http/pages.ts';
import { type Answer, type Route, type RouteRequest, route } from '../platform/http/route.ts';
import { createFaces, type Face } from './faces.ts';
import type { ConsoleFile, ConsoleFiles } from './files.ts';

/** Content security policy: no foreign resources, no framing, no inline scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const guarded = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // URLs of the console contain search terms, which must not be sent to other sites.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

const common = {
  method: 'GET',
  group: 'System',
  access: 'public',
  hidden: true,
  response: z.string(),
} as const;

export type Console = {
  routes: Route[];
  /** Returns the page of the console; undefined until it is built. */
  page(request: RouteRequest): Promise<Answer | undefined>;
  /** Redirects a browser from the start page to the console, if it is built. */
  home(request: RouteRequest): Promise<Answer | undefined>;
};

/**
 * Creates the routes that serve the web console, which runs in a browser and calls the API like any other
 * client.
 * @param faces the display names and logos of marketplaces by code, which the page contains
 */
export const createConsole = (given: ConsoleFiles, faces: Readonly<Record<string, Face>> = {}): Console => {
  const { logo, onPage } = createFaces(faces);
  const files: OwnFiles = {
    ...given,
    logo,
    page: async () => {
      const found = await given.page();
      return found && onPage(found);
    },
  };
  return {
    routes: routesOf(files),
    page: (request) => page(files, request),
    home: async ({ headers }) => {
      const isBrowser = /\btext\/html\b/.test(String(headers.accept ?? ''));
      return isBrowser && (await files.page()) ? redirectTo('/console/') : undefined;
    },
  };
};

type OwnFiles = ConsoleFiles & { logo(name: string): ConsoleFile | undefined };

/** Creates the routes: one page for every path below `/console/`, and files that never change. */
const routesOf = (files: OwnFiles): Route[] => [
  route({
    ...common,
    path: '/console',
    operationId: 'consoleAddress',
    summary: 'Redirect to the console',
    responseDescription: 'A redirect to the console',
    run: { kind: 'plain', handle: () => redirectTo('/console/') },
  }),
  route({
    ...common,
    path: '/console/assets/{file}',
    operationId: 'consoleAsset',
    summary: 'Get a file of the console',
    responseDescription: 'The file',
    run: { kind: 'plain', handle: async (r) => unchanging(await files.asset(r.params.file), r) },
  }),
  route({
    ...common,
    path: '/console/logos/{file}',
    operationId: 'consoleLogo',
    summary: 'Get the logo of a marketplace',
    responseDescription: 'The picture',
    run: { kind: 'plain', handle: (r) => unchanging(files.logo(r.params.file), r) },
  }),
  route({
    ...common,
    path: '/console/*',
    operationId: 'console',
    summary: 'Get the page of the console',
    responseDescription: 'The page',
    run: { kind: 'plain', handle: (request) => consolePage(files, request) },
  }),
];

async function page(files: ConsoleFiles, request: RouteRequest): Promise<Answer | undefined> {
  const file = await files.page();
  const headers = { ...guarded, 'content-security-policy': policy, 'cache-control': 'no-cache' };
  return file && answerFile(file, request, headers);
}

/** Returns the console page, or a page that reports that the console is being built or not installed. */
const consolePage = async (files: ConsoleFiles, request: RouteRequest): Promise<Answer> =>
  (await page(files, request)) ?? ((await files.canBeBuilt()) ? building : absent);

const building: Answer = answerPage({
  title: 'The console is being built',
  status: 503,
  headers: { 'retry-after': '2', refresh: '2' },
  content: html`<p>The service is running. The console appears on this page when the build is complete.</p>`,
});

const absent: Answer = answerPage({
  title: 'The console is not installed',
  status: 404,
  content: html`<p>This installation does not include the console. <a href="/docs">API reference</a></p>`,
});

/** Responds with a file whose address contains the hash of its content. */
function unchanging(file: ConsoleFile | undefined, request: Pick<RouteRequest, 'headers'>): Answer {
  if (!file) throw errors.not_found();
  return answerFile(file, request, { ...guarded, 'cache-control': 'public, max-age=31536000, immutable' });
}

/** Responds with a file in the best available encoding that the caller accepts. */
function answerFile(
  file: ConsoleFile,
  { headers }: Pick<RouteRequest, 'headers'>,
  more: Record<string, string>,
): Answer {
  const accepted = String(headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && takes(accepted, name));
  return {
    headers: {
      'content-type': file.type,
      vary: 'accept-encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
      ...more,
    },
    body: (encoding && file[encoding]) ?? file.plain,
  };
}

/**
 * Returns whether an Accept-Encoding header accepts an encoding; a weight of zero rejects the encoding (RFC
 * 9110, section 12.5.3).
 */
const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name, weight = ''] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !/^q=0(\.0*)?$/.test(weight);
  });
