/** The loop that reads the sellers' notification queues at marketplaces. */
export { createPuller, type PullerDeps } from './puller.ts';
