import { type Driven, drive } from './drive.ts';
import { requestMaker, type Target, type World } from './requests.ts';

/** Requests made from a seed, or one and the same again and again; no more than `requests`, where that is given. */
export type LoadOrder = { port: number; connections: number; seconds: number; requests?: number } & (
  | { world: World; target: Target; seed: number; run: number }
  | { request: string }
);

/** The load generator is a process of its own; it gets its settings and answers what it measured. */
process.on('message', async (order: LoadOrder) => {
  const { port, connections, seconds, requests } = order;
  const next =
    'request' in order ? () => order.request : requestMaker(order.world, order.target, order.seed, order.run);
  const result: Driven = await drive({ port, connections, seconds, requests, next });
  process.send?.(result);
});
process.on('disconnect', () => process.exit());
