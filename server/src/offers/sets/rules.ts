import {
  buyerAccountsField,
  type JsonObject,
  offerSetField,
  onlyPartnerWith,
} from '../../marketplaces/index.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { mergeField } from '../../platform/records/merge.ts';
import { isMoveAllowed, statesBefore } from '../../platform/records/moves.ts';
import { callersMetaInfo } from '../../products/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { OfferRow } from '../columns.ts';
import { offerSetErrors } from '../errors.ts';
import { isPrivate } from '../kind.ts';
import { prepareOffer } from '../prepare/prepare.ts';
import { serverOwnedFields } from '../prepare/server-owned.ts';
import { toUtc } from '../prepare/times.ts';
import { unpublished } from '../states.ts';
import type { OfferSetRow } from './columns.ts';
import type { OfferSet, OfferSetStatus } from './records.ts';
import { offerSetCommands } from './states.ts';

/** The only marketplace with offer sets. */
export const partnerOfSets = onlyPartnerWith('offerSetField', offerSetField);

export const maximumOffers = 100;

/** Fields of a set that the caller sets. */
type OfferSetFields = {
  name: string | null;
  info: JsonObject;
  metaInfo: JsonObject;
  expireTime: string | null;
};

/**
 * Applies a caller's changes to a set (R8): absent fields stay unchanged, and an empty string removes a field.
 * @throws AppError 400 invalid_request with every finding
 */
export function applySetChanges(stored: OfferSetFields, body: OfferSet, now: Date): OfferSetFields {
  const partner = body.partner || partnerOfSets;
  const metaInfo = mergeField(
    callersMetaInfo(stored.metaInfo),
    body.metaInfo ? callersMetaInfo(body.metaInfo) : body.metaInfo,
  );
  const expireTime = body.expireTime || undefined;
  if (partner !== partnerOfSets)
    throw invalid([
      { pointer: '/partner', message: `must be ${partnerOfSets}: only this marketplace has offer sets` },
    ]);
  // The rules of offers apply to the fields that sets and offers have in common.
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

/** Returns whether an offer has not been sent to its marketplace yet. */
export const isUnpublished = ({ status }: OfferRow): boolean => unpublished.includes(status);

/**
 * Returns the reason why an offer cannot be in a set; undefined if it can. Sets have private offers to a buyer.
 */
export function unfit(offer: OfferRow): string | undefined {
  if (offer.partner !== partnerOfSets)
    return `must be for ${partnerOfSets}: only this marketplace has offer sets`;
  if (!isPrivate(offer.offer_type)) return `is ${offer.offer_type}: a set has private offers only`;
  if (offer.offer_type === 'CPPO_OUT') return 'is CPPO_OUT: it is for a reseller, not for a buyer';
  return undefined;
}

const accountsOf = (info: string): string[] =>
  [...((JSON.parse(info) as { [buyerAccountsField]?: string[] })[buyerAccountsField] ?? [])].sort();

/** Finds an offer of a set whose buyer or accounts differ from those of the other offers. */
export function differingBuyers(
  offers: readonly OfferRow[],
  common: string,
): { offer: OfferRow; message: string } | undefined {
  const named = offers.find(({ buyer_id }) => buyer_id !== null);
  const other = offers.find(({ buyer_id }) => buyer_id !== null && buyer_id !== named?.buyer_id);
  if (other) return { offer: other, message: 'is for another buyer: the offers of a set are for one buyer' };
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

/**
 * Requires a state that allows the transition.
 * @throws 409 that lists the allowed states
 */
export function requireMove({ status }: OfferSetRow, to: OfferSetStatus): void {
  if (isMoveAllowed(offerSetCommands, status, to)) return;
  const allowed = statesBefore(offerSetCommands, to);
  throw offerSetErrors.offer_set_state(`The offer set is ${status}, not ${allowed.join(' or ')}.`);
}

export function requireDraft({ status }: OfferSetRow): void {
  if (status !== 'DRAFT') throw offerSetErrors.offer_set_state(`The offer set is ${status}, not DRAFT.`);
}

/** Fields of the service, ignored in requests (R9). Offers are added and removed by their own operations. */
export const ignoredFields = [
  'id',
  'organizationID',
  'status',
  'externalID',
  'offerIDs',
  'buyerIDs',
  'createdBy',
  'lastUpdatedBy',
  'creationTime',
  'lastUpdateTime',
  ...serverOwnedFields.filter((name) => name.startsWith('metaInfo.')),
];
