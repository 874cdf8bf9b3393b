import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Agent } from './undici.ts';

test('loading undici does not change the built-in fetch: it accepts a content-length from the caller', async () => {
  expect(Agent).toBeTypeOf('function');
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(request.headers['content-length']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    method: 'PUT',
    body: 'four',
    headers: { 'content-length': '4' },
  });
  expect(await answer.text()).toBe('4');
  server.close();
  server.closeAllConnections();
});
