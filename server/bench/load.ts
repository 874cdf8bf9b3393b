import { connect } from 'node:net';
import { makerOf, type RequestOrder } from './requests.ts';

/** Connections that are kept busy for some seconds, with at most `requests` requests, if given. */
export type LoadOrder = {
  port: number;
  connections: number;
  seconds: number;
  requests?: number;
} & RequestOrder;

/** Counts and samples of unsuccessful responses, by status. */
type Failure = { status: number; count: number; sample: string };
export type Driven = { seconds: number; times: Float64Array; failures: Failure[] };

/** The load generator runs in its own process. The process receives an order and sends back its measurements. */
process.on('message', async (order: LoadOrder) => process.send?.(await drive(order)));
process.on('disconnect', () => process.exit());

/**
 * Keeps connections busy, with sequential requests on each connection. Uses plain sockets, because an HTTP client would
 * take processor time from the measured programs, and more from the faster program.
 */
async function drive(order: LoadOrder): Promise<Driven> {
  const times: number[] = [];
  const failures = new Map<number, Failure>();
  const begun = performance.now();
  const work: Work = {
    port: order.port,
    next: makerOf(order),
    left: order.requests ?? Infinity,
    deadline: begun + order.seconds * 1000,
    answered: (milliseconds, status, sample) => {
      times.push(milliseconds);
      if (status >= 200 && status < 300) return;
      const failure = failures.get(status) ?? { status, count: 0, sample: sample() };
      failure.count++;
      failures.set(status, failure);
    },
  };
  await Promise.all(Array.from({ length: order.connections }, () => keepBusy(work)));
  const seconds = (performance.now() - begun) / 1000;
  return { seconds, times: Float64Array.from(times), failures: [...failures.values()] };
}

type Answered = (milliseconds: number, status: number, sample: () => string) => void;
type Work = { port: number; left: number; deadline: number; next: () => string; answered: Answered };

/** Ends after the time limit and the last response, so that every sent request is counted. */
function keepBusy(work: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: work.port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      if (sentAt < work.deadline && work.left-- > 0) socket.write(work.next(), 'latin1');
      else {
        resolve();
        socket.destroy();
      }
    };
    const read = responseReader((status, sample) => {
      work.answered(performance.now() - sentAt, status, sample);
      send();
    });
    socket.on('connect', send);
    socket.on('data', read);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
  });
}

/** Reads HTTP/1.1 responses with a Content-Length, like the responses of both compared sides, one at a time. */
function responseReader(onResponse: (status: number, sample: () => string) => void): (chunk: Buffer) => void {
  let start: Buffer | undefined;
  let [missing, status] = [0, 0];
  const readHead = (bytes: Buffer): boolean => {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    if (!length) throw new Error(`a response without Content-Length:\n${head}`);
    status = Number(head.slice(9, 12));
    missing = end + 4 + Number(length[1]) - bytes.length;
    return true;
  };
  return (chunk) => {
    if (missing > 0) missing -= chunk.length;
    else {
      start = start ? Buffer.concat([start, chunk]) : chunk;
      if (!readHead(start)) return;
    }
    if (missing < 0) throw new Error('received more bytes than Content-Length announced');
    if (missing > 0) return;
    const beginning = start as Buffer;
    start = undefined;
    onResponse(status, () => beginning.toString('utf8').slice(0, 2000));
  };
}
