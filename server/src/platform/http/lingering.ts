import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most that is read and discarded of a request that is answered before its body was read. */
export type LingerBounds = { ms: number; bytes: number };

export const defaultLinger: LingerBounds = { ms: 10_000, bytes: 64 * 1024 * 1024 };

type Exchange = { request: IncomingMessage; response: ServerResponse };

const exchanges = new WeakMap<Socket, Exchange>();
const closing = new WeakSet<Socket>();

/** Whether the last answer on the connection was sent, and the server only waits for the end of what the client sends. */
export const isClosing = (socket: Socket): boolean => closing.has(socket);

/** Whether an answer was begun whose request or answer has not ended: a second answer would be read as part of it. */
export function isBetweenAnswers(socket: Socket): boolean {
  const exchange = exchanges.get(socket);
  if (!exchange?.response.headersSent) return false;
  return !(exchange.request.complete && exchange.response.writableFinished);
}

/**
 * Has the server read on and discard what a client still sends of a body after the answer (lingering close). A connection
 * that is closed while unread data remains is reset by the operating system, and clients then lose the answer.
 */
export function lingerAfter(exchange: Exchange, bounds: LingerBounds): void {
  const { request, response } = exchange;
  exchanges.set(request.socket, exchange);
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  // First, since Node's own listener closes the connection of a last answer.
  response.prependOnceListener('finish', () => {
    if (!request.complete) discardBody(request, bounds);
  });
}

/** Discards the rest of a body. Then the connection is closed where the answer was the last one, else it can be used again. */
function discardBody(request: IncomingMessage, { ms, bytes }: LingerBounds): void {
  const { socket } = request;
  const { destroySoon } = socket;
  let isLast = false;
  let left = bytes;
  const timer = setTimeout(() => socket.destroy(), ms);
  const stopTimer = () => clearTimeout(timer);
  // Node calls this after the last answer.
  socket.destroySoon = () => {
    isLast = true;
    closing.add(socket);
  };
  socket.once('close', stopTimer);
  request.once('end', () => {
    stopTimer();
    socket.off('close', stopTimer);
    socket.destroySoon = destroySoon;
    if (isLast) socket.destroySoon();
  });
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  request.resume();
}

/** Sends a last answer to what is no request; what follows is neither parsed nor kept. */
export function endWith(socket: Socket, answer: string, { ms, bytes }: LingerBounds): void {
  closing.add(socket);
  let left = bytes;
  const timer = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(timer));
  // The parser of HTTP is among these: a request that came too late must not be performed after all.
  socket.removeAllListeners('data');
  socket.on('data', (chunk) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  socket.end(answer);
  socket.resume();
}
