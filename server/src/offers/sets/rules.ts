import { type JsonObject, onlyPartnerWith } from '../../marketplaces/index.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { mergeField } from '../../platform/records/merge.ts';
import { callersMetaInfo } from '../../products/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { OfferRow } from '../columns.ts';
import { prepareOffer, toUtc } from '../prepare/index.ts';
import { isPrivate } from '../row-conversion.ts';
import { unpublished } from '../states.ts';
import type { OfferSet } from './records.ts';

/** The only marketplace that has offer sets. */
export const partnerOfSets = onlyPartnerWith('hasOfferSets', true);

export const maximumOffers = 100;

/** The fields of a set that its caller decides. */
export type OfferSetFields = {
  name: string | null;
  info: JsonObject;
  metaInfo: JsonObject;
  expireTime: string | null;
};

/**
 * A set as it is after a caller's changes (R8): what is absent stays, an empty text takes a field away.
 * @throws AppError 400 invalid_request whose findings name every wrong field
 */
export function applySetChanges(stored: OfferSetFields, body: OfferSet, now: Date): OfferSetFields {
  const partner = body.partner || partnerOfSets;
  const metaInfo = mergeField(
    callersMetaInfo(stored.metaInfo),
    body.metaInfo ? callersMetaInfo(body.metaInfo) : body.metaInfo,
  );
  const expireTime = body.expireTime || undefined;
  if (partner !== partnerOfSets)
    throw invalid([{ pointer: '/partner', message: `must be ${partnerOfSets}: no other has offer sets` }]);
  // What a set has in common with an offer obeys an offer's rules.
  const alike = { partner, metaInfo: metaInfo as WorkloadMetaInfo, ...(expireTime ? { expireTime } : {}) };
  const prepared = prepareOffer(alike, { now });
  return {
    name: body.name === undefined ? stored.name : body.name || null,
    info: mergeField(stored.info, body.info),
    metaInfo: { ...serversPart(stored.metaInfo), ...prepared.metaInfo },
    expireTime: body.expireTime === undefined ? stored.expireTime : expireTime ? toUtc(expireTime) : null,
  };
}

function serversPart(metaInfo: JsonObject): JsonObject {
  const own = callersMetaInfo(metaInfo);
  return Object.fromEntries(Object.entries(metaInfo).filter(([name]) => !Object.hasOwn(own, name)));
}

/** Says whether an offer is not at its marketplace yet. */
export const isUnpublished = ({ status }: OfferRow): boolean => unpublished.includes(status);

/** Says why an offer cannot be in a set, if it cannot: only private offers of the seller's own are bundled. */
export function unfit(offer: OfferRow): string | undefined {
  if (offer.partner !== partnerOfSets) return `is not for ${partnerOfSets}: no other has offer sets`;
  if (!isPrivate(offer.offer_type)) return `is ${offer.offer_type}: a set is of private offers`;
  if (offer.offer_type === 'CPPO_OUT') return 'is CPPO_OUT: a reseller takes it, and no buyer';
  return undefined;
}

const accountsOf = (info: string): string[] =>
  [...((JSON.parse(info) as { buyerMkAAccountIds?: string[] }).buyerMkAAccountIds ?? [])].sort();

/** The buyers that offers and their set name, where that is more than one buyer. */
export function differingBuyers(
  offers: readonly OfferRow[],
  common: string,
): { offer: OfferRow; message: string } | undefined {
  const named = offers.find(({ buyer_id }) => buyer_id !== null);
  const other = offers.find(({ buyer_id }) => buyer_id !== null && buyer_id !== named?.buyer_id);
  if (other) return { offer: other, message: 'is for another buyer: the offers of a set are for one' };
  const accounts = [accountsOf(common), ...offers.map(({ info }) => accountsOf(info))];
  const first = accounts.find(({ length }) => length > 0);
  const differing = offers.find(({ info }) => {
    const own = accountsOf(info);
    return own.length > 0 && own.join() !== first?.join();
  });
  return (
    differing && { offer: differing, message: 'is for other accounts: the offers of a set are for one buyer' }
  );
}

export const ofOffer = (index: number, path: string, message: string): Finding => ({
  pointer: `/offerIDs/${index}${path}`,
  message,
});
