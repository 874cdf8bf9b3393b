import { createServer, type RequestListener } from 'node:http';

/** Counts of a receiver: deliveries since the last query, and the ages of their events. */
export type Arrivals = { count: number; agesMs: number[]; lastAt: number };
export type ReceiverPorts = { quick: number; hanging: number };

let arrivals: Arrivals = { count: 0, agesMs: [], lastAt: 0 };

const takes: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const time = /"timestamp":"([^"]+)"/.exec(Buffer.concat(chunks).toString())?.[1] ?? '';
    arrivals.count++;
    arrivals.lastAt = Date.now();
    arrivals.agesMs.push(arrivals.lastAt - Date.parse(time));
    response.end('ok');
  });
};

const listen = (listener: RequestListener): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer(listener);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });

process.on('message', () => {
  process.send?.(arrivals);
  arrivals = { count: 0, agesMs: [], lastAt: 0 };
});
process.on('disconnect', () => process.exit(0));
process.send?.({ quick: await listen(takes), hanging: await listen(() => {}) } satisfies ReceiverPorts);
