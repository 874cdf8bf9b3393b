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
  noOperation,
  refuseUnread,
  toAppError,
  type Undeclared,
} from './error-answers.ts';
import { createCoalescing, type ExecuteDeps, executeInOrganization } from './execute.ts';
import { bytesHeld, type HeldAnswers } from './held-answers.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { type Ignored, ignoredHeader, readBackOf } from './ignored.ts';
import { defaultLinger, isClosing, type LingerBounds, lingerAfter } from './lingering.ts';
import { type Form, takeForms, type Uploads } from './multipart.ts';
import { namesSomething } from './path-parameters.ts';
import { answerRead, conditionOf, createRecords, type Records } from './record-tags.ts';
import { type HttpRequest, readRequest } from './request.ts';
import { type Answer, organizationOf, type Route, type RouteRequest, type Run, TextParts } from './route.ts';
import { sendAnswer, takeCompression } from './send.ts';
import type { Spools } from './spools.ts';

export type ServerDeps = ExecuteDeps & {
  routes: readonly Route[];
  /** @throws 401 */
  authenticate: (authorization: string | undefined) => Promise<Principal> | Principal;
  log: Logger;
  /** Whether each answer is a line of the log at info; at debug it always is. */
  accessLog: boolean;
  telemetry: Telemetry;
  baseUrl: () => string;
  /** How many proxies stand before the service. */
  proxies: number;
  bodyLimit: number;
  /** How long a request may take to arrive, headers and body. */
  requestTimeoutMs: number;
  /** What takes files into memory. */
  uploads: Uploads;
  /** What takes longer files. */
  spools: Spools;
  answers: HeldAnswers;
  /** For how long a caller may take nothing of an answer, in milliseconds. */
  answerIdleMs: number;
  /** Bounds of what is discarded of a body after its request was refused; absent: 10 s and 64 MB. */
  lingering?: LingerBounds | undefined;
  /** True once callers should go elsewhere: their connections are closed after each answer. */
  draining: () => boolean;
  /** Called after every change that was committed. */
  onChange: () => void;
  /** Receives errors that the document does not have, for tests: the caller is answered all the same. */
  onUndeclared?: ((error: Undeclared) => void) | undefined;
};

/** Bodies are checked by the records of routes: that Fastify's own compilers of schemas are not loaded is felt at a start. */
const noSchemas = () => {
  throw new Error('a route has a record and no schema of Fastify');
};

/** Creates the HTTP side of the program: auth, validation, scope and transaction around each route's handler. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const lingering = deps.lingering ?? defaultLinger;
  const app = Fastify({
    logger: false,
    trustProxy: deps.proxies > 0 && ((_address: string, hop: number) => hop < deps.proxies),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: deps.bodyLimit,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']) ?? deps.newId('req'),
    // A client shortens `contact/..` to what is before it and a slash: that must not be another operation.
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    frameworkErrors: (error, request, reply) => {
      begin(request, reply as FastifyReply, lingering);
      return sendError(deps, toAppError(error, request.method), request, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) => refuseUnread({ ...deps, lingering }, error, socket),
    forceCloseConnections: 'idle',
    // A request that a connection brings while the program ends is answered as any other.
    return503OnClosing: false,
    requestTimeout: deps.requestTimeoutMs,
    http: {
      headersTimeout: deps.requestTimeoutMs,
      // Node looks at its connections only so often; its own 30 s would be half as long again.
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
    sendError(deps, noOperation(methodsAt(request.url), request.method), request, reply),
  );
  addHooks(app, deps, lingering);
  const shared = {
    coalesce: createCoalescing(),
    readBack: readBackOf(deps.routes),
    records: createRecords(deps.routes),
  };
  const takesForm = ({ bodyFormat }: Route) => bodyFormat === 'form';
  takeCompression(app);
  // Routes know how to compress when they are declared after what compresses has been loaded.
  app.register(async (plain) => {
    for (const route of deps.routes) if (!takesForm(route)) register(plain, { ...deps, ...shared }, route);
  });
  app.register(async (forms) => {
    await takeForms(forms);
    for (const route of deps.routes) if (takesForm(route)) register(forms, { ...deps, ...shared }, route);
  });
  return app;
}

/** Adds what is done for every request. The hooks are synchronous, with `done`: `async` ones would make a promise per request. */
function addHooks(app: FastifyInstance, deps: ServerDeps, lingering: LingerBounds): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The client was told that no other request is answered on this connection.
    if (isClosing(request.raw.socket)) return;
    begin(request, reply, lingering);
    // From here on its time counts.
    traceFor(request);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A connection that stays open would hold back the end of the program until the grace is over.
    if (deps.draining() || !app.server.listening) reply.header('connection', 'close');
    done();
  });
  // Nothing in these lines can be a secret: hiding what may be would look for it in each.
  const answers = deps.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(deps, answers, request, reply);
    done();
  });
}

