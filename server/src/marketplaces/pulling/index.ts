/** The loop that reads the queues which marketplaces keep for sellers. */
export { createPuller, type PullerDeps } from './puller.ts';
