export * from './adapter.ts';
export { marketplaceDescription } from './description.ts';
export {
  createInboundDoor,
  type InboundDoor,
  inboundRoutes,
  type Observe,
  type ObserveDeps,
  observeJob,
} from './inbound.ts';
export {
  type Asked,
  type Failure,
  type MarketplaceSteps,
  marketplaceJobHandler,
  marketplaceRetry,
} from './marketplace-job.ts';
export { partnerParameter } from './partner-parameter.ts';
export { readableCause } from './readable-cause.ts';
export { Partner } from './records/index.ts';
export * from './revenue.ts';
export { withSpans } from './spans.ts';
export { onlyPartnerWith, partnerOfField, traitsOf } from './traits.ts';
export * from './usage.ts';
