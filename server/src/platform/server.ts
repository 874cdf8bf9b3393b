import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError, errors, toProblem } from './errors.ts';
import { createCoalescing, type ExecuteDeps, executeInOrganization } from './execute.ts';
import { bodyText, idempotencyKeyOf } from './idempotency.ts';
import { isIdentifier } from './ids.ts';
import { readForm, takeForms } from './multipart.ts';
import { readRequest } from './request.ts';
import type { Answer, Principal, Route, RouteRequest, Run } from './route.ts';
import { DatabaseOutcomeUnknown, isUnavailable, sqlState } from './statement.ts';
import type { Telemetry } from './telemetry.ts';

export type ServerDeps = ExecuteDeps & {
  routes: readonly Route[];
  /** @throws 401 */
  authenticate: (authorization: string | undefined) => Promise<Principal> | Principal;
  log: Logger;
  telemetry: Telemetry;
  baseUrl: () => string;
  trustProxy: boolean;
  bodyLimit: number;
  /** The largest file in a form, in bytes. */
  fileLimit: number;
  /** Called after every change that was committed. */
  onChange: () => void;
};

/** The HTTP side of the program: auth, validation, scope and transaction around each route's handler. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: deps.trustProxy,
    bodyLimit: deps.bodyLimit,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']) ?? deps.newId('req'),
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) =>
      sendError(deps, toAppError(error, request.method), request, reply as FastifyReply),
    forceCloseConnections: 'idle',
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) =>
    sendError(deps, toAppError(error, request.method), request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    sendError(deps, errors.not_found('There is no operation at this path.'), request, reply),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-correlation-id', request.id);
  });
  app.addHook('onSend', async (_request, reply) => {
    // A connection that stays open would hold back the end of the program until the grace is over.
    if (!app.server.listening) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    deps.telemetry.request(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    deps.log.debug(
      { requestId: request.id, method: request.method, route, status: reply.statusCode },
      'answered',
    );
  });
  const coalesce = createCoalescing();
  const takesForm = ({ bodyFormat }: Route) => bodyFormat === 'form';
  for (const route of deps.routes) if (!takesForm(route)) register(app, { ...deps, coalesce }, route);
  app.register(async (forms) => {
    await takeForms(forms);
    for (const route of deps.routes) if (takesForm(route)) register(forms, { ...deps, coalesce }, route);
  });
  return app;
}

type RouteDeps = ServerDeps & { coalesce: ReturnType<typeof createCoalescing> };

const requestIdOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(header) ? header : undefined;

function register(app: FastifyInstance, deps: RouteDeps, route: Route): void {
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const answer = await perform(deps, route, request);
      if (route.method !== 'GET') deps.onChange();
      reply.code(answer.status ?? 200);
      if (answer.headers) reply.headers(answer.headers);
      if (answer.body instanceof Uint8Array || answer.body instanceof Readable)
        return reply.send(answer.body);
      if (!answer.headers?.['content-type']) reply.header('content-type', 'application/json; charset=utf-8');
      else if (typeof answer.body === 'string') return reply.send(answer.body);
      return reply.send(bodyText(answer.body));
    },
  });
}

async function perform(deps: RouteDeps, route: Route, request: FastifyRequest): Promise<Answer> {
  const run = route.run as Run<unknown, unknown>;
  const principal =
    route.access === 'public' ? undefined : await deps.authenticate(request.headers.authorization);
  const params = request.params as Record<string, string>;
  for (const value of Object.values(params)) if (!isIdentifier(value)) throw errors.not_found();
  if (run.kind !== 'plain' && run.kind !== 'principal') {
    const caller = principal as Principal;
    // Who may not call at all learns nothing of what is wrong with the body.
    await deps.memory.require(
      caller,
      params.orgId as string,
      route.access as Parameters<typeof deps.memory.require>[2],
    );
    const form = route.bodyFormat === 'form' ? await readForm(request, deps.fileLimit) : undefined;
    const execution = { route, principal: caller, request: readRequest(route, request, form) };
    return deps.coalesce(execution, () => executeInOrganization(deps, execution));
  }
  const read: RouteRequest = readRequest(route, request);
  if (run.kind === 'plain') return run.handle(read);
  // Outside of an organization no answer is kept; a key that is none is refused all the same.
  if (route.method !== 'GET') idempotencyKeyOf(request.headers['idempotency-key']);
  return run.handle(
    { principal: principal as Principal, database: deps.database, now: deps.clock.now() },
    read,
  );
}

const frameworkCodes: Record<string, (detail?: string) => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: errors.payload_too_large,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errors.unsupported_media_type,
  FST_ERR_BAD_URL: () => errors.not_found('The path is not well formed.'),
};

function toAppError(error: unknown, method: string): AppError {
  if (error instanceof AppError) return error;
  // A read has no outcome that could be unknown.
  if (error instanceof DatabaseOutcomeUnknown)
    return (method === 'GET' ? errors.unavailable : errors.outcome_unknown)(undefined, { cause: error });
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = frameworkCodes[code ?? ''];
  if (known) return known();
  if (code?.startsWith('FST_') && statusCode && statusCode < 500)
    return errors.invalid_request((error as Error).message);
  if (isUnavailable(error) || sqlState(error) === '57014')
    return errors.unavailable(undefined, { cause: error, headers: { 'retry-after': '1' } });
  return errors.internal(undefined, { cause: error });
}

function sendError(
  deps: ServerDeps,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status } = error.definition;
  if (status >= 500)
    deps.log.error({ err: error.cause ?? error, requestId: request.id }, error.definition.code);
  const problem = toProblem(error, {
    instance: request.url.split('?')[0] as string,
    requestId: request.id,
    baseUrl: deps.baseUrl(),
  });
  const wanted = String(request.headers.accept ?? '').includes('application/problem+json');
  if (status === 503 && !error.headers['retry-after']) reply.header('retry-after', '1');
  return reply
    .code(status)
    .headers(error.headers)
    .header('content-type', wanted ? 'application/problem+json' : 'application/json; charset=utf-8')
    .send(JSON.stringify(problem));
}
