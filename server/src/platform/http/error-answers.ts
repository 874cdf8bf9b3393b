import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DatabaseOutcomeUnknown, isUnavailable, sqlState } from '../database/statement.ts';
import { AppError, errors, toProblem } from '../errors.ts';
import type { NewId } from '../ids.ts';
import { isBetweenAnswers, isClosing, type LingerBounds, sendLast } from './lingering.ts';
import type { Route } from './route.ts';

/** The API's error for each error code of the HTTP framework. */
const frameworkErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: errors.payload_too_large,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errors.unsupported_media_type,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    errors.invalid_request('The length of the body differs from Content-Length.'),
  FST_ERR_BAD_URL: () => errors.not_found('The path is malformed.'),
};

/** Converts any error into the error that the caller receives. */
export function toAppError(error: unknown, method: string): AppError {
  if (error instanceof AppError) return error;
  // A read has no effect, so its outcome is never unknown.
  if (error instanceof DatabaseOutcomeUnknown)
    return (method === 'GET' ? errors.unavailable : errors.outcome_unknown)(undefined, { cause: error });
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = frameworkErrors[code ?? ''];
  if (known) return known();
  if (code?.startsWith('FST_') && statusCode && statusCode < 500)
    return errors.invalid_request('The request is malformed.', { cause: error });
  if (isUnavailable(error) || sqlState(error) === '57014')
    return errors.unavailable(undefined, { cause: error, headers: { 'retry-after': '1' } });
  return errors.internal(undefined, { cause: error });
}

/** An error that an operation returned although the operation does not declare the error. */
export type UndeclaredError = { operationId: string; code: string; requestId: string };

const general: ReadonlySet<string> = new Set(Object.keys(errors));

/** Returns whether the documentation lists the error for the operation or among the general errors (R4). */
export const isDeclared = ({ errors: own = [] }: Pick<Route, 'errors'>, error: unknown): boolean =>
  !(error instanceof AppError) ||
  general.has(error.definition.code) ||
  own.some(({ code }) => code === error.definition.code);

/** Creates the function that lists the methods of a path for the Allow header; empty if the path has no operation. */
export function createMethodsAt(routes: readonly Route[]): (url: string) => string[] {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { path, method } of routes) {
    const parts = path
      .replaceAll('.', '\\.')
      .replaceAll(/\{\w+\}/g, '[^/]+')
      .replace(/\*$/, '.*');
    const pattern = new RegExp(`^${parts}$`);
    const entry = paths.get(path) ?? { pattern, methods: new Set<string>() };
    entry.methods.add(method);
    if (method === 'GET') entry.methods.add('HEAD');
    paths.set(path, entry);
  }
  return (url) => {
    const path = url.split('?')[0] as string;
    const found = [...paths.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  };
}

/**
 * Creates the error for a request without a matching operation: 405 if the path has operations with different methods,
 * otherwise 404.
 */
export const operationNotFound = (allowed: readonly string[], method: string): AppError =>
  allowed.length === 0
    ? errors.not_found('The path has no operation.')
    : errors.method_not_allowed(`The path does not allow ${method}. Allowed: ${allowed.join(', ')}.`, {
        headers: { allow: allowed.join(', ') },
      });

const unread: Record<string, () => AppError> = {
  HPE_HEADER_OVERFLOW: errors.headers_too_large,
  ERR_HTTP_REQUEST_TIMEOUT: errors.request_timeout,
};

/** Responds to a connection with an incomplete or invalid HTTP request, which the framework cannot handle. */
export function refuseUnread(
  deps: { newId: NewId; baseUrl: () => string; lingering: LingerBounds },
  { code }: Error & { code?: string },
  socket: Socket,
): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  if (isBetweenAnswers(socket)) {
    socket.destroy();
    return;
  }
  if (isClosing(socket)) return;
  const error = unread[code ?? '']?.() ?? errors.invalid_request('The request is not HTTP.');
  const { status } = error.definition;
  const requestId = deps.newId('req');
  const body = JSON.stringify(toProblem(error, { instance: '', requestId, baseUrl: deps.baseUrl() }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-correlation-id: ${requestId}`,
    'connection: close',
  ];
  if (socket.writable) sendLast(socket, `${head.join('\r\n')}\r\n\r\n${body}`, deps.lingering);
  else socket.destroy();
}
