import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { errors, type Finding, invalid } from '../errors.ts';
import { accept, passesFastCheck, rejected } from '../records/accept.ts';
import { cleanBody, parseJson, pointerOf, putNulls } from '../records/json.ts';
import { canonicalHash } from './idempotency.ts';
import { callersOwn, type UnknownNames, unknownParameters } from './ignored.ts';
import { prefersCsv } from './media-types.ts';
import type { Form } from './multipart.ts';
import type { Route, RouteRequest } from './route.ts';
import { messageOf } from './validation-messages.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A request to a route. Path parameters are text. */
export type HttpRequest = FastifyRequest<{ Params: Record<string, string> }>;

export type ReadOptions = {
  form?: Form | undefined;
  /** The response schema of the records that the client sends. */
  readBack: z.ZodType | undefined;
  /** The callback for the unknown parts of the request. */
  onIgnored: (names: UnknownNames) => void;
};

/**
 * Parses parameters and body with the route's schemas.
 * @param reading.form the body of a form
 * @throws 400 that names each invalid field, 415
 */
export function readRequest(route: Route, request: HttpRequest, reading: ReadOptions): RouteRequest {
  const { form } = reading;
  const hasBody = route.method === 'POST' || route.method === 'PATCH';
  const sent = request.body as Buffer | null | undefined;
  if (hasBody && route.body && !form && sent?.length) checkMediaType(route, request);
  const isText = hasBody && !form && route.bodyFormat?.type !== 'bytes';
  const rawBody = isText ? bodyText(request, route.bodyFormat?.type === 'raw') : '';
  const parsedBody = form ? asObject(form) : hasBody && route.body ? parseBody(route, rawBody) : undefined;
  const strict = wantsStrict(request);
  const given = request.query as Record<string, unknown>;
  const ignored = unknownParameters(route, given, strict);
  const report = (names: UnknownNames) => {
    if (names.length > 0) reading.onIgnored(names);
  };
  report(ignored);
  let unknownFields: UnknownNames = [];
  const reportAll = (pointers: UnknownNames) => {
    unknownFields = pointers;
    report([...ignored, ...pointers]);
  };
  const body = route.body
    ? validateBody(route, parsedBody, { strict, readBack: reading.readBack, onIgnored: reportAll })
    : undefined;
  return {
    params: request.params,
    query: route.query ? readQuery(route.query, given) : {},
    body,
    parsedBody,
    unknownFields,
    strict,
    rawBody,
    bytes: sent ?? noBytes,
    upload: form?.upload,
    spool: form?.spool,
    bodyHash: once(() => canonicalHash(parsedBody)),
    headers: request.headers,
    wantsCsv: route.csv !== undefined && prefersCsv(request.headers.accept),
    url: request.url,
    requestId: request.id,
    onClientDisconnect: (listener) => onDisconnect(request, listener),
    fromLoopback: loopback.test(request.socket.remoteAddress ?? ''),
    ip: request.ip,
  };
}

function onDisconnect({ raw: { socket } }: FastifyRequest, listener: () => void): () => void {
  socket.once('close', listener);
  if (socket.destroyed) listener();
  return () => void socket.off('close', listener);
}

/** The members that `asObject` adds for a file besides its name. */
const fileMembers = ['/fileType', '/fileHash'];

/**
 * Converts a form to an object. The object includes the file's hash, so that a repeat with the same idempotency key
 * must have the same file.
 */
