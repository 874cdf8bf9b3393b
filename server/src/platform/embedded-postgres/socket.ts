import { join } from 'node:path';
import { type Layout, role } from './layout.ts';

/** What the address of a socket may have of bytes, on all systems that have such sockets. */
const longestAddress = 103;

/**
 * The folder of the socket by which programs of this machine speak to PostgreSQL: a round trip costs a third less than
 * by TCP. It is the cluster's own, which nobody else may enter. Undefined where it cannot be had.
 */
export const socketFolderOf = ({ cluster }: Pick<Layout, 'cluster'>): string | undefined =>
  process.platform === 'win32' || Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) > longestAddress
    ? undefined
    : cluster;

/** How to connect to the server on a port: by its socket where there is one. */
export function connectionStringOf(layout: Layout, port: number, password: string): string {
  const folder = socketFolderOf(layout);
  const host = folder === undefined ? '' : `&host=${encodeURIComponent(folder)}`;
  return `postgres://${role}:${password}@127.0.0.1:${port}/${role}?sslmode=disable${host}`;
}
