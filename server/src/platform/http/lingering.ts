import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The limits for discarding the rest of a request body after an early response. */
export type LingerBounds = { ms: number; bytes: number };

export const defaultLinger: LingerBounds = { ms: 10_000, bytes: 64 * 1024 * 1024 };

type Exchange = { request: IncomingMessage; response: ServerResponse };

const exchanges = new WeakMap<Socket, Exchange>();
const closing = new WeakSet<Socket>();

/** Returns whether the last response was sent, so that the server only waits until the client stops sending. */
export const isClosing = (socket: Socket): boolean => closing.has(socket);

/** Returns whether a response is incomplete, so that clients would read a second response as its continuation. */
export function isBetweenAnswers(socket: Socket): boolean {
  const exchange = exchanges.get(socket);
  if (!exchange?.response.headersSent) return false;
  return !(exchange.request.complete && exchange.response.writableFinished);
}

/**
 * Enables lingering close: after the response, the server discards the rest of the body. Otherwise the operating system
 * would reset the connection because of unread data, and the client would lose the response.
 */
export function lingerAfter(exchange: Exchange, bounds: LingerBounds): void {
  const { request, response } = exchange;
  exchanges.set(request.socket, exchange);
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  // This listener is prepended, because Node's own listener closes the connection after its last response.
  response.prependOnceListener('finish', () => {
    if (!request.complete) discardBody(request, bounds);
  });
}

/** Discards the rest of a body. After the last response the connection is closed; otherwise it is reused. */
function discardBody(request: IncomingMessage, { ms, bytes }: LingerBounds): void {
  const { socket } = request;
  const { destroySoon } = socket;
  let isLast = false;
  let left = bytes;
  const timer = setTimeout(() => socket.destroy(), ms);
  const stopTimer = () => clearTimeout(timer);
  // Node calls this method after the last response.
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

/** Sends a last response to invalid data and discards all further data. */
export function sendLast(socket: Socket, answer: string, { ms, bytes }: LingerBounds): void {
  closing.add(socket);
  let left = bytes;
  const timer = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(timer));
  // The HTTP parser is a listener, too. Without the parser, late requests are not processed.
  socket.removeAllListeners('data');
  socket.on('data', (chunk) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  socket.end(answer);
  socket.resume();
}
