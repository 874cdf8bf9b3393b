import type { Model, Route } from '../facts/model.ts';
import type { Clock } from '../http/clock.ts';
import type { FaultPlan, Fault as InjectedFault } from '../http/faults.ts';
import type { CallLog } from '../http/log.ts';
import { inputOf, passing, type RawAnswer, type RawRequest } from '../http/server.ts';
import { noteViolation } from '../violations.ts';
import { type Call, Media, type Operations } from './calls.ts';
import { invalid, notFound, refusedFor, ServiceError, showError } from './errors.ts';
import type { InterfaceName, ServiceAccount } from './identity/accounts.ts';
import { findSignIn, type SignInOperation } from './identity/signin.ts';
import type { TokenFault, Tokens } from './identity/tokens.ts';
import { mapEnums, nameOfNumber, numberOfName } from './offers/enums.ts';

/** An interface of the vendor. Its operations answer 200; older interfaces show refusals in their own form. */
export type Interface = {
  name: InterfaceName;
  model: Model;
  run: Operations;
  showError?: (error: ServiceError) => object;
};

type Parts = {
  interfaces: readonly Interface[];
  signIn: (request: RawRequest, operation: SignInOperation) => Promise<RawAnswer>;
  tokens: Tokens;
  clock: Clock;
  faults: FaultPlan;
  log: CallLog;
};

type Found = { known: Interface; route: Route };

/** Creates the handler that passes each call through the common steps: time, faults, token, model, operation, log. */
export function createService(parts: Parts) {
  const { clock, faults, log, interfaces, signIn } = parts;
  return async (request: RawRequest): Promise<RawAnswer | 'DROP'> => {
    clock.catchUp();
    const signInOperation = findSignIn(request);
    const found = signInOperation ? undefined : findOperation(interfaces, request);
    const operation = signInOperation ?? found?.route.operation ?? '';
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
        ? refusal(faultError(last))
        : signInOperation
          ? await signIn(request, signInOperation)
          : await perform(parts, found, request, ({ email }) => {
              entry.account = email;
            });
    if (last?.kind === 'DROP') return drop(last);
    note(answer.status < 400 ? 'OK' : String(answer.status));
    return answer;
  };
}

function findOperation(interfaces: readonly Interface[], { method, path }: RawRequest): Found | undefined {
  for (const known of interfaces) {
    const route = known.model.find(method, path);
    if (typeof route === 'object') return { known, route };
  }
  return undefined;
}

async function perform(
  { tokens }: Parts,
  found: Found | undefined,
  request: RawRequest,
  onCaller: (caller: ServiceAccount) => void,
): Promise<RawAnswer> {
  try {
    if (!found) throw unknownOperation(request);
    const { known, route } = found;
    const caller = await tokens.callerOf(request.headers.authorization, known.name);
    if (typeof caller === 'string') throw unauthorized(caller);
    onCaller(caller);
    if (caller.forbidden.has(known.name))
      throw refusedFor('PERMISSION_DENIED', 'IAM_PERMISSION_DENIED', 'The caller does not have permission');
    const answer = known.run[route.operation]?.(readCall(found, request, caller));
    if (!answer) throw new Error(`${route.operation} is not simulated.`);
    if (answer instanceof Media) return mediaAnswer(answer);
    const [fault] = known.model.answerFaults(route.operation, 200, answer);
    if (fault) throw new Error(`${route.operation}: ${fault.field} ${fault.message}`);
    return rawAnswer(200, numbered(found, request, answer));
  } catch (error) {
    const refused = error instanceof ServiceError ? error : failed(error);
    return found?.known.showError
      ? rawAnswer(refused.status, found.known.showError(refused), refused.headers)
      : refusal(refused);
  }
}

function unknownOperation({ method, path }: RawRequest): ServiceError {
  noteViolation('mkC', `${method} ${path}`, 'There is no such operation.');
  return notFound('There is no such operation.');
}

const tokenFaults: Readonly<Record<TokenFault, () => ServiceError>> = {
  MISSING: () =>
    refusedFor(
      'UNAUTHENTICATED',
      'CREDENTIALS_MISSING',
      'Request is missing required authentication credential. Expected OAuth 2 access token.',
      { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' },
    ),
  INVALID: () =>
    refusedFor(
      'UNAUTHENTICATED',
      'ACCESS_TOKEN_EXPIRED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token.',
      { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
    ),
  SCOPE: () =>
    refusedFor(
      'PERMISSION_DENIED',
      'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      'Request had insufficient authentication scopes.',
      { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"' },
    ),
};
const unauthorized = (fault: TokenFault): ServiceError => tokenFaults[fault]();

/** Reads a call, and refuses and records what the published model forbids. */
function readCall({ known, route }: Found, request: RawRequest, caller: ServiceAccount): Call {
  const { parameters } = route;
  const { facts } = known.model;
  const { body: shape, query: members = {} } = facts.operations[route.operation] ?? {};
  const query = Object.fromEntries(
    [...new URLSearchParams(request.query)].map(([name, value]) => {
      const number = /^\d+$/.test(value) ? Number(value) : undefined;
      return [name, number === undefined ? value : (facts.choices[members[name] ?? '']?.[number] ?? value)];
    }),
  );
  // A missing body is an empty message.
  const sent = inputOf(request) ?? (shape === undefined ? undefined : {});
  const body = shape === undefined ? sent : mapEnums(facts, shape, sent, nameOfNumber);
  const isJson = /^application\/json/.test(request.headers['content-type'] ?? '');
  const [fault] =
    request.body.length > 0 && !isJson
      ? [{ field: 'content-type', message: 'Must be application/json' }]
      : known.model.requestFaults(route.operation, { parameters, query, headers: {}, body });
  if (fault) {
    noteViolation('mkC', route.operation, `${fault.field}: ${fault.message}`);
    throw invalid(fault.field, fault.message);
  }
  return { caller, parameters, query, range: rangeIn(request.headers.range), body };
}

function rangeIn(header: string | undefined): Call['range'] {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(header ?? '') ?? [];
  return first === undefined ? undefined : [Number(first), Number(last)];
}

const mediaAnswer = ({ bytes, contentRange }: Media): RawAnswer => ({
  status: contentRange === undefined ? 200 : 206,
  headers: {
    'content-type': 'text/csv',
    ...(contentRange === undefined ? {} : { 'content-range': contentRange }),
  },
  body: bytes,
});

/** Shows enumerations as numbers if the caller asks for it. */
function numbered({ known, route }: Found, { query }: RawRequest, answer: object): object {
  const { facts } = known.model;
  const isAsked = new URLSearchParams(query).get('$alt')?.includes('enum-encoding=int') ?? false;
  const shape = facts.operations[route.operation]?.answers[200] ?? '';
  return isAsked ? (mapEnums(facts, shape, answer, numberOfName) as object) : answer;
}

const rawAnswer = (status: number, body: object, headers: Record<string, string> = {}): RawAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  body: JSON.stringify(body),
});

const refusal = (error: ServiceError): RawAnswer => rawAnswer(error.status, showError(error), error.headers);

const faultError = ({ status, code, message, headers }: InjectedFault & { kind: 'ERROR' }) =>
  new ServiceError(code, message, [], { status, ...(headers && { headers }) });

const failed = (error: unknown): ServiceError => {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new ServiceError('INTERNAL', `The local service failed: ${words}`);
};
