import { finished, Readable } from 'node:stream';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import type { Principal } from '../access/access.ts';
import { type AppError, errors, toProblem } from '../errors.ts';
import type { Telemetry } from '../observability/telemetry.ts';
import { inTrace, type SpanStart, type Trace, traceOf } from '../observability/trace.ts';
import {
  createMethodsAt,
  isDeclared,
  operationNotFound,
  refuseUnread,
  toAppError,
  type UndeclaredError,
} from './error-answers.ts';
import { createCoalescing, type ExecuteDeps, executeInOrganization } from './execute.ts';
import { type ResponseMemory, responseBytes } from './held-answers.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { ignoredHeader, readBackOf, type UnknownNames } from './ignored.ts';
import { defaultLinger, isClosing, type LingerBounds, lingerAfter } from './lingering.ts';
import { type Form, takeForms, type Uploads } from './multipart.ts';
import { namesSomething } from './path-parameters.ts';
import { answerRead, conditionOf, createRecords, type Records } from './record-tags.ts';
import { type HttpRequest, readRequest } from './request.ts';
import {
  type Answer,
  type BodyFormat,
  organizationOf,
  type Route,
  type RouteRequest,
  type Run,
  TextParts,
} from './route.ts';
import { sendAnswer, takeCompression } from './send.ts';
import type { Spools } from './spools.ts';

export type ServerDeps = ExecuteDeps & {
  routes: readonly Route[];
  /** @throws 401 */
  authenticate: (authorization: string | undefined) => Promise<Principal> | Principal;
  log: Logger;
  /** Whether each response is logged at level info. Responses are always logged at level debug. */
  accessLog: boolean;
  telemetry: Telemetry;
  baseUrl: () => string;
  /** The number of trusted proxies in front of the service. */
  proxies: number;
  bodyLimit: number;
  /** The maximum time in which a request's headers and body must arrive. */
  requestTimeoutMs: number;
  /** Reads uploaded files into memory. */
  uploads: Uploads;
  /** Writes large uploaded files to the disk. */
  spools: Spools;
  answers: ResponseMemory;
  /** The maximum time without progress while a caller reads a response, in milliseconds. */
  answerIdleMs: number;
  /** The limits for discarding the body of a rejected request; 10 s and 64 MB by default. */
  lingering?: LingerBounds | undefined;
  /** Returns true during a shutdown, when connections are closed after each response. */
  draining: () => boolean;
  /** Called after every committed change. */
  onChange: () => void;
  /** Receives the undeclared errors of operations, for tests. The caller still gets a response. */
  onUndeclared?: ((error: UndeclaredError) => void) | undefined;
};

/**
 * Replaces Fastify's schema compilers. Routes validate bodies themselves, and the start is faster without the
 * compilers.
 */
const noSchemas = () => {
  throw new Error('routes do not use the schemas of Fastify');
};

/**
 * Creates the HTTP server, which adds authentication, validation, scope and transaction to the handler of each route.
 */
export function createServer(deps: ServerDeps): FastifyInstance {
  const lingering = deps.lingering ?? defaultLinger;
  const app = Fastify({
    logger: false,
    trustProxy: deps.proxies > 0 && ((_address: string, hop: number) => hop < deps.proxies),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: deps.bodyLimit,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']) ?? deps.newId('req'),
    // Clients shorten `contact/..` to the parent path with a trailing slash, which must not match a different
    // operation.
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    frameworkErrors: (error, request, reply) => {
      begin(request, reply as FastifyReply, lingering);
      return sendError(deps, toAppError(error, request.method), request, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) => refuseUnread({ ...deps, lingering }, error, socket),
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections during a shutdown are still processed.
    return503OnClosing: false,
    requestTimeout: deps.requestTimeoutMs,
    http: {
      headersTimeout: deps.requestTimeoutMs,
      // Node checks timeouts only at this interval. The default of 30 s would extend the timeout by half.
      connectionsCheckingInterval: Math.ceil(deps.requestTimeoutMs / 12),
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) =>
    sendError(deps, toAppError(error, request.method), request, reply),
  );
  const methodsAt = createMethodsAt(deps.routes);
  app.setNotFoundHandler((request, reply) =>
    sendError(deps, operationNotFound(methodsAt(request.url), request.method), request, reply),
  );
  addHooks(app, deps, lingering);
  const shared = {
    coalesce: createCoalescing(),
    readBack: readBackOf(deps.routes),
    records: createRecords(deps.routes),
  };
  const takesForm = ({ bodyFormat }: Route) => bodyFormat?.type === 'form';
  takeCompression(app);
  // Routes support compression only if they are registered after the compression plugin.
  app.register(async (plain) => {
    for (const route of deps.routes) if (!takesForm(route)) register(plain, { ...deps, ...shared }, route);
  });
  app.register(async (forms) => {
    await takeForms(forms);
    for (const route of deps.routes) if (takesForm(route)) register(forms, { ...deps, ...shared }, route);
  });
  return app;
}

/**
 * Adds the hooks of every request. The hooks are synchronous, with `done`, because `async` hooks would create a promise
 * per request.
 */
function addHooks(app: FastifyInstance, deps: ServerDeps, lingering: LingerBounds): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The last response closes the connection, so later requests on this connection are ignored.
    if (isClosing(request.raw.socket)) return;
    begin(request, reply, lingering);
    // The trace and the measured time start here.
    traceFor(request);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // An open keep-alive connection would delay the shutdown until the grace period ends.
    if (deps.draining() || !app.server.listening) reply.header('connection', 'close');
    done();
  });
  // Log lines of responses contain no secrets, so they bypass the redaction, which would search every line.
  const answers = deps.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(deps, answers, request, reply);
    done();
  });
}

