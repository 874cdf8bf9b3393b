import { draftOffer } from '../draft-offer.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

type Ids = { offerSetId: string; offerId?: string };

const states: Readonly<Record<string, 'offer beside' | 'offer inside' | 'published'>> = {
  addOfferToOfferSet: 'offer beside',
  removeOfferFromOfferSet: 'offer inside',
  takeOfferOutOfOfferSet: 'offer inside',
  publishOfferSet: 'offer inside',
  cancelOfferSet: 'published',
  sandboxAcceptOfferSet: 'published',
};

/** Provides offer sets in the required state, and replaces used-up sets. */
export function createOfferSetRecords(app: TestApp, org: TestOrganization) {
  const made = new Map<string, Ids>();
  let changes = 0;
  const post = async (path: string, body?: object) => {
    const reply = await app.request('POST', `/org/${org.id}/offerSet${path}`, {
      token: org.token,
      ...(body ? { body } : {}),
    });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const make = async (state: string): Promise<Ids> => {
    const offerSetId: string = (await post('', {})).id;
    if (state === 'empty') return { offerSetId };
    const offerId = await draftOffer(app, org);
    if (state !== 'offer beside') await post(`/${offerSetId}/offer/${offerId}`);
    if (state !== 'published') return { offerSetId, offerId };
    await post(`/${offerSetId}/publish`);
    await app.drainJobs();
    return { offerSetId };
  };
  return {
    ids: async ({ operationId, path }: Operation): Promise<Ids | Record<string, never>> => {
      if (!path.includes('{offerSetId}')) return {};
      const state = states[operationId] ?? 'empty';
      const ids = made.get(state) ?? (await make(state));
      made.set(state, ids);
      return ids;
    },
    used: ({ operationId }: Operation) => {
      const state = states[operationId];
      if (state) made.delete(state);
      // Test values leave long texts in the record, and each change stores two copies, so the record is
      // replaced.
      if (operationId === 'deleteOfferSet' || (operationId === 'updateOfferSet' && ++changes % 20 === 0))
        made.delete('empty');
    },
  };
}
