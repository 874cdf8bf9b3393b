import type { Model, Route } from '../facts/model.ts';
import type { Clock } from '../http/clock.ts';
import type { FaultPlan, Fault as InjectedFault } from '../http/faults.ts';
import type { CallLog } from '../http/log.ts';
import { inputOf, passing, type RawAnswer, type RawRequest } from '../http/server.ts';
import { noteViolation } from '../violations.ts';
import type { Answer, Call } from './calls.ts';
import { badRequest, forbidden, ServiceError } from './errors.ts';
import type { Apps, Caller, Resource } from './identity/apps.ts';
import { findLogin, type LoginRoute } from './identity/login.ts';
import type { Tokens } from './identity/tokens.ts';
import type { Ids } from './ids.ts';

/** An interface of the marketplace, with its own base address, tokens and form of errors. */
export type Interface = {
  base: string;
  model: Model;
  resource: Resource;
  run: Readonly<Record<string, (call: Call) => Answer>>;
  showError: (error: ServiceError) => object;
  /** Status for calls without a valid token. */
  unauthorizedStatus: () => number;
};

type Parts = {
  interfaces: readonly Interface[];
  login: (request: RawRequest, route: LoginRoute) => Promise<RawAnswer>;
  /** Answers the download of a report. */
  download: (path: string) => RawAnswer;
  tokens: Tokens;
  apps: Apps;
  clock: Clock;
  faults: FaultPlan;
  log: CallLog;
  ids: Ids;
};

/** Statuses that every interface may answer, although they are not published for each operation. */
const general = [400, 401, 403, 404, 405, 429, 500, 503];

/** Creates the handler that passes each call through the common steps: time, faults, token, model, operation, log. */
export function createService(parts: Parts) {
  const { clock, faults, log, interfaces, login } = parts;
  return async (request: RawRequest): Promise<RawAnswer | 'DROP'> => {
    clock.catchUp();
    const loginRoute = findLogin(request);
    const found = loginRoute ? undefined : findOperation(interfaces, request);
    const operation =
      loginRoute?.operation ??
      found?.route?.operation ??
      (request.path.startsWith('/reports/') ? 'download' : '');
    const entry = { operation, account: undefined as string | undefined, input: inputOf(request) };
    const note = (outcome: string) => log.add({ ...entry, atMs: clock.now(), outcome });
    const met = faults.take(operation);
    for (const fault of met) if (fault.kind === 'DELAY') await passing(fault.ms, request.signal);
    const last = met.find(({ kind }) => kind !== 'DELAY');
    const drop = (fault: InjectedFault & { kind: 'DROP' }) => {
      note('DROPPED');
      fault.onDrop?.();
      return 'DROP' as const;
    };
    if (last?.kind === 'DROP' && !last.afterCommit) return drop(last);
    const answer =
      last?.kind === 'ERROR'
        ? refusal(found?.known, faultError(last))
        : loginRoute
          ? await login(request, loginRoute)
          : perform(parts, found, request, (caller) => {
              entry.account = caller.clientId;
            });
    if (last?.kind === 'DROP') return drop(last);
    note(answer.status < 400 ? 'OK' : String(answer.status));
    return found ? { ...answer, headers: { ...answer.headers, ...tracing(request, parts.ids) } } : answer;
  };
}

type Found = { known: Interface; route: Route | undefined; isWrongMethod: boolean };

function findOperation(interfaces: readonly Interface[], { method, path }: RawRequest): Found | undefined {
  const candidates = interfaces
    .filter(({ base }) => path.startsWith(`${base}/`))
    .map((known) => ({ known, match: known.model.find(method, path.slice(known.base.length)) }));
  const { known, match } = candidates.find((one) => typeof one.match === 'object') ?? candidates[0] ?? {};
  if (!known) return undefined;
  const isWrongMethod = candidates.some((one) => one.match === 'METHOD');
  return { known, route: typeof match === 'object' ? match : undefined, isWrongMethod };
}

