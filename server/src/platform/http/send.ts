import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { bodyText } from './idempotency.ts';
import { type Answer, RawJson } from './route.ts';

/**
 * The minimum size of a compressed response. Shorter responses fit into a few packets, so that compression would cost
 * more time than it saves.
 */
const worthwhile = 4096;

/**
 * Responses of at least this many characters are encoded before they are sent. Node sends bytes unchanged, but prepends
 * headers to a text, copies both and reserves three bytes for each character.
 */
const longText = 16_384;

/** Enables the compression of responses, which `sendAnswer` applies. Request bodies are not decompressed. */
export const takeCompression = (app: FastifyInstance): void => {
  app.register(compress, {
    global: false,
    globalDecompression: false,
    threshold: worthwhile,
    encodings: ['br', 'gzip'],
  });
};

/**
 * Sends a response. Long responses are compressed if they are JSON or the same for all callers. A page that depends on
 * a user's cookie is never compressed: the page contains form tokens and text from the URL, which an attacker can
 * control, so the compressed length would reveal the tokens character by character (BREACH). JSON requires a token,
 * which another site cannot add to a browser's request.
 */
export function sendAnswer(reply: FastifyReply, { status, headers, body, isShared }: Answer): FastifyReply {
  reply.code(status ?? 200);
  if (headers) reply.headers(headers);
  if (status === 304) return reply.send();
  if (body instanceof Readable) return reply.send(body);
  const isText = headers?.['content-type'] !== undefined && typeof body === 'string';
  if (isText || body instanceof Uint8Array) return sendText(reply, body, isShared === true);
  if (!headers?.['content-type']) reply.header('content-type', 'application/json; charset=utf-8');
  const text = body instanceof RawJson && body.length >= longText ? body.bytes() : bodyText(body);
  return sendText(reply, text, headers?.['cache-control'] !== 'no-store');
}

function sendText(reply: FastifyReply, text: string | Uint8Array, mayCompress: boolean): FastifyReply {
  const accepted = reply.request.headers['accept-encoding'];
  if (!mayCompress || text.length < worthwhile || accepted === undefined) return reply.send(text);
  // The tag becomes weak because it identifies the text, whereas the compressed bytes depend on the encoding.
  const tag = reply.getHeader('etag');
  const isCompressed = /br|gzip|\*/.test(String(accepted));
  if (isCompressed && typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
  reply.compress(typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.length));
  return reply;
}
