import { traitsOf } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import type { OfferRow } from '../columns.ts';
import type { WorkloadOffer } from '../records.ts';
import { isAtMarketplace, sourceOf } from '../row-conversion.ts';
import { unpublished } from '../states.ts';
import { findOffer } from '../store.ts';

/**
 * Finds what is wrong with the source that an offer names. A source is a private offer of the organization on
 * marketplace C, as the offer itself is, and another one. It is named before the offer is published: then it is taken
 * back, once.
 * @param stored the offer as it was, if it is there already
 */
export async function sourceFinding(
  scope: OrgTransaction,
  stored: OfferRow | undefined,
  { partner, metaInfo }: WorkloadOffer,
): Promise<Finding | undefined> {
  const sourceId = sourceOf(metaInfo);
  if (sourceId === (stored && sourceOf(JSON.parse(stored.meta_info)))) return undefined;
  const finding = (message: string): Finding => ({
    pointer: '/metaInfo/sourceOfferIdToCancelAfterPublish',
    message,
  });
  if (stored && !unpublished.includes(stored.status))
    return finding('cannot change once the offer was submitted');
  if (sourceId === undefined) return undefined;
  if (!traitsOf(partner).cancelsSource) return finding('is for marketplace C only');
  if (sourceId === stored?.id) return finding('is the offer itself');
  const source = await findOffer(scope, sourceId);
  if (!source || source.status === 'DELETED') return finding('names no offer of the organization');
  if (source.partner !== partner) return finding(`is an offer on ${source.partner ?? 'no partner'}`);
  return isAtMarketplace(source) ? undefined : finding('is no private offer on a marketplace');
}

/** @param within where the meta info stands in the body @throws 400 */
export async function requireSource(
  scope: OrgTransaction,
  stored: OfferRow | undefined,
  body: WorkloadOffer,
  within: '/metaInfo' | '' = '/metaInfo',
): Promise<void> {
  const finding = await sourceFinding(scope, stored, body);
  if (finding) throw invalid([{ ...finding, pointer: finding.pointer.replace('/metaInfo', within) }]);
}