/** Sets up what holds for every answer, whatever becomes of the request. Routes may answer another Cache-Control. */
function begin(request: FastifyRequest, reply: FastifyReply, lingering: LingerBounds): void {
  lingerAfter({ request: request.raw, response: reply.raw }, lingering);
  reply.header('x-correlation-id', request.id);
  reply.header('cache-control', 'no-store');
}

/** The paths that monitoring asks for every few seconds. */
const watched = ['/livez', '/readyz', '/metrics'];

/** Counts what was answered, ends its span and logs it. */
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

/** The form of an organization's id: what else stands there is the caller's, and not logged. */
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

function register(app: FastifyInstance, deps: RouteDeps, route: Route): void {
  app.route<{ Params: HttpRequest['params'] }>({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1') + (route.below ? '/*' : ''),
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: Math.max(route.bodyLimit, deps.bodyLimit) }),
    ...(route.requireSender ? { onRequest: judging(route.requireSender) } : {}),
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

/** Refuses a request before its body is read. */
const judging =
  (requireSender: NonNullable<Route['requireSender']>): onRequestHookHandler =>
  (request, _reply, done) => {
    requireSender(request.headers);
    done();
  };

function noteUndeclared(deps: RouteDeps, route: Route, { id }: HttpRequest, error: unknown): void {
  if (isDeclared(route, error)) return;
  const { code } = (error as AppError).definition;
  deps.onUndeclared?.({ operationId: route.operationId, code, requestId: id });
}

/** Counts what a long answer takes until it was sent; one that nobody takes is ended. */
function reserveMemory(deps: RouteDeps, request: HttpRequest, reply: FastifyReply, answer: Answer): void {
  const bytes = bytesHeld(answer);
  if (bytes === 0) return;
  const release = deps.answers.reserve(request.params.orgId, bytes);
  // While the next part is read there is nothing that the caller could take.
  reply.raw.setTimeout(deps.answerIdleMs, () => {
    if (reply.raw.writableLength > 0) reply.raw.destroy();
  });
  finished(reply.raw, release);
}

/** A part is read when the one before was taken: no more than one waits here. Of a HEAD nobody takes any. */
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
  { onIgnored, onEnd }: { onIgnored: (names: Ignored) => void; onEnd: (listener: () => void) => void },
): Promise<Answer> {
  const run = route.run as Run<unknown, unknown>;
  const principal =
    route.access === 'public' ? undefined : await deps.authenticate(request.headers.authorization);
  const reading = { readBack: deps.readBack(route), onIgnored };
  for (const [name, value] of Object.entries(request.params))
    if (name !== '*' && !namesSomething(route, name, value)) throw errors.not_found();
  if (run.kind !== 'plain' && run.kind !== 'principal') {
    const caller = principal as Principal;
    // Who may not call at all learns nothing of what is wrong with the body.
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
  if (run.kind === 'plain') return run.handle(read);
  conditionOf(deps.records, route, request.headers);
  // Outside of an organization no answer is kept; a key that is none is refused all the same.
  if (route.method !== 'GET') idempotencyKeyOf(request.headers['idempotency-key']);
  return run.handle(
    { principal: principal as Principal, database: deps.database, now: deps.clock.now() },
    read,
  );
}

function formOf(
  deps: RouteDeps,
  { bodyFormat, spools }: Route,
  request: HttpRequest,
): Promise<Form> | undefined {
  if (bodyFormat !== 'form') return undefined;
  return (spools ? deps.spools : deps.uploads).take(request, organizationOf(request));
}

function sendError(
  deps: ServerDeps,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status } = error.definition;
  const line = { requestId: request.id, traceId: traceFor(request).traceId };
  // A refusal that a bound asks for is no fault of the program: one short line, however many there are.
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
