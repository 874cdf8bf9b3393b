export { isSet, refuseNoPercentage } from './checks.ts';
export type { OfferDays, OfferDraft, OfferRefusal, Report } from './contract.ts';
export { fillMissing, missingWords } from './missing.ts';
export * from './offers.ts';
export * from './sales.ts';
