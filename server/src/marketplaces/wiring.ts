export { createConnectors, type ObtainDocument, pullingOf } from './connectors.ts';
export { marketplaceDescription } from './description.ts';
export { createInboundDoor, type InboundDoor } from './inbound.ts';
export { inboundRoutes } from './inbound-routes.ts';
export { landingAddress } from './landing-address.ts';
export { resumeJobs } from './marketplace-job.ts';
export { withSpans } from './spans.ts';