/** Prepares every response, including responses of failed requests. Routes may set another Cache-Control. */
function begin(request: FastifyRequest, reply: FastifyReply, lingering: LingerBounds): void {
  lingerAfter({ request: request.raw, response: reply.raw }, lingering);
  reply.header('x-correlation-id', request.id);
  reply.header('cache-control', 'no-store');
}

/** Paths that monitoring systems request every few seconds. */
const watched = ['/livez', '/readyz', '/metrics'];

/** Counts a response, ends its trace span and logs it. */
function noteAnswer(deps: ServerDeps, answers: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  deps.telemetry.request(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
  const trace = traceFor(request);
  trace.end?.({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500);
  const level = deps.accessLog && !watched.includes(route) ? 'info' : 'debug';
  answers[level](
    {
      requestId: request.id,
      traceId: trace.traceId,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'answered',
  );
}

const traces = new WeakMap<FastifyRequest | HttpRequest, Trace>();
function traceFor(request: FastifyRequest | HttpRequest): Trace {
  const known = traces.get(request) ?? traceOf(request.headers.traceparent, startOf(request));
  traces.set(request, known);
  return known;
}

/**
 * The pattern of an organization's id. Any other text at this position of a path comes from the caller and is not
 * logged.
 */
const organizationId = /^org_[0-9a-z]{26}$/;
const organizationIn = (params: unknown): string | undefined =>
  typeof params === 'object' &&
  params !== null &&
  'orgId' in params &&
  typeof params.orgId === 'string' &&
  organizationId.test(params.orgId)
    ? params.orgId
    : undefined;

function startOf({
  method,
  routeOptions,
  params,
}: FastifyRequest | HttpRequest): (() => SpanStart) | undefined {
  const route = routeOptions.url;
  if (route !== undefined && watched.includes(route)) return undefined;
  return () => {
    return {
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      facts: {
        'http.request.method': method,
        'http.route': route,
        'tradepost.organization': organizationIn(params),
      },
    };
  };
}

type RouteDeps = ServerDeps & {
  coalesce: ReturnType<typeof createCoalescing>;
  readBack: ReturnType<typeof readBackOf>;
  records: Records;
};

const requestIdOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(header) ? header : undefined;

const noFormat: Pick<BodyFormat, 'longest' | 'requireSender'> = {};

function register(app: FastifyInstance, deps: RouteDeps, route: Route): void {
  const { longest, requireSender } = route.bodyFormat ?? noFormat;
  app.route<{ Params: HttpRequest['params'] }>({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(longest === undefined ? {} : { bodyLimit: Math.max(longest, deps.bodyLimit) }),
    ...(requireSender ? { onRequest: judging(requireSender) } : {}),
    handler: async (request, reply) => {
      const answer = await inTrace(traceFor(request), () =>
        perform(deps, route, request, {
          onIgnored: (names) => {
            reply.header('x-ignored-fields', ignoredHeader(names));
          },
          onEnd: (listener) => finished(reply.raw, listener),
        }),
      ).catch((error: unknown) => {
        noteUndeclared(deps, route, request, error);
        throw error;
      });
      if (route.method !== 'GET') deps.onChange();
      if (route.csv) reply.header('vary', 'accept');
      reserveMemory(deps, request, reply, answer);
      const { body } = answer;
      return sendAnswer(reply, body instanceof TextParts ? streamed(answer, body, request.method) : answer);
    },
  });
}

/** Creates the hook that rejects a request before its body is read. */
const judging =
  (requireSender: NonNullable<BodyFormat['requireSender']>): onRequestHookHandler =>
  (request, _reply, done) => {
    requireSender(request.headers);
    done();
  };

function noteUndeclared(deps: RouteDeps, route: Route, { id }: HttpRequest, error: unknown): void {
  if (isDeclared(route, error)) return;
  const { code } = (error as AppError).definition;
  deps.onUndeclared?.({ operationId: route.operationId, code, requestId: id });
}

/** Reserves the memory of a long response until it is sent. A connection whose caller stops reading is closed. */
function reserveMemory(deps: RouteDeps, request: HttpRequest, reply: FastifyReply, answer: Answer): void {
  const bytes = responseBytes(answer);
  if (bytes === 0) return;
  const release = deps.answers.reserve(request.params.orgId, bytes);
  // The timeout is suspended while the next portion is being read, because no data is pending.
  reply.raw.setTimeout(deps.answerIdleMs, () => {
    if (reply.raw.writableLength > 0) reply.raw.destroy();
  });
  finished(reply.raw, release);
}

/**
 * Creates the stream of a long response. Each portion is read after the previous portion has been sent, so that at most
 * one portion waits. HEAD reads no portions.
 */
function streamed({ headers, ...answer }: Answer, { first, next }: TextParts, method: string): Answer {
  const parts = async function* () {
    if (method === 'HEAD') return;
    for (let part: string | undefined = first; part !== undefined; part = await next()) yield part;
  };
  const body = Readable.from(parts(), { objectMode: false, highWaterMark: 1 });
  return { ...answer, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body };
}

async function perform(
  deps: RouteDeps,
  route: Route,
  request: HttpRequest,
  { onIgnored, onEnd }: { onIgnored: (names: UnknownNames) => void; onEnd: (listener: () => void) => void },
): Promise<Answer> {
  const run = route.run as Run<unknown, unknown>;
  const principal =
    route.access === 'public' ? undefined : await deps.authenticate(request.headers.authorization);
  const reading = { readBack: deps.readBack(route), onIgnored };
  for (const [name, value] of Object.entries(request.params))
    if (name !== '*' && !namesSomething(name, value)) throw errors.not_found();
  if (run.kind !== 'plain') {
    const caller = principal as Principal;
    // The permission is checked first, so that callers without the permission get only the permission error, without
    // details about their body.
    await deps.memory.require(
      caller,
      organizationOf(request),
      route.access as Parameters<typeof deps.memory.require>[2],
    );
    const form = await formOf(deps, route, request);
    if (form) onEnd(form.close);
    const execution = {
      route,
      principal: caller,
      request: readRequest(route, request, { ...reading, form }),
    };
    const answer = await deps.coalesce(execution, () => executeInOrganization(deps, execution));
    return deps.records.isRead(route) ? answerRead(answer, request.headers) : answer;
  }
  const read: RouteRequest = readRequest(route, request, reading);
  if (!principal) return run.handle(read, undefined);
  conditionOf(deps.records, route, request.headers);
  // Responses are stored only within an organization, but an invalid idempotency key is rejected everywhere.
  if (route.method !== 'GET') idempotencyKeyOf(request.headers['idempotency-key']);
  return run.handle(read, { principal, database: deps.database, now: deps.clock.now() });
}

function formOf(deps: RouteDeps, { bodyFormat }: Route, request: HttpRequest): Promise<Form> | undefined {
  if (bodyFormat?.type !== 'form') return undefined;
  return (bodyFormat.onDisk ? deps.spools : deps.uploads).take(request, organizationOf(request));
}

function sendError(
  deps: ServerDeps,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status } = error.definition;
  const line = { requestId: request.id, traceId: traceFor(request).traceId };
  // A 503 at a limit is expected, so it is logged in one short line.
  if (status === 503 && error.cause === undefined) deps.log.warn(line, error.definition.code);
  else if (status >= 500) deps.log.error({ ...line, err: error.cause ?? error }, error.definition.code);
  const problem = toProblem(error, {
    instance: request.url.split('?')[0] as string,
    requestId: request.id,
    baseUrl: deps.baseUrl(),
  });
  const wanted = String(request.headers.accept ?? '').includes('application/problem+json');
  if (status === 503 && !error.headers['retry-after']) reply.header('retry-after', '1');
  if (status === 401 && !error.headers['www-authenticate'])
    reply.header('www-authenticate', 'Bearer realm="tradepost"');
  return reply
    .code(status)
    .headers(error.headers)
    .header('content-type', wanted ? 'application/problem+json' : 'application/json; charset=utf-8')
    .send(JSON.stringify(problem));
}
