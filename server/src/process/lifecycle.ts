import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../platform/addresses.ts';
import type { Config } from '../platform/system/config.ts';
import type { Monitoring } from './monitoring.ts';
import { type ListenAddress, listenAddressOf, portProblem } from './ports.ts';

/** The functions that start and end the service. */
export type Life = {
  /** Returns the probe address of a process without the role `serve`, after the process has started listening. */
  healthAddress(): string | undefined;
  /** Listens and runs jobs, depending on the roles. */
  start(roles: { serve: boolean; work: boolean }): Promise<void>;
  /**
   * Reports that the process is shutting down, and accepts requests for some more seconds while callers switch to other
   * processes. `hurry` ends this period.
   */
  drain(hurry: AbortSignal): Promise<void>;
  /** Completes open requests, releases jobs and closes all resources. */
  stop(graceMs?: number): Promise<void>;
};

export function createLife(deps: {
  config: Config;
  addresses: Addresses;
  server: FastifyInstance;
  /** The server for probes, in processes without the role `serve`. */
  health: FastifyInstance;
  observing: Monitoring;
  loops: { start(): void; stop(graceMs: number): Promise<void> };
  /**
   * The parts that are stopped together with the server. Long polls for events then return immediately; otherwise the
   * server would wait for them.
   */
  first: readonly (() => Promise<unknown>)[];
  /** The parts that are stopped sequentially at the end, because other parts need them. */
  last: readonly (() => Promise<unknown>)[];
}): Life {
  const { config, addresses, server, health, observing, loops } = deps;
  return {
    healthAddress: () => addressOf(health, config.host),
    start: async ({ serve, work }) => {
      const listening = listenAddressOf(config, { serve, work });
      if (listening) await listen(serve ? server : health, listening);
      if (serve) announce(server, addresses);
      if (work) loops.start();
    },
    drain: (hurry) => drain(server, observing, config.drainSeconds, hurry),
    stop: async (graceMs = 8000) => {
      observing.beginDraining();
      const first = deps.first.map((stop) => stop());
      await Promise.all([...first, closeServer(server, graceMs), loops.stop(graceMs)]);
      await closeServer(health, graceMs);
      for (const stop of deps.last) await stop();
    },
  };
}

/**
 * Waits until load balancers detect that the process is shutting down. Without open connections, the wait is skipped.
 */
async function drain(
  server: FastifyInstance,
  observing: Monitoring,
  seconds: number,
  hurry: AbortSignal,
): Promise<void> {
  observing.beginDraining();
  const connections = await new Promise<number>((resolve, reject) =>
    server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
  if (connections > 0 && !hurry.aborted)
    await delay(seconds * 1000, undefined, { signal: hurry }).catch(() => {});
}

async function listen(server: FastifyInstance, listening: ListenAddress): Promise<void> {
  const { host, port } = listening;
  await server.listen({ host, port }).catch((error) => {
    throw portProblem(error, listening);
  });
}

function announce(server: FastifyInstance, addresses: Addresses): void {
  const address = server.server.address();
  if (address && typeof address === 'object') addresses.listening(address.port);
}

const addressOf = (server: FastifyInstance, host: string): string | undefined => {
  const address = server.server.address();
  if (!address || typeof address !== 'object') return undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
};

async function closeServer(server: FastifyInstance, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), graceMs);
  await server.close();
  clearTimeout(timer);
}
