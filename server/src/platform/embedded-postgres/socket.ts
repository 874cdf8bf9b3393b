import { join } from 'node:path';
import { type Layout, role } from './layout.ts';

/** The maximum length in bytes of a socket path that all systems support. */
const longestAddress = 103;

/**
 * Returns the folder of the Unix socket, over which a round trip takes a third less time than over TCP. The socket is
 * in the cluster's folder, which other users cannot enter. Returns undefined if sockets are unsupported or the path is
 * too long.
 */
export const socketFolderOf = ({ cluster }: Pick<Layout, 'cluster'>): string | undefined =>
  process.platform === 'win32' || Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) > longestAddress
    ? undefined
    : cluster;

/** Creates the connection string of the server on a port, with its socket if available. */
export function connectionStringOf(layout: Layout, port: number, password: string): string {
  const folder = socketFolderOf(layout);
  const host = folder === undefined ? '' : `&host=${encodeURIComponent(folder)}`;
  return `postgres://${role}:${password}@127.0.0.1:${port}/${role}?sslmode=disable${host}`;
}
