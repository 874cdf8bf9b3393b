import { connect } from 'node:net';
import { responseReader } from './response-reader.ts';

export type Failure = { status: number; count: number; sample: string };
export type Driven = { requests: number; seconds: number; p50Ms: number; p99Ms: number; failures: Failure[] };

/**
 * Keeps connections busy, with sequential requests on each connection. Uses plain sockets, because an HTTP client would
 * take processor time from the measured programs, and more from the faster program.
 */
export async function drive(options: {
  port: number;
  connections: number;
  seconds: number;
  requests?: number | undefined;
  next: () => string;
}): Promise<Driven> {
  const times: number[] = [];
  const failures = new Map<number, Failure>();
  const begun = performance.now();
  const work: Work = {
    port: options.port,
    next: options.next,
    left: options.requests ?? Infinity,
    deadline: begun + options.seconds * 1000,
    answered: (milliseconds, status, sample) => {
      times.push(milliseconds);
      if (status >= 200 && status < 300) return;
      const failure = failures.get(status) ?? { status, count: 0, sample: sample() };
      failure.count++;
      failures.set(status, failure);
    },
  };
  await Promise.all(Array.from({ length: options.connections }, () => keepBusy(work)));
  const seconds = (performance.now() - begun) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    requests: times.length,
    seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures: [...failures.values()],
  };
}

type Work = {
  port: number;
  /** Remaining number of requests. */
  left: number;
  deadline: number;
  next: () => string;
  answered: (milliseconds: number, status: number, sample: () => string) => void;
};

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
