import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { errors } from '../errors.ts';
import { type Answer, type Route, type RouteRequest, route, type WithParameters } from '../http/route.ts';
import { answerDocument, type SharedDocument, sharedDocument } from '../http/shared-documents.ts';

const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Tradepost</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css"><link rel="icon" href="/favicon.ico">
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;

/**
 * Browser code that searches operations by words of their group, method, path, operationId and summary. Swagger UI's
 * own search covers only groups and paths.
 */
const search = `const textOf = (group, operation) => [
  group, operation.get('method'), operation.get('path'),
  operation.getIn(['operation', 'operationId']), operation.getIn(['operation', 'summary']),
].join(' ').toLowerCase();
const search = () => ({ fn: { opsFilter: (groups, phrase) => {
  const words = phrase.toLowerCase().split(/\\s+/);
  return groups
    .map((group, name) => group.update('operations', (all) =>
      all.filter((operation) => words.every((word) => textOf(name, operation).includes(word)))))
    .filter((group) => group.get('operations').size > 0);
} } });
const label = 'Search operations: method, path, operationId, words of the summary';
const nameSearch = () => {
  const input = document.querySelector('.operation-filter-input');
  input.placeholder = label;
  input.setAttribute('aria-label', label);
};
`;

/**
 * The script that starts Swagger UI. All assets come from this host, so the reference works offline. Requests contain
 * only the credentials that the reader entered: the token, or the client id and secret. Cookies are omitted, so that a
 * wrong secret does not open the browser's password dialog.
 */
const start = `${search}SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null, persistAuthorization: false,
  filter: true, plugins: [search], onComplete: nameSearch,
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
});
`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

const page = sharedDocument(body, {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'same-origin',
});
const script = sharedDocument(start, { 'content-type': 'text/javascript; charset=utf-8' });

/** Returns the interactive reference. */
export function referenceRoutes(): Route[] {
  const common = {
    method: 'GET',
    group: 'System',
    access: 'public',
    hidden: true,
    response: z.string(),
    responseDescription: 'A page',
  } as const;
  const kept = new Map<string, Promise<SharedDocument>>();
  return [
    route({
      ...common,
      path: '/docs',
      operationId: 'docs',
      summary: 'The interactive reference',
      run: { kind: 'plain', handle: (request) => answerDocument(request, page) },
    }),
    route({
      ...common,
      path: '/docs/assets/{file}',
      operationId: 'docsAsset',
      summary: 'A file of the interactive reference',
      run: { kind: 'plain', handle: (request) => asset(kept, request) },
    }),
  ];
}

type AssetRequest = Pick<RouteRequest, 'headers'> & WithParameters<'file'>;

async function asset(kept: Map<string, Promise<SharedDocument>>, request: AssetRequest): Promise<Answer> {
  const { file } = request.params;
  if (file === 'start.js') return answerDocument(request, script);
  if (!Object.hasOwn(files, file)) throw errors.not_found();
  let read = kept.get(file);
  if (!read) {
    read = readAsset(file);
    kept.set(file, read);
    read.catch(() => kept.delete(file));
  }
  return answerDocument(request, await read);
}

const readAsset = async (file: string): Promise<SharedDocument> =>
  sharedDocument(await readFile(path.join(assets, file)), { 'content-type': files[file] as string }, 3600);
