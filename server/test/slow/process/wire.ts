import net from 'node:net';

/** A database connection that can be broken, or become silent like a machine without power. */
export type Wire = {
  connectionString: string;
  cut(): Promise<void>;
  restore(): Promise<void>;
  silence(): void;
  close(): Promise<void>;
};

export async function startWire(target: string): Promise<Wire> {
  const url = new URL(target);
  const port = Number(url.port || 5432);
  const host = url.searchParams.get('host') ?? url.hostname;
  url.searchParams.delete('host');
  const there = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<net.Socket>();
  let silent = false;
  const server = net.createServer((inside) => {
    const outside = net.connect(there);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => silent || to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (wanted: number) =>
    new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as net.AddressInfo).port;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  url.host = `127.0.0.1:${own}`;
  return {
    connectionString: url.href,
    cut,
    restore: async () => {
      silent = false;
      if (!server.listening) await listen(own);
    },
    silence: () => {
      silent = true;
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
