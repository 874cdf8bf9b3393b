export * from './adapter.ts';
export * from './capabilities.ts';
export { type Change, completedChange } from './changes.ts';
export { checkMarketplace } from './check.ts';
export * from './connections/index.ts';
export type {
  Connection,
  Connector,
  Connectors,
  Operation,
  OptionalOperation,
  Setup,
  SetupFacts,
  SetupValue,
  TakeRate,
} from './connector.ts';
export type { ConnectorDeps, PlatformKeys } from './connectors.ts';
export * from './credentials.ts';
export { type Difference, hashOf, type ImportResult } from './difference.ts';
export { type FailureKind, failureKinds, MarketplaceError } from './errors.ts';
export * from './follow.ts';
export * from './forms/index.ts';
export type { InboundDeps } from './inbound.ts';
export { isLandingAddress } from './landing-address.ts';
export { readMarketplaceLogos } from './logos.ts';
export {
  type Failure,
  integrationWith,
  type MarketplaceSteps,
  marketplaceJobHandler,
  marketplaceRetry,
  tryAgain,
  type WithAdapter,
  waitsForIntegration,
} from './marketplace-job.ts';
export {
  createPartnerName,
  type MarketplaceNames,
  type PartnerName,
  partnerName,
  readMarketplaceNames,
} from './names.ts';
export { type NoticePayload, noticeJob } from './notice-job.ts';
export * from './notifications.ts';
export { type Observe, observeJob } from './observe-job.ts';
export { partnerParameter } from './partner-parameter.ts';
export * from './partners.ts';
export { readableCause, wordsOfCode } from './readable-cause.ts';
export { Partner } from './records/index.ts';
export * from './refunds.ts';
export * from './resale.ts';
export * from './revenue.ts';
export * from './rules/index.ts';
export * from './snapshots.ts';
export * from './specifications.ts';
export * from './strict.ts';
export { marketplacesWith, onlyPartnerWith, partnerOfField, traitsOf } from './traits.ts';
export * from './usage.ts';
