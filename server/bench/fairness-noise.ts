import http from 'node:http';

/** A request that is repeated at full speed. */
export type NoiseRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** A text in the body that is replaced in each request, so that every body is unique. */
  mark?: string;
};

export type NoiseOrder = {
  port: number;
  connections: number;
  /** Source address of the requests; the default address when absent. */
  localAddress?: string;
  request: NoiseRequest;
};
/** Counts of responses by status, and of failed connections. */
export type Noise = Record<string, number>;

/** Sends requests from the first message to the second message, then reports the counts. */
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
