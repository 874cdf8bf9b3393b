import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../platform/addresses.ts';
import type { Config } from '../platform/system/config.ts';
import type { Observing } from './monitoring.ts';
import { type Listening, listeningOf, portProblem } from './ports.ts';

/** The steps by which the program begins and ends. */
export type Life = {
  /** Where a process that only works answers probes, once it listens. */
  healthAddress(): string | undefined;
  /** Listens and takes jobs, as the roles say. */
  start(roles: { serve: boolean; work: boolean }): Promise<void>;
  /** Has callers go elsewhere, and answers them for some seconds meanwhile, unless it is to be quick. */
  drain(hurry: AbortSignal): Promise<void>;
  /** Ends open requests, hands jobs back, closes everything. */
  stop(graceMs?: number): Promise<void>;
};

export function createLife(deps: {
  config: Config;
  addresses: Addresses;
  server: FastifyInstance;
  /** Listens where the other one does not. */
  health: FastifyInstance;
  observing: Observing;
  loops: { start(): void; stop(graceMs: number): Promise<void> };
  /** What ends with the requests: who waits for events is answered first, or would be waited for. */
  first: readonly (() => Promise<unknown>)[];
  /** What the others need until they have ended, one after the other. */
  last: readonly (() => Promise<unknown>)[];
}): Life {
  const { config, addresses, server, health, observing, loops } = deps;
  return {
    healthAddress: () => addressOf(health, config.host),
    start: async ({ serve, work }) => {
      const listening = listeningOf(config, { serve, work });
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
 * Waits while those who send requests find out that they should send them elsewhere. Nobody is waited for who is not
 * connected.
 */
async function drain(
  server: FastifyInstance,
  observing: Observing,
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

async function listen(server: FastifyInstance, listening: Listening): Promise<void> {
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
