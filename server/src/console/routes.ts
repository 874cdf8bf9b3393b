import { z } from 'zod';
import { errors } from '../platform/errors.ts';
import { answerPage, html, redirectTo } from '../platform/http/pages.ts';
import { type Answer, type Route, type RouteRequest, route } from '../platform/http/route.ts';
import type { ConsoleFile, ConsoleFiles } from './files.ts';

/** Nothing of others is loaded or framed, and no text becomes a script. */
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
  // Addresses of the console hold what was searched for.
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
  /** The page of the console; undefined while it is not built. */
  page(request: RouteRequest): Promise<Answer | undefined>;
  /** Leads a browser from the start page to the console, where it is built. */
  home(request: RouteRequest): Promise<Answer | undefined>;
};

/** Creates the web console, as it is served: it shows itself in a browser and calls the API as any other client. */
export const createConsole = (files: ConsoleFiles): Console => ({
  routes: routesOf(files),
  page: (request) => page(files, request),
  home: async ({ headers }) => {
    const isBrowser = /\btext\/html\b/.test(String(headers.accept ?? ''));
    return isBrowser && (await files.page()) ? redirectTo('/console/') : undefined;
  },
});

/** A page for every address below `/console/`, and files that are never another. */
const routesOf = (files: ConsoleFiles): Route[] => [
  route({
    ...common,
    path: '/console',
    operationId: 'consoleAddress',
    summary: 'To the console',
    responseDescription: 'A redirect to the console',
    run: { kind: 'plain', handle: () => redirectTo('/console/') },
  }),
  route({
    ...common,
    path: '/console/assets/{file}',
    operationId: 'consoleAsset',
    summary: 'A file of the console',
    responseDescription: 'The file',
    run: { kind: 'plain', handle: (request) => asset(files, request.params.file, request) },
  }),
  route({
    ...common,
    path: '/console',
    below: true,
    operationId: 'console',
    summary: 'The console, which shows what its address says',
    responseDescription: 'The page',
    run: { kind: 'plain', handle: (request) => consolePage(files, request) },
  }),
];

async function page(files: ConsoleFiles, request: RouteRequest): Promise<Answer | undefined> {
  const file = await files.page();
  const headers = { ...guarded, 'content-security-policy': policy, 'cache-control': 'no-cache' };
  return file && answerFile(file, request, headers);
}

/** The page of the console, or one that says that it is being built, or that it is not there. */
const consolePage = async (files: ConsoleFiles, request: RouteRequest): Promise<Answer> =>
  (await page(files, request)) ?? ((await files.canBeBuilt()) ? building : absent);

const building: Answer = answerPage({
  title: 'The console is being built',
  status: 503,
  headers: { 'retry-after': '2', refresh: '2' },
  content: html`<p>The service runs already. This page shows the console as soon as it is there.</p>`,
});

const absent: Answer = answerPage({
  title: 'There is no console here',
  status: 404,
  content: html`<p>This installation was made without it. <a href="/docs">The reference of the API</a></p>`,
});

async function asset(files: ConsoleFiles, name: string, request: RouteRequest): Promise<Answer> {
  const file = await files.asset(name);
  if (!file) throw errors.not_found();
  return answerFile(file, request, { ...guarded, 'cache-control': 'public, max-age=31536000, immutable' });
}

/** Answers a file in the best encoding that it was made in and that the caller takes. */
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

/** RFC 9110, section 12.5.3: a weight of zero refuses. */
const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name, weight = ''] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !/^q=0(\.0*)?$/.test(weight);
  });
