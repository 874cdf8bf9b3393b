import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type KeepAliveProxy = {
  address: string;
  /** Sends requests to the given processes while they are ready. */
  use(addresses: readonly string[]): void;
  close(): Promise<void>;
};

const askEveryMs = 250;

/**
 * Starts a typical reverse proxy, which keeps connections alive, checks readiness periodically, never
 * retries, and responds with 502 if a connection breaks.
 */
export async function startProxy(): Promise<KeepAliveProxy> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
  let behind: { address: string; ready: boolean }[] = [];
  let turn = 0;

  const ask = async (process: (typeof behind)[number]) => {
    process.ready = await fetch(`${process.address}/readyz`, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  const asking = setInterval(() => behind.forEach((process) => void ask(process)), askEveryMs);

  const server = http.createServer((request, response) => {
    const ready = behind.filter((process) => process.ready);
    const chosen = ready[turn++ % ready.length];
    const broken = () => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    };
    if (!chosen) return broken();
    const { connection: _, ...headers } = request.headers;
    const onward = http.request(
      `${chosen.address}${request.url}`,
      { agent, headers, ...(request.method ? { method: request.method } : {}) },
      (answer) => {
        const { connection: __, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, rest);
        answer.pipe(response).on('error', broken);
      },
    );
    onward.on('error', broken);
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (addresses) => {
      behind = addresses.map((address) => ({ address, ready: true }));
    },
    close: async () => {
      clearInterval(asking);
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
