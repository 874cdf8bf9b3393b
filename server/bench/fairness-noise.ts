import http from 'node:http';

/** A request that is sent again and again; `parts` of a body are repeated, for one that is long. */
export type NoiseRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Stands in the body for a text of each request's own. */
  mark?: string;
};

export type NoiseOrder = {
  port: number;
  connections: number;
  /** Where the requests come from; absent: from where all others do. */
  localAddress?: string;
  request: NoiseRequest;
};
/** How many were answered by status, and how many connections failed. */
export type Noise = Record<string, number>;

/** Makes noise from the first message to the second, and answers what it got. */
process.once('message', (order: NoiseOrder) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: order.connections });
  const from = order.localAddress === undefined ? {} : { localAddress: order.localAddress };
  const counts: Noise = {};
  let ended = false;
  let sent = 0;
  const send = (): Promise<void> =>
    new Promise((resolve) => {
      const { method, path, headers, body = '', mark } = order.request;
      const count = (name: string) => {
        counts[name] = (counts[name] ?? 0) + 1;
        resolve();
      };
      const request = http.request(
        { ...from, host: '127.0.0.1', port: order.port, agent, method, path, headers },
        (response) => {
          response.on('data', (chunk: Buffer) => {
            counts.bytes = (counts.bytes ?? 0) + chunk.length;
          });
          response.on('end', () => count(String(response.statusCode)));
          response.on('error', () => count('broken off'));
        },
      );
      request.on('error', () => count('failed'));
      request.end(mark === undefined ? body : body.replaceAll(mark, `${process.pid}-${++sent}-`));
    });
  const keepSending = async () => {
    while (!ended) await send();
  };
  const all = Array.from({ length: order.connections }, keepSending);
  process.once('message', () => {
    ended = true;
    setTimeout(() => agent.destroy(), 2000).unref();
    void Promise.all(all).then(() => process.send?.(counts));
  });
});

process.on('disconnect', () => process.exit());
