import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { documentationRoutes } from './documentation.ts';
import { errors } from './errors.ts';
import { createOpenApi } from './openapi.ts';
import type { WebhookDescription } from './openapi-webhooks.ts';
import { type Answer, RawJson, type Route, type RouteRequest, route } from './route.ts';
import type { Telemetry } from './telemetry.ts';

export type SystemRouteDeps = {
  telemetry: Telemetry;
  /** True when the database answers and its migrations are done. */
  ready: () => Promise<boolean>;
  metricsToken: string | undefined;
};

const status = z.object({ status: z.enum(['ok', 'unavailable']) });

/**
 * Probes, metrics, the OpenAPI document of the given routes and its reference.
 * @param webhooks the events that the document describes beside the routes
 */
export function systemRoutes(
  deps: SystemRouteDeps,
  routes: readonly Route[],
  webhooks: readonly WebhookDescription[],
): Route[] {
  const common = { method: 'GET', group: 'System', access: 'public' } as const;
  const probes = [
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
      summary: 'Whether the process can serve: the database answers and its migrations are done',
      response: status,
      responseDescription: 'It can serve',
      run: {
        kind: 'plain',
        handle: async () =>
          (await deps.ready())
            ? { body: { status: 'ok' } }
            : { status: 503, body: { status: 'unavailable' } },
      },
    }),
    route({
      ...common,
      path: '/metrics',
      operationId: 'metrics',
      summary: 'Metrics in the Prometheus text format; from this machine, or with the metrics token',
      response: z.string(),
      responseDescription: 'The metrics',
      hidden: true,
      run: { kind: 'plain', handle: (request) => metrics(deps, request as RouteRequest) },
    }),
  ];
  const document = JSON.stringify(createOpenApi([...routes, ...probes], webhooks));
  const openapi = route({
    ...common,
    path: '/openapi.json',
    operationId: 'openapi',
    summary: 'The OpenAPI document of the running program',
    response: z.record(z.string(), z.unknown()),
    responseDescription: 'The document',
    hidden: true,
    run: { kind: 'plain', handle: () => ({ body: new RawJson(document) }) },
  });
  return [...probes, openapi, ...documentationRoutes()];
}

async function metrics(deps: SystemRouteDeps, request: RouteRequest): Promise<Answer> {
  if (!mayReadMetrics(deps.metricsToken, request))
    throw errors.unauthenticated('The metrics token is needed.');
  return {
    headers: { 'content-type': deps.telemetry.registry.contentType },
    body: await deps.telemetry.registry.metrics(),
  };
}

function mayReadMetrics(token: string | undefined, request: RouteRequest): boolean {
  const given = /^bearer (.+)$/i.exec(String(request.headers.authorization ?? ''))?.[1];
  // A proxy on this machine connects from it, too: what it forwards comes from elsewhere.
  if (token === undefined || given === undefined)
    return request.fromLoopback && request.headers['x-forwarded-for'] === undefined;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
