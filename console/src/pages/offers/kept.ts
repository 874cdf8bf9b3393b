import { answerOf, type Kept, type WorkloadOffer } from '@tradepost/sdk';
import { isStatus, tradepost } from '../../api.ts';
import { type Json, patchOf } from '../../ui/form/pointers.ts';

/** An offer as the service has it, with the tag by which a change says what it is a change of. */
export type KeptOffer = { offer: Kept<WorkloadOffer>; tag: string | undefined };

/** Somebody else has changed the offer since it was read: nothing was done. */
export class ChangedMeanwhile extends Error {
  readonly theirs: KeptOffer;
  constructor(theirs: KeptOffer) {
    super('Somebody else has changed the offer.');
    this.theirs = theirs;
  }
}

const tagged = (offer: Kept<WorkloadOffer>): KeptOffer => ({ offer, tag: answerOf(offer)?.etag });
// A proxy that compresses marks a tag; it names the same text all the same.
const isSameTag = (one: KeptOffer, other: KeptOffer): boolean =>
  one.tag?.replace(/^W\//, '') === other.tag?.replace(/^W\//, '');

export const readOffer = async (orgId: string, id: string, signal?: AbortSignal): Promise<KeptOffer> => {
  const { offers } = tradepost.in(orgId);
  return tagged(await (signal ? offers.get(id, { signal }) : offers.get(id)));
};

/**
 * Changes an offer, unless somebody else has since it was read. Only what differs is sent: what the form does not show stays.
 * @throws ChangedMeanwhile
 */
export async function changeOffer(orgId: string, base: KeptOffer, offer: Json): Promise<KeptOffer> {
  const { id } = base.offer;
  const patch = patchOf(base.offer, offer);
  if (Object.keys(patch).length === 0) {
    const now = await readOffer(orgId, id);
    if (!isSameTag(now, base)) throw new ChangedMeanwhile(now);
    return now;
  }
  try {
    return tagged(await tradepost.in(orgId).offers.update(id, patch, { ifMatch: base.tag }));
  } catch (error) {
    if (!isStatus(error, 412)) throw error;
    throw new ChangedMeanwhile(await readOffer(orgId, id));
  }
}

export const keepNewDraft = async (orgId: string, offer: Json): Promise<KeptOffer> =>
  tagged(await tradepost.in(orgId).offers.createOrUpdateDraft(offer));

/** Makes an offer of what is filled in; of a draft that is kept already, as it stands. Strict handling refuses what the person has confirmed. */
export const createOffer = async (orgId: string, offer: Json): Promise<KeptOffer> =>
  tagged(await tradepost.in(orgId).offers.create(offer, { headers: { prefer: 'handling=lenient' } }));
