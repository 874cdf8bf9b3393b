import { expect, test } from 'vitest';
import type { Layout } from './layout.ts';
import { connectionStringOf, socketFolderOf } from './socket.ts';

const layoutAt = (cluster: string) => ({ cluster }) as Layout;

test.skipIf(process.platform === 'win32')(
  'the connection string uses the socket in the folder of the cluster',
  () => {
    const url = new URL(connectionStringOf(layoutAt('/srv/trade post/postgres'), 4711, 'secret'));
    expect(url.searchParams.get('host')).toBe('/srv/trade post/postgres');
    expect(url.port).toBe('4711');
  },
);

test('the connection string uses TCP when the path of the socket would be too long', () => {
  const cluster = `/${'long'.repeat(25)}`;
  expect(socketFolderOf(layoutAt(cluster))).toBeUndefined();
  const url = new URL(connectionStringOf(layoutAt(cluster), 4711, 'secret'));
  expect(url.searchParams.has('host')).toBe(false);
  expect(url.host).toBe('127.0.0.1:4711');
});
