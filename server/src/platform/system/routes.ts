import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type DocumentationSource, documentationRoutes } from '../documentation/index.ts';
import { errors } from '../errors.ts';
import { lazyValue } from '../first-use.ts';
import { type Answer, type Route, type RouteRequest, route } from '../http/route.ts';
import { answerDocument, sharedDocument } from '../http/shared-documents.ts';
import type { Telemetry } from '../observability/telemetry.ts';
import type { ApiDescription } from '../openapi/api-description.ts';
import { service } from '../version.ts';

export type SystemRouteDeps = {
  telemetry: Telemetry;
  /** Whether the database responds and its migrations are applied. */
  ready: () => Promise<boolean>;
  metricsToken: string | undefined;
};

const status = z.object({
  status: z.enum(['ok', 'unavailable']),
  code: z.string().optional().meta({ description: 'Error code if unavailable: `unavailable`' }),
  requestId: z.string().optional().meta({ description: 'Id of the request, if unavailable' }),
});
const common = { method: 'GET', group: 'System', access: 'public' } as const;

/** Creates the routes for monitoring: probes and metrics. */
export function probeRoutes(deps: SystemRouteDeps): Route[] {
  return [
    route({
      ...common,
      path: '/livez',
      operationId: 'livez',
      summary: 'Check that the process is running',
      response: status,
      responseDescription: 'The process is running',
      run: { kind: 'plain', handle: () => ({ body: { status: 'ok' } }) },
    }),
    route({
      ...common,
      path: '/readyz',
      operationId: 'readyz',
      summary:
        'Check that the process can serve requests: the database responds, its migrations are applied, and the process is not shutting down',
      response: status,
      responseDescription: 'The process can serve requests',
      run: {
        kind: 'plain',
        handle: async ({ requestId }) =>
          (await deps.ready())
            ? { body: { status: 'ok' } }
            : {
                status: 503,
                headers: { 'retry-after': '1' },
                body: { status: 'unavailable', code: errors.unavailable.definition.code, requestId },
              },
      },
    }),
    route({
      ...common,
      path: '/metrics',
      operationId: 'metrics',
      summary:
        'Get metrics in the Prometheus text format; requires the metrics token, or a local connection if no token is set',
      response: z.string(),
      responseDescription: 'The metrics',
      hidden: true,
      run: { kind: 'plain', handle: (request) => metrics(deps, request) },
    }),
  ];
}

const versionRoute = route({
  ...common,
  path: '/version',
  operationId: 'version',
  summary: 'Get the name and version of the program',
  response: z.object({
    name: z.string(),
    version: z.string().meta({ description: 'Version according to Semantic Versioning.' }),
  }),
  responseDescription: 'Name and version',
  run: { kind: 'plain', handle: () => ({ body: service }) },
});

/** Creates the OpenAPI document. */
export type WriteOpenApi = (routes: readonly Route[], description: ApiDescription) => Promise<string>;

const writeOpenApi: WriteOpenApi = async (routes, description) => {
  const { createOpenApi } = await import('../openapi/document.ts');
  return JSON.stringify(createOpenApi(routes, description));
};

/**
 * Creates the routes of probes, metrics, the OpenAPI document of the given routes, and the documentation pages.
 * @param description the texts of the document and the pages, except texts of the routes
 * @param write creates the document; tests replace this function
 */
export function systemRoutes(
  deps: SystemRouteDeps,
  routes: readonly Route[],
  description: ApiDescription & Pick<DocumentationSource, 'guides' | 'home'>,
  write: WriteOpenApi = writeOpenApi,
): Route[] {
  const probes = [...probeRoutes(deps), versionRoute];
  // The document is created at first use, because its creation takes a quarter of the start-up time.
  const document = lazyValue(async () =>
    sharedDocument(await write([...routes, ...probes], description), {
      'content-type': 'application/json; charset=utf-8',
    }),
  );
  const openapi = route({
    ...common,
    path: '/openapi.json',
    operationId: 'openapi',
    summary: 'Get the OpenAPI document of the running program',
    response: z.record(z.string(), z.unknown()),
    responseDescription: 'The OpenAPI document',
    hidden: true,
    run: { kind: 'plain', handle: async (request) => answerDocument(request, await document.get()) },
  });
  return [...probes, openapi, ...documentationRoutes(description)];
}

async function metrics(deps: SystemRouteDeps, request: RouteRequest): Promise<Answer> {
  if (!mayReadMetrics(deps.metricsToken, request))
    throw errors.unauthenticated('The metrics token is required.');
  return {
    headers: { 'content-type': deps.telemetry.registry.contentType },
    body: await deps.telemetry.registry.metrics(),
  };
}

/** The headers that proxies add to forwarded requests. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

function mayReadMetrics(token: string | undefined, request: RouteRequest): boolean {
  const given = /^bearer (.+)$/i.exec(String(request.headers.authorization ?? ''))?.[1];
  // A configured token is always required, because a proxy on this machine also connects from loopback and may omit
  // these headers.
  if (token === undefined) return request.fromLoopback && !forwarding.some((name) => request.headers[name]);
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
