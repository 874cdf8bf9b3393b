import { answerOf, type WithId, type WorkloadOffer } from '@tradepost/sdk';
import { isStatus, tradepost } from '../../api.ts';
import { type Json, patchOf } from '../../ui/form/pointers.ts';

/** An offer as stored by the service, with its ETag for conditional changes. */
export type StoredOffer = { offer: WithId<WorkloadOffer>; tag: string | undefined };

/** The error for a change that was not written, because another member changed the offer after it was read. */
export class EditConflict extends Error {
  readonly theirs: StoredOffer;
  constructor(theirs: StoredOffer) {
    super('Another member has changed the offer.');
    this.theirs = theirs;
  }
}

const withTag = (offer: WithId<WorkloadOffer>): StoredOffer => ({ offer, tag: answerOf(offer)?.etag });
// A compressing proxy marks the ETag as weak, but the ETag still identifies the same version.
const isSameTag = (one: StoredOffer, other: StoredOffer): boolean =>
  one.tag?.replace(/^W\//, '') === other.tag?.replace(/^W\//, '');

export const readOffer = async (orgId: string, id: string, signal?: AbortSignal): Promise<StoredOffer> => {
  const { offers } = tradepost.in(orgId);
  return withTag(await (signal ? offers.get(id, { signal }) : offers.get(id)));
};

/**
 * Changes an offer unless it has changed since it was read. Only differences are sent, so that values outside the form
 * are kept.
 * @throws ChangedMeanwhile
 */
export async function changeOffer(orgId: string, base: StoredOffer, offer: Json): Promise<StoredOffer> {
  const { id } = base.offer;
  const patch = patchOf(base.offer, offer);
  if (Object.keys(patch).length === 0) {
    const now = await readOffer(orgId, id);
    if (!isSameTag(now, base)) throw new EditConflict(now);
    return now;
  }
  try {
    return withTag(await tradepost.in(orgId).offers.update(id, patch, { ifMatch: base.tag }));
  } catch (error) {
    if (!isStatus(error, 412)) throw error;
    throw new EditConflict(await readOffer(orgId, id));
  }
}

export const keepNewDraft = async (orgId: string, offer: Json): Promise<StoredOffer> =>
  withTag(await tradepost.in(orgId).offers.createOrUpdateDraft(offer));

/**
 * Creates an offer, or submits a stored draft unchanged. Strict handling is off, because it would reject warnings that
 * the user has confirmed.
 */
export const createOffer = async (orgId: string, offer: Json): Promise<StoredOffer> =>
  withTag(await tradepost.in(orgId).offers.create(offer, { headers: { prefer: 'handling=lenient' } }));
