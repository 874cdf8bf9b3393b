import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Documented, documentationRoutes } from '../documentation/index.ts';
import { errors } from '../errors.ts';
import { atFirstUse } from '../first-use.ts';
import { type Answer, type Route, type RouteRequest, route } from '../http/route.ts';
import { answerDocument, sharedDocument } from '../http/shared-documents.ts';
import type { Telemetry } from '../observability/telemetry.ts';
import type { ApiDescription } from '../openapi/api-description.ts';
import { service } from '../version.ts';

export type SystemRouteDeps = {
  telemetry: Telemetry;
  /** True when the database answers and its migrations are done. */
  ready: () => Promise<boolean>;
  metricsToken: string | undefined;
};

const status = z.object({
  status: z.enum(['ok', 'unavailable']),
  code: z.string().optional().meta({ description: 'unavailable, when it is' }),
  requestId: z.string().optional().meta({ description: 'The request, when it is unavailable' }),
});
const common = { method: 'GET', group: 'System', access: 'public' } as const;

/** The routes that whatever watches a process asks for: probes and metrics. */
export function probeRoutes(deps: SystemRouteDeps): Route[] {
  return [
    route({
      ...common,
      path: '/livez',
      operationId: 'livez',
      summary: 'Whether the process runs',
      response: status,
      responseDescription: 'It runs',
      run: { kind: 'plain', handle: () => ({ body: { status: 'ok' } }) },
    }),
    route({
      ...common,
      path: '/readyz',
      operationId: 'readyz',
      summary:
        'Whether the process can serve: the database answers, its migrations are done, and the process is not about to end',
      response: status,
      responseDescription: 'It can serve',
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
        'Metrics in the Prometheus text format; with the metrics token, or from this machine while none is set',
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
  summary: 'Which program this is',
  response: z.object({
    name: z.string(),
    version: z.string().meta({ description: 'By Semantic Versioning.' }),
  }),
  responseDescription: 'The program',
  run: { kind: 'plain', handle: () => ({ body: service }) },
});

/** Writes the OpenAPI document of routes; what it takes to make it is loaded with it. */
export type WriteOpenApi = (routes: readonly Route[], description: ApiDescription) => Promise<string>;

const writeOpenApi: WriteOpenApi = async (routes, description) => {
  const { createOpenApi } = await import('../openapi/document.ts');
  return JSON.stringify(createOpenApi(routes, description));
};

/**
 * Probes, metrics, the OpenAPI document of the given routes and its reference.
 * @param description what the document and the pages say beside the routes
 * @param write replaces what writes the document, for tests
 */
export function systemRoutes(
  deps: SystemRouteDeps,
  routes: readonly Route[],
  description: ApiDescription & Pick<Documented, 'guides' | 'home'>,
  write: WriteOpenApi = writeOpenApi,
): Route[] {
  const probes = [...probeRoutes(deps), versionRoute];
  // To make it takes as long as a quarter of a start.
  const document = atFirstUse(async () =>
    sharedDocument(await write([...routes, ...probes], description), {
      'content-type': 'application/json; charset=utf-8',
    }),
  );
  const openapi = route({
    ...common,
    path: '/openapi.json',
    operationId: 'openapi',
    summary: 'The OpenAPI document of the running program',
    response: z.record(z.string(), z.unknown()),
    responseDescription: 'The document',
    hidden: true,
    run: { kind: 'plain', handle: async (request) => answerDocument(request, await document.get()) },
  });
  return [...probes, openapi, ...documentationRoutes(description)];
}

async function metrics(deps: SystemRouteDeps, request: RouteRequest): Promise<Answer> {
  if (!mayReadMetrics(deps.metricsToken, request))
    throw errors.unauthenticated('The metrics token is needed.');
  return {
    headers: { 'content-type': deps.telemetry.registry.contentType },
    body: await deps.telemetry.registry.metrics(),
  };
}

/** Headers by which proxies mark what they hand on from elsewhere. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

function mayReadMetrics(token: string | undefined, request: RouteRequest): boolean {
  const given = /^bearer (.+)$/i.exec(String(request.headers.authorization ?? ''))?.[1];
  // A proxy on this machine connects from it, too, and not every one says so: where a token is set, it is asked for.
  if (token === undefined) return request.fromLoopback && !forwarding.some((name) => request.headers[name]);
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
