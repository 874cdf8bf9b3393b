import { createHash } from 'node:crypto';
import type { Answer, AnswerHeaders, RouteRequest } from './route.ts';

/** A document that is the same for all callers. Caches may store the document and revalidate it with its ETag. */
export type SharedDocument = { headers: AnswerHeaders; body: string | Buffer };

/**
 * Creates a document with its ETag. The tag is weak, because the transmitted bytes depend on the requested encoding.
 * @param age the number of seconds for which caches may use the document without revalidation
 */
export function sharedDocument(
  body: string | Buffer,
  headers: Readonly<AnswerHeaders>,
  age = 0,
): SharedDocument {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const caching = age > 0 ? `public, max-age=${age}` : 'public, no-cache';
  return {
    headers: {
      'x-content-type-options': 'nosniff',
      ...headers,
      etag,
      'cache-control': caching,
      vary: 'accept-encoding',
    },
    body,
  };
}

/** Returns the document, or 304 when the caller already has it (RFC 9110, section 13.1.2). */
export function answerDocument(
  request: Pick<RouteRequest, 'headers'>,
  { headers, body }: SharedDocument,
): Answer {
  if (!isKnown(request.headers['if-none-match'], headers.etag as string))
    return { headers, body, isShared: true };
  const { 'content-type': _, ...kept } = headers;
  return { status: 304, headers: kept, body: undefined };
}

function isKnown(header: string | string[] | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  const given = String(header).split(',').map(opaque);
  return given.includes('*') || given.includes(opaque(etag));
}
