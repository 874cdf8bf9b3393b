export type { Call, CallOutcome } from './connected-adapter.ts';
export type { Integration } from './memory.ts';
export { NotConnected } from './not-connected.ts';
export { type Stream, streams } from './operations.ts';
export { createRates, longestWaitMs } from './rate.ts';
export { type Connections, createConnections } from './registry.ts';