function perform(
  { tokens, apps, download }: Parts,
  found: Found | undefined,
  request: RawRequest,
  onCaller: (caller: Caller) => void,
): RawAnswer {
  if (!found) return request.method === 'GET' ? download(request.path) : { status: 404 };
  const { known, route, isWrongMethod } = found;
  try {
    const caller = tokens.callerOf(request.headers.authorization, known.resource);
    if (!caller) {
      const message = 'The authorization token is missing, invalid or expired, or is for another resource.';
      throw new ServiceError(known.unauthorizedStatus(), 'Unauthorized', message);
    }
    onCaller(caller);
    if (apps.find(caller.tenantId, caller.clientId)?.forbidden.has(known.resource))
      throw forbidden('The application lacks the role for this interface.');
    if (!route) throw unknownOperation(request, isWrongMethod);
    const call = readCall(known, route, request, caller);
    const answer = known.run[route.operation]?.(call);
    if (!answer) throw new Error(`${route.operation} is not simulated.`);
    checkAnswer(known, route.operation, answer);
    return rawAnswer(answer.status, answer.body, answer.headers);
  } catch (error) {
    if (!(error instanceof ServiceError)) return refusal(known, failed(error));
    const isPublished = !route || general.includes(error.status) || isAnswer(known, route.operation, error);
    return refusal(
      known,
      isPublished ? error : failed(`${route.operation} ${error.status} is not published`),
    );
  }
}

function unknownOperation({ method, path }: RawRequest, isWrongMethod: boolean): ServiceError {
  noteViolation('mkB', `${method} ${path}`, 'There is no such operation.');
  return new ServiceError(isWrongMethod ? 405 : 404, 'NotFound', 'There is no such operation.');
}

/** Reads a call, and refuses and records what the published model forbids. */
function readCall(known: Interface, route: Route, request: RawRequest, caller: Caller): Call {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name.startsWith('x-ms-')),
  ) as Record<string, string>;
  const query = Object.fromEntries(new URLSearchParams(request.query));
  const parts = { parameters: route.parameters, query, headers, body: inputOf(request) };
  const isJson = /^application\/json/.test(request.headers['content-type'] ?? '');
  const [fault] =
    request.body.length > 0 && !isJson
      ? [{ field: 'content-type', message: 'Must be application/json' }]
      : known.model.requestFaults(route.operation, parts);
  if (fault) {
    const words = `${fault.field}: ${fault.message}`;
    noteViolation('mkB', route.operation, words);
    throw badRequest(words, { field: fault.field });
  }
  const path = request.path.slice(known.base.length);
  return { caller, ...parts, path, base: `http://${request.headers.host}${known.base}` };
}

/** Throws if a response is not one that the vendor publishes, which is a bug in the local service. */
function checkAnswer({ model }: Interface, operation: string, { status, body, headers }: Answer): void {
  const [fault] = model.answerFaults(operation, status, body, headers);
  if (fault) throw new Error(`${operation} ${status}: ${fault.field} ${fault.message}`);
}

const isAnswer = (known: Interface, operation: string, error: ServiceError): boolean =>
  known.model.answerFaults(operation, error.status, known.showError(error)).length === 0;

const rawAnswer = (status: number, body?: unknown, headers: Record<string, string> = {}): RawAnswer => ({
  status,
  headers: { ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }), ...headers },
  body: body === undefined ? '' : JSON.stringify(body),
});

const refusal = (known: Interface | undefined, error: ServiceError): RawAnswer =>
  rawAnswer(
    error.status,
    known?.showError(error) ?? { error: error.code, error_description: error.message },
    error.headers,
  );

const faultError = ({ status, code, message, headers }: InjectedFault & { kind: 'ERROR' }) =>
  new ServiceError(status, code, message, {}, headers);

const failed = (error: unknown): ServiceError => {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new ServiceError(500, 'InternalServerError', `The local service failed: ${words}`);
};

/** Repeats the caller’s tracing headers, or returns new ones. */
const tracing = ({ headers }: RawRequest, ids: Ids): Record<string, string> =>
  Object.fromEntries(
    ['x-ms-requestid', 'x-ms-correlationid'].map((name) => [name, String(headers[name] ?? ids.uuid())]),
  );
