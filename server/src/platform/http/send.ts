import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { bodyText } from './idempotency.ts';
import { type Answer, RawJson } from './route.ts';

/** Below this many characters an answer fits into a few packets: compressing it would take longer than it saves. */
const worthwhile = 4096;

/**
 * From this many characters on, an answer is put into bytes before it is sent. Node puts the headers before a text, copies
 * both, and reserves three bytes for each character to encode them; bytes it sends as they are.
 */
const longText = 16_384;

/** Lets answers be compressed, which `sendAnswer` decides on. Bodies of requests are taken as they are. */
export const takeCompression = (app: FastifyInstance): void => {
  app.register(compress, {
    global: false,
    globalDecompression: false,
    threshold: worthwhile,
    encodings: ['br', 'gzip'],
  });
};

/**
 * Sends an answer. Compressed is what is long, and either JSON or the same for everybody. A page that a person's cookie
 * opens never is: it holds form tokens beside what others can put into its address, and the length of the compressed
 * whole would tell the tokens letter by letter (BREACH). JSON is asked for by a token that no other site can have a
 * browser send.
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
  // The bytes are those of the encoding, the tag is of the text.
  const tag = reply.getHeader('etag');
  const isCompressed = /br|gzip|\*/.test(String(accepted));
  if (isCompressed && typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
  reply.compress(typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.length));
  return reply;
}
