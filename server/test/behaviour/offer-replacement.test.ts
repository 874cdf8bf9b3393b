import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const day = 86_400_000;
const get = async (path: string) =>
  (await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).body;
const post = (path: string, body?: unknown, token = org.token) =>
  app.request('POST', `/org/${org.id}/${path}`, { token, ...(body === undefined ? {} : { body }) });
const publish = async (body: object): Promise<string> => {
  const reply = await post('offer', { name: 'Sold', ...body });
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  return reply.body.id;
};
const accept = async (id: string, body?: object) => {
  const reply = await post(`sandbox/offer/${id}/accept`, body);
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  const [entitlement] = await get(`entitlement?offerId=${id}`);
  return entitlement;
};
const termOf = (entitlement: { id: string; entitlementTermID: string }) =>
  get(`entitlement/${entitlement.id}/entitlementTerm/${entitlement.entitlementTermID}`);
const advance = (ms: number) =>
  app.database.query(
    'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
    [org.id, ms],
  );

describe('R26 an offer on marketplace C that replaces another', () => {
  const info = { mkCDuration: 12 };
  const replacing = async (id: string) => ({
    ...{ partner: 'MKC', name: `Instead of ${id}`, info },
    metaInfo: {
      isReplacementOffer: true,
      replacedOfferResourceName: (await get(`offer/${id}`)).info.mkCPrivateOffer.name,
    },
  });
  const statusOf = async ({ id }: { id: string }) => (await get(`entitlement/${id}`)).status;

  test('ends what the buyer had by the other one, and begins a renewal', async () => {
    const first = await publish({ partner: 'MKC', info });
    const before = await accept(first);
    const second = await publish(await replacing(first));
    expect(await statusOf(before)).toBe('ACTIVE');
    const after = await accept(second);
    expect([await statusOf(before), await statusOf(after)]).toEqual(['CANCELLED', 'ACTIVE']);
    expect([(await termOf(before)).info.type, (await termOf(after)).info.type]).toEqual([
      'Signup',
      'ManualRenew',
    ]);
    expect((await get(`offer/${first}`)).status).toBe('ACCEPTED');
  });

  test('does so once the seller has approved it, and ends nothing of others', async () => {
    const [first, other] = [
      await publish({ partner: 'MKC', info }),
      await publish({ partner: 'MKC', info, name: 'Other' }),
    ];
    const [before, unrelated] = [await accept(first), await accept(other)];
    const after = await accept(await publish(await replacing(first)), { approve: false });
    expect(await statusOf(before)).toBe('ACTIVE');
    expect((await post(`entitlement/${after.id}/approve`)).status).toBe(200);
    await app.drainJobs();
    expect([await statusOf(before), await statusOf(after), await statusOf(unrelated)]).toEqual([
      'CANCELLED',
      'ACTIVE',
      'ACTIVE',
    ]);
  });

  test('ends it at the time that it names, which is told before; it is not renewed, nor prolonged', async () => {
    const commits = [{ key: 'a', rate: 1 }];
    const sold = async (name: string) =>
      publish({ partner: 'MKC', name, info: { ...info, commits, autoRenew: true } });
    const [first, other, third] = [await sold('First'), await sold('Other'), await sold('Third')];
    const [before, unrelated, shorter] = [await accept(first), await accept(other), await accept(third)];
    const at = new Date(Date.now() + 100 * day).toISOString();
    const offer = await replacing(first);
    const end = { replacedOfferEndTime: at.replace('Z', '+00:00') };
    const second = await publish({
      ...{ ...offer, info: { mkCDuration: 24 } },
      metaInfo: { ...offer.metaInfo, ...end },
    });
    const { metaInfo, info: shown } = await get(`offer/${second}`);
    expect(metaInfo.replacedOfferEndTime).toBe(at);
    expect(shown.mkCPrivateOffer.replacementMetadata).toEqual({
      replacedOffer: offer.metaInfo.replacedOfferResourceName,
      replacedOfferEndTime: at,
    });
    const after = await accept(second);
    const cut = await get(`entitlement/${before.id}`);
    expect([cut.status, cut.endTime, cut.info.autoRenew]).toEqual(['ACTIVE', at, false]);
    expect((await termOf(before)).endTime).toBe(at);
    expect((await get(`entitlement/${unrelated.id}`)).endTime).toBe(unrelated.endTime);
    const last = await replacing(third);
    const late = { replacedOfferEndTime: new Date(Date.now() + 4000 * day).toISOString() };
    await accept(await publish({ ...last, metaInfo: { ...last.metaInfo, ...late } }));
    expect((await get(`entitlement/${shorter.id}`)).endTime).toBe(shorter.endTime);
    await advance(101 * day);
    await app.drainJobs();
    const statuses = () => Promise.all([before, after, unrelated, shorter].map(statusOf));
    expect(await statuses()).toEqual(['CANCELLED', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect((await get(`entitlement/${before.id}`)).endTime).toBe(at);
    await advance(266 * day);
    await app.drainJobs();
    expect(await statuses()).toEqual(['CANCELLED', 'ACTIVE', 'ACTIVE', 'CANCELLED']);
  });

  test('with a time that has passed ends it at once; what is no time is refused', async () => {
    const first = await publish({ partner: 'MKC', info });
    const before = await accept(first);
    const offer = await replacing(first);
    const wrong = await post('offer', {
      ...offer,
      metaInfo: { ...offer.metaInfo, replacedOfferEndTime: 'soon' },
    });
    expect([wrong.status, wrong.body.errors?.[0].pointer]).toEqual([400, '/metaInfo/replacedOfferEndTime']);
    await accept(
      await publish({ ...offer, metaInfo: { ...offer.metaInfo, replacedOfferEndTime: '2001-01-01' } }),
    );
    expect(await statusOf(before)).toBe('CANCELLED');
  });

  test('may name what nobody knows; elsewhere there is no replacement', async () => {
    const metaInfo = {
      isReplacementOffer: true,
      replacedOfferResourceName: 'projects/1/services/a/privateOffers/none',
    };
    const accepted = await accept(await publish({ partner: 'MKC', info, metaInfo }));
    expect(accepted.status).toBe('ACTIVE');
    const elsewhere = await accept(await publish({ partner: 'MKA', metaInfo }));
    expect((await termOf(elsewhere)).info.type).toBe('Signup');
  });
});
