import { describe, expect, test } from 'vitest';
import { draftOffer } from '../draft-offer.ts';
import { openQueuedWorld } from '../queued-world.ts';

const { marketplace, app, org, call, good, pass, settle, offer, published, events } = openQueuedWorld();
const { control, calls, count } = marketplace;
const given = (name: string) => calls.filter(([called]) => called === name).map(([, ...rest]) => rest);

/** Creates a draft set with the given offers, or with two new offers. */
async function draftSet(offers?: string[]): Promise<{ id: string; offers: string[] }> {
  const { id } = await good('POST', 'offerSet', { name: 'Both', info: { buyerNotes: 'Accept both' } });
  const members = offers ?? [await draftOffer(app(), org()), await draftOffer(app(), org())];
  for (const member of members) await good('POST', `offerSet/${id}/offer/${member}`);
  return { id, offers: members };
}
const publish = async (id: string) => {
  const set = await good('POST', `offerSet/${id}/publish`);
  await app().drainJobs();
  return set;
};
const setOf = (id: string) => good('GET', `offerSet/${id}`);
const statesOf = async (ids: readonly string[]) => {
  const states = [];
  for (const id of ids) states.push((await offer(id)).status);
  return states;
};

describe('an offer set of a marketplace with sets', () => {
  test('is created before its offers, which refer to it, and released after them, once', async () => {
    const { id, offers } = await draftSet();
    expect((await publish(id)).status).toBe('PENDING_CREATE');
    expect([count('createOfferSet'), count('createOffer')]).toEqual([1, 0]);
    expect(given('createOfferSet')[0]?.[0]).toEqual({ key: id, name: 'Both', notes: 'Accept both' });
    await settle();
    expect(await setOf(id)).toMatchObject({ status: 'PENDING_CREATE', externalID: 'offer-set-1' });
    expect(given('createOffer')).toMatchObject([
      [{ externalSetId: 'offer-set-1' }, expect.any(String)],
      [{ externalSetId: 'offer-set-1' }, expect.any(String)],
    ]);
    await settle();
    expect(await statesOf(offers)).toEqual(['PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE']);
    // The set is not visible to its buyer yet.
    expect((await setOf(id)).status).toBe('PENDING_CREATE');
    expect(count('releaseOfferSet')).toBe(1);
    await settle();
    expect((await setOf(id)).status).toBe('PENDING_ACCEPTANCE');
    expect(marketplace.sets.get('offer-set-1')?.offerIds?.toSorted()).toEqual(['offer-1', 'offer-2']);
    expect([count('createOfferSet'), count('createOffer'), count('releaseOfferSet')]).toEqual([1, 2, 1]);
    expect(await events(id, 'PENDING_ACCEPTANCE')).toBe(1);
  });

  test('is checked as soon as the marketplace notifies us', async () => {
    const { id } = await draftSet();
    await publish(id);
    marketplace.settle();
    const raw = JSON.stringify({ id: 'n1', subjects: [{ kind: 'CHANGE', externalId: 'set-1' }] });
    await app().request('POST', `/marketplaces/mka/notifications/${org().id}`, { raw });
    await app().drainJobs();
    expect((await setOf(id)).externalID).toBe('offer-set-1');
  });

  test('that cannot be created leaves its offers CREATE_FAILED, human-readable; before a retry it is looked up', async () => {
    const { id, offers } = await draftSet();
    await publish(id);
    marketplace.fail('TOO_MANY', 'End another set first.');
    await pass(control.askAgainMs);
    const said = { errorMessages: ['TOO_MANY'], prettifiedErrorMessages: ['End another set first.'] };
    expect(await setOf(id)).toMatchObject({ status: 'CREATE_FAILED', metaInfo: said });
    expect(await offer(offers[0] as string)).toMatchObject({ status: 'CREATE_FAILED', metaInfo: said });
    expect(count('createOffer')).toBe(0);

    await publish(id);
    expect([count('findOfferSet'), count('createOfferSet')]).toEqual([1, 2]);
    expect(new Set(given('createOfferSet').map(([, key]) => key)).size).toBe(2);
    for (const _ of ['the set', 'its offers', 'its release']) await settle();
    const set = await setOf(id);
    expect(set.status).toBe('PENDING_ACCEPTANCE');
    expect(set.metaInfo).not.toHaveProperty('errorMessages');
    expect(count('createOffer')).toBe(2);
  });

  test('whose release fails is CREATE_FAILED, and a retry releases it without creating offers again', async () => {
    const { id, offers } = await draftSet();
    await publish(id);
    for (const _ of ['the set', 'its offers']) await settle();
    marketplace.fail('DIFFERENT', 'The offers do not go together.');
    await pass(control.askAgainMs);
    expect(await setOf(id)).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { prettifiedErrorMessages: ['The offers do not go together.'] },
    });
    expect(await statesOf(offers)).toEqual(['PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE']);
    expect((await publish(id)).status).toBe('PENDING_CREATE');
    await settle();
    expect((await setOf(id)).status).toBe('PENDING_ACCEPTANCE');
    expect([count('createOffer'), count('releaseOfferSet')]).toEqual([2, 2]);
  });

  test('with a failed offer is released once that offer is created', async () => {
    const { id, offers } = await draftSet();
    await publish(id);
    await settle();
    const running = [...marketplace.changes.values()].filter(({ change }) => change.state === 'RUNNING');
    const bad = running[1] as (typeof running)[number];
    bad.change = { state: 'FAILED', code: 'BAD', readable: 'It is not good.' };
    await settle();
    expect((await statesOf(offers)).toSorted()).toEqual(['CREATE_FAILED', 'PENDING_ACCEPTANCE']);
    expect([(await setOf(id)).status, count('releaseOfferSet')]).toEqual(['CREATE_FAILED', 0]);
    await publish(id);
    for (const _ of ['the offer', 'the release']) await settle();
    expect((await setOf(id)).status).toBe('PENDING_ACCEPTANCE');
    expect([count('createOfferSet'), count('createOffer'), count('releaseOfferSet')]).toEqual([1, 3, 1]);
  });

  test('that the marketplace is known to refuse cannot be published, nor a set with an offer that was published alone', async () => {
    control.setRefusals = [{ pointer: '/info/buyerNotes', message: 'Give notes.' }];
    const { id, offers } = await draftSet();
    const refused = await call('POST', `offerSet/${id}/publish`);
    expect([refused.status, refused.body.errors]).toEqual([400, control.setRefusals]);
    expect(await statesOf(offers)).toEqual(['DRAFT', 'DRAFT']);

    control.setRefusals = [];
    const [alone] = offers as [string];
    await good('POST', 'offer', { id: alone, partner: 'MKA' });
    await app().drainJobs();
    await settle();
    const reply = await call('POST', `offerSet/${id}/publish`);
    expect([reply.status, reply.body.errors[0]?.pointer]).toEqual([400, '/offerIDs/0']);
    expect(count('createOfferSet')).toBe(0);
  });

  test('is optional: an offer may be published alone', async () => {
    const id = await published();
    expect(marketplace.offers.get('offer-1')?.spec.externalSetId).toBeUndefined();
    expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
  });
});