const asObject = ({ fields, upload, spool }: Form) => ({
  ...fields,
  ...(spool ? { file: spool.name, fileHash: spool.sha256 } : {}),
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

/** @param lenient replaces invalid UTF-8 with U+FFFD, for operations with their own text checks */
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

const noBytes = Buffer.alloc(0);

/** Returns whether the operation parses the body itself. */
const isOperationsOwn = ({ bodyFormat }: Route): boolean =>
  bodyFormat?.type === 'raw' || bodyFormat?.type === 'bytes';

/** Rejects a body with an unsupported media type or encoding before it is parsed. */
function checkMediaType(route: Route, request: FastifyRequest): void {
  if (isOperationsOwn(route)) return;
  const type = String(request.headers['content-type'] ?? '')
    .split(';', 1)
    .join()
    .trim()
    .toLowerCase();
  if (request.headers['content-encoding']) throw errors.unsupported_media_type('Send the body uncompressed.');
  if (type !== 'application/json' && !type.endsWith('+json')) throw errors.unsupported_media_type();
}

function parseBody(route: Route, text: string): unknown {
  if (isOperationsOwn(route)) return text;
  if (text !== '') return parseJson(text);
  if (route.bodyRequired) throw invalid([{ pointer: '', message: 'a body is required' }]);
  return undefined;
}

const wantsStrict = (request: FastifyRequest): boolean =>
  /(^|[,;\s])handling\s*=\s*"?strict"?/i.test(String(request.headers.prefer ?? ''));

function validateBody(
  route: Route,
  body: unknown,
  { strict, readBack, onIgnored }: Pick<ReadOptions, 'readBack' | 'onIgnored'> & { strict: boolean },
): unknown {
  const schema = route.body as z.ZodType;
  if (isOperationsOwn(route)) return body;
  if (body === undefined) return undefined;
  if (passesFastCheck(schema, body)) return body;
  const callers = route.serverSetFields ? omitFields(body, route.serverSetFields) : body;
  const cleaned = cleanBody(schema, callers);
  // If both schemas are the same, fields unknown to this schema are also unknown to the response schema.
  const other = readBack === schema ? undefined : readBack;
  const unknown = callersOwn(cleaned.unknown, callers, other).filter(
    (pointer) => route.bodyFormat?.type !== 'form' || !fileMembers.includes(pointer),
  );
  onIgnored(unknown);
  if (cleaned.tooLong.length > 0) throw invalid(cleaned.tooLong.slice(0, mostFindings));
  const findings: Finding[] = strict
    ? unknown.slice(0, mostFindings).map((pointer) => ({ pointer, message: 'is not a field of this record' }))
    : [];
  const result = parse(schema, cleaned.value);
  if (!result.success) findings.push(...toFindings(result.error, pointerOf));
  const unset = route.method === 'PATCH' ? cleaned.unset : [];
  for (const [name, ...inner] of unset)
    if (inner.length === 0 && route.requiredFields?.includes(name as string))
      findings.push({ pointer: `/${name}`, message: 'cannot be unset' });
  if (findings.length > 0) throw invalid(findings);
  putNulls(result.data, unset);
  return result.data;
}

/** Parses a value. Valid values use a fast path; for invalid values, the schema reports the errors. */
function parse(schema: z.ZodType, value: unknown) {
  const data = accept(schema, value);
  if (data !== rejected) return { success: true, data } as const;
  return schema.safeParse(value, { reportInput: true, error: messageOf });
}

/** Returns a copy of the value, or of each item of a list, without the fields with these dotted names. */
const omitFields = (value: unknown, names: readonly string[]): unknown =>
  omitIn(value, removedFieldsOf(names));

/** The fields to remove from an object: whole fields, or fields inside a field. */
type RemovedFields = { readonly [name: string]: true | RemovedFields };
const leftOut = new WeakMap<readonly string[], RemovedFields>();

function removedFieldsOf(names: readonly string[]): RemovedFields {
  const known = leftOut.get(names);
  if (known) return known;
  const made: Record<string, true | RemovedFields> = Object.create(null);
  for (const name of names) if (!name.includes('.')) made[name] = true;
  const heads = new Set(names.filter((name) => name.includes('.')).map((name) => name.split('.', 1).join()));
  for (const head of heads) {
    const inner = names.filter((name) => name.startsWith(`${head}.`));
    made[head] ??= removedFieldsOf(inner.map((name) => name.slice(head.length + 1)));
  }
  leftOut.set(names, made);
  return made;
}

function omitIn(value: unknown, left: RemovedFields): unknown {
  if (Array.isArray(value)) return value.map((item) => omitIn(item, left));
  if (typeof value !== 'object' || value === null) return value;
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[name];
    const inner = left[name];
    if (inner !== true) rest[name] = inner ? omitIn(item, inner) : item;
  }
  return rest;
}

/** The maximum number of invalid fields in one error. */
const mostFindings = 50;

const toFindings = ({ issues }: z.ZodError, pointer: (path: PropertyKey[]) => string): Finding[] =>
  issues.slice(0, mostFindings).map((issue) => ({
    pointer: pointer(issue.path),
    message: isMissing(issue) ? 'is required' : issue.message,
  }));

/** Returns whether the value is missing. The schemas report a missing value as a wrong type. */
const isMissing = ({ code, input }: z.core.$ZodIssue): boolean =>
  input === undefined && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);

function readQuery(schema: z.ZodObject, query: Record<string, unknown>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = query[name];
    // A parameter with an empty value counts as absent.
    if (value === undefined || value === '') continue;
    if (Array.isArray(value)) throw invalid([{ pointer: name, message: 'can be given only once' }]);
    if (typeof value === 'string' && value.includes('\0'))
      throw invalid([{ pointer: name, message: 'contains a NUL character' }]);
    given[name] = value;
  }
  const result = schema.safeParse(cleanBody(schema, given).value, { reportInput: true, error: messageOf });
  if (result.success) return result.data;
  throw invalid(toFindings(result.error, (path) => path.join('.')));
}
