export * from './adapter.ts';
export {
  createInboundDoor,
  type InboundDoor,
  inboundRoutes,
  type ObserveDeps,
  observeJob,
} from './inbound.ts';
export { partnerParameter } from './partner-parameter.ts';
export { Partner } from './records/index.ts';
