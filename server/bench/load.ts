import { type Driven, drive } from './drive.ts';
import { requestMaker, type Target, type World } from './requests.ts';
import { type UsageOrder, usageMaker } from './usage/requests.ts';

/** Requests made from a seed, or one request repeated; at most `requests`, if given. */
export type LoadOrder = { port: number; connections: number; seconds: number; requests?: number } & (
  | { world: World; target: Target; seed: number; run: number }
  | { request: string }
  | { world: World; usage: UsageOrder }
);

/** The load generator runs in its own process. The process receives an order and sends back its measurements. */
process.on('message', async (order: LoadOrder) => {
  const { port, connections, seconds, requests } = order;
  const result: Driven = await drive({ port, connections, seconds, requests, next: makerOf(order) });
  process.send?.(result);
});

function makerOf(order: LoadOrder): () => string {
  if ('request' in order) return () => order.request;
  if ('usage' in order) return usageMaker(order.world, order.usage);
  return requestMaker(order.world, order.target, order.seed, order.run);
}

process.on('disconnect', () => process.exit());
