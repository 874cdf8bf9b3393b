import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../platform/system/config.ts';

/** The roles of a process: serve requests, run jobs, or both. */
export type Roles = { serve: boolean; work: boolean };

/** The address on which a process listens, and the variable that sets the port. */
export type ListenAddress = Readonly<{ variable: 'PORT' | 'HEALTH_PORT'; host: string; port: number }>;

/** Returns the address for a process with these roles. A process without the role `serve` may have no address. */
export function listenAddressOf(
  { host, port, healthPort }: Config,
  { serve }: Roles,
): ListenAddress | undefined {
  if (serve) return { variable: 'PORT', host, port };
  return healthPort === undefined ? undefined : { variable: 'HEALTH_PORT', host, port: healthPort };
}

/**
 * Requires that the process can listen on its port, before other setup.
 * @throws Error that names the variable to change
 */
export async function requireFreePort(config: Config, roles: Roles): Promise<void> {
  const listening = listenAddressOf(config, roles);
  if (!listening) return;
  const { host, port } = listening;
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    throw portProblem(error, listening);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Explains why the process cannot listen. */
export function portProblem(error: unknown, { variable, host, port }: ListenAddress): unknown {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(
        `${variable}: ${place} is in use by another program. ` +
          `End that program, or set ${variable} to a free port (0 for any free port).`,
      );
    case 'EACCES':
      return new Error(
        `${variable}: this user is not allowed to listen on ${place}. ` +
          `Set ${variable} to a port above 1023, or grant the permission.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(
        `HOST: ${host} is not an address of this machine. ` +
          'Set HOST to one of its addresses, to 127.0.0.1 or to 0.0.0.0 (all addresses).',
      );
    default:
      return error;
  }
}
