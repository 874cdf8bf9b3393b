import { type Settings, startParts } from './parts.ts';

/**
 * A message of the test to the service in a separate process: the offset of the marketplace’s clock, and
 * whether queues are read.
 */
export type Order = { offsetMs: number; reads: boolean };
/** A message of the service: its URL, once, or the completion of an order. */
export type Report = { url: string } | { done: true } | { failure: string };

const [settings, offset] = process.argv.slice(2) as [string, string];
let offsetMs = Number(offset);
const report = (said: Report) => process.send?.(said);

const { url, step } = await startParts(JSON.parse(settings) as Settings, () => Date.now() + offsetMs);
process.on('message', (order: Order) => {
  offsetMs = order.offsetMs;
  step(order.reads).then(
    () => report({ done: true }),
    (error: Error) => report({ failure: error.stack ?? error.message }),
  );
});
process.on('disconnect', () => process.exit());
report({ url });
