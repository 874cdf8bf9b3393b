import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { errors, type Finding, invalid } from './errors.ts';
import { canonicalHash } from './idempotency.ts';
import { clean, parseJson, pointerOf } from './json.ts';
import type { Form } from './multipart.ts';
import type { Route, RouteRequest } from './route.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads parameters and body as the route's schemas say.
 * @param form the body, where it is one
 * @throws 400 that names each field, 415
 */
export function readRequest(route: Route, request: FastifyRequest, form?: Form): RouteRequest {
  const hasBody = route.method === 'POST' || route.method === 'PATCH';
  const sent = request.body as Buffer | null | undefined;
  if (hasBody && route.body && !form && sent?.length) checkMediaType(route, request);
  const rawBody = hasBody && !form ? bodyText(request, route.bodyFormat === 'raw') : '';
  const parsedBody = form ? told(form) : hasBody && route.body ? parseBody(route, rawBody) : undefined;
  return {
    params: request.params as Record<string, string>,
    query: route.query ? readQuery(route.query, request.query as Record<string, unknown>) : {},
    body: route.body ? validateBody(route, parsedBody, wantsStrict(request)) : undefined,
    parsedBody,
    rawBody,
    upload: form?.upload,
    bodyHash: once(() => canonicalHash(parsedBody)),
    headers: request.headers,
    url: request.url,
    requestId: request.id,
    onGone: (listener) => whenGone(request, listener),
    fromLoopback: loopback.test(request.socket.remoteAddress ?? ''),
    ip: request.ip,
  };
}

function whenGone({ raw: { socket } }: FastifyRequest, listener: () => void): () => void {
  socket.once('close', listener);
  if (socket.destroyed) listener();
  return () => void socket.off('close', listener);
}

/** A form as an object: a repeat with the same idempotency key must have the same file. */
const told = ({ fields, upload }: Form) => ({
  ...fields,
  ...(upload
    ? {
        file: upload.name,
        fileType: upload.contentType,
        fileHash: createHash('sha256').update(upload.content).digest('hex'),
      }
    : {}),
});

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** @param lenient what is no UTF-8 becomes U+FFFD: the operation judges the text itself */
function bodyText(request: FastifyRequest, lenient: boolean): string {
  const body = request.body as Buffer | null | undefined;
  if (!body || body.length === 0) return '';
  if (lenient) return body.toString('utf8');
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw errors.malformed_json('The body is not UTF-8.', { cause });
  }
}

/** Refuses a body by what its headers say of it, before it is looked into. */
function checkMediaType(route: Route, request: FastifyRequest): void {
  if (route.bodyFormat === 'raw') return;
  const type = String(request.headers['content-type'] ?? '')
    .split(';', 1)
    .join()
    .trim()
    .toLowerCase();
  if (request.headers['content-encoding'])
    throw errors.unsupported_media_type('The body must not be compressed.');
  if (type !== 'application/json' && !type.endsWith('+json')) throw errors.unsupported_media_type();
}

function parseBody(route: Route, text: string): unknown {
  if (route.bodyFormat === 'raw') return text;
  if (text !== '') return parseJson(text);
  if (route.bodyRequired) throw invalid([{ pointer: '', message: 'a body is required' }]);
  return undefined;
}

const wantsStrict = (request: FastifyRequest): boolean =>
  /(^|[,;\s])handling\s*=\s*"?strict"?/i.test(String(request.headers.prefer ?? ''));

function validateBody(route: Route, body: unknown, strict: boolean): unknown {
  const schema = route.body as z.ZodType;
  if (route.bodyFormat === 'raw') return body;
  if (body === undefined) return undefined;
  const cleaned = clean(schema, route.ignored ? without(body, route.ignored) : body);
  const findings: Finding[] = strict
    ? cleaned.unknown.map((pointer) => ({ pointer, message: 'is not a field of this record' }))
    : [];
  const result = schema.safeParse(cleaned.value, { reportInput: true });
  if (!result.success) findings.push(...toFindings(result.error, pointerOf));
  if (findings.length > 0) throw invalid(findings);
  return result.data;
}

/** The value, or each of a list, without the fields of these dotted names; the value itself stays as it is. */
function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const rest: Record<string, unknown> = { ...value };
  for (const name of names) if (!name.includes('.')) delete rest[name];
  const inner = new Map<string, string[]>();
  for (const name of names) {
    const [head, ...tail] = name.split('.');
    if (head && tail.length > 0) inner.set(head, [...(inner.get(head) ?? []), tail.join('.')]);
  }
  for (const [head, tails] of inner) if (head in rest) rest[head] = without(rest[head], tails);
  return rest;
}

const toFindings = ({ issues }: z.ZodError, pointer: (path: PropertyKey[]) => string): Finding[] =>
  issues.slice(0, 50).map((issue) => ({
    pointer: pointer(issue.path),
    message: isMissing(issue) ? 'is required' : issue.message,
  }));

/** The schemas speak of a wrong type where there is nothing at all. */
const isMissing = ({ code, input }: z.core.$ZodIssue): boolean =>
  input === undefined && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);

function readQuery(schema: z.ZodObject, query: Record<string, unknown>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = query[name];
    // A parameter without a value says nothing.
    if (value === undefined || value === '') continue;
    if (Array.isArray(value)) throw invalid([{ pointer: name, message: 'may be given once only' }]);
    if (typeof value === 'string' && value.includes('\0'))
      throw invalid([{ pointer: name, message: 'contains a NUL character' }]);
    given[name] = value;
  }
  const result = schema.safeParse(clean(schema, given).value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(toFindings(result.error, (path) => path.join('.')));
}
