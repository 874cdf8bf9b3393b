import type { OfferSpec } from '../../specifications.ts';
import { createReport, type Refusal } from './report.ts';
import { holdToAuthorization } from './resold.ts';

/**
 * A fixed day for planning. The day only determines when a prepaid price is due and does not affect
 * rejections.
 */
const anyDay = '2000-01-01';

/** Finds where an offer violates the known terms of the authorization that the offer resells. */
export function refusalsOfResale(spec: OfferSpec): readonly Refusal[] {
  if (spec.offerType !== 'CPPO' || !spec.basedOn?.authorizationInfo) return [];
  const report = createReport();
  holdToAuthorization(spec, { today: anyDay }, report);
  return report.refusals;
}
