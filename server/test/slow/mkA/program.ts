import { type Settings, startParts } from './parts.ts';

/** What the test says to the program in a process of its own: how far the marketplace's clock is, and whether queues are read. */
export type Order = { offsetMs: number; reads: boolean };
/** What the program answers: where it listens, once, and that an order was done. */
export type Report = { url: string } | { done: true } | { failure: string };

const [settings] = process.argv.slice(2).map((text) => JSON.parse(text) as Settings);
let offsetMs = 0;
const report = (said: Report) => process.send?.(said);

const { url, step } = await startParts(settings as Settings, () => Date.now() + offsetMs);
process.on('message', (order: Order) => {
  offsetMs = order.offsetMs;
  step(order.reads).then(
    () => report({ done: true }),
    (error: Error) => report({ failure: error.stack ?? error.message }),
  );
});
process.on('disconnect', () => process.exit());
report({ url });
