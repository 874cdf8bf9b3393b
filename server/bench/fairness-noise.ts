import { Pool } from 'undici';

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
process.once('message', ({ port, connections, localAddress, request }: NoiseOrder) => {
  const { method, path, headers, body = '', mark } = request;
  const connect = localAddress === undefined ? {} : { localAddress };
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, connect, bodyTimeout: 0 });
  const counts: Noise = {};
  const count = (name: string, more = 1) => {
    counts[name] = (counts[name] ?? 0) + more;
  };
  let [ended, sent] = [false, 0];
  const keepSending = async () => {
    while (!ended)
      try {
        const marked = mark === undefined ? body : body.replaceAll(mark, `${process.pid}-${++sent}-`);
        const response = await pool.request({
          method,
          path,
          headers,
          body: method === 'GET' ? null : marked,
        });
        for await (const chunk of response.body) count('bytes', (chunk as Buffer).length);
        count(String(response.statusCode));
      } catch {
        count('failed');
      }
  };
  const all = Array.from({ length: connections }, keepSending);
  process.send?.('started');
  process.once('message', () => {
    ended = true;
    setTimeout(() => pool.destroy(), 2000).unref();
    void Promise.all(all).then(() => process.send?.(counts));
  });
});

process.on('disconnect', () => process.exit());
