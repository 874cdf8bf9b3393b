import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { errorCatalogue, errors } from './errors.ts';
import { type Answer, type Route, route } from './route.ts';

const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tradepost API</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css"><link rel="icon" href="/docs/assets/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;

/** Nothing is asked of other hosts: the reference works offline. */
const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });\n`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

const html = (body: string): Answer => ({
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  body,
});

/** The interactive reference, and a page for each error code. */
export function documentationRoutes(): Route[] {
  const common = {
    method: 'GET',
    group: 'System',
    access: 'public',
    hidden: true,
    response: z.string(),
    responseDescription: 'A page',
  } as const;
  return [
    route({
      ...common,
      path: '/docs',
      operationId: 'docs',
      summary: 'The interactive reference',
      run: { kind: 'plain', handle: () => html(page) },
    }),
    route({
      ...common,
      path: '/docs/assets/{file}',
      operationId: 'docsAsset',
      summary: 'A file of the interactive reference',
      run: { kind: 'plain', handle: (request) => asset(request.params.file as string) },
    }),
    route({
      ...common,
      path: '/docs/errors/{code}',
      operationId: 'docsError',
      summary: 'What an error code means',
      run: { kind: 'plain', handle: (request) => errorPage(request.params.code as string) },
    }),
  ];
}

async function asset(file: string): Promise<Answer> {
  const headers = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' };
  if (file === 'start.js')
    return { headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8' }, body: start };
  const type = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!type) throw errors.not_found();
  return { headers: { ...headers, 'content-type': type }, body: await readFile(path.join(assets, file)) };
}

function errorPage(code: string): Answer {
  const definition = errorCatalogue().find((other) => other.code === code);
  if (!definition) throw errors.not_found();
  return html(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${code}</title></head>
<body><h1>${code}</h1><p>Status ${definition.status}. ${definition.title}.</p><p><a href="/docs">Reference</a></p></body></html>
`);
}
