import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { Reply, TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
const published: Record<string, string> = {};
beforeAll(async () => {
  app = await sharedTestApp();
  by = entitlementsOf(app, await app.organization());
  for (const partner of ['MKA', 'MKB'])
    published[partner] = (await by.post('offer', { partner, name: `Published on ${partner}` })).id;
  await app.drainJobs();
});
afterAll(() => app.stop());

type Body = { partner: string; offerType?: string; info?: object; metaInfo?: object };
const mkA = (info: object, more: Partial<Body> = {}): Body => ({
  partner: 'MKA',
  info: { commits: [{ rate: 1 }], ...info },
  ...more,
});
const mkB = (mkBPrivateOffer: object): Body => ({ partner: 'MKB', info: { mkBPrivateOffer } });
const at = (name: string) => `/info/mkBPrivateOffer/${name}`;
const prices = (length: number) => ({ pricing: Array.from({ length }, () => ({ planId: 'p' })) });

/** For each rule, an offer that violates the rule, and an offer at the limit. */
const rules: [rule: string, pointer: string, broken: Body, kept: Body][] = [
  ['R25 ten prices', at('pricing'), mkB(prices(11)), mkB(prices(10))],
  ['R25 the first day of a month', at('start'), mkB({ start: '2091-02-02' }), mkB({ start: '2091-02-01' })],
  ['R25 the last day of a month', at('end'), mkB({ end: '2091-02-27' }), mkB({ end: '2091-02-28' })],
  [
    'R25 one document',
    at('termsAndConditionsDocSasUrl'),
    mkB({
      privateOfferType: 'multipartyPromotionOriginator',
      termsAndConditionsDocSasUrl: 'https://d.example',
    }),
    mkB({ privateOfferType: 'cspPromotion', termsAndConditionsDocSasUrl: 'https://d.example' }),
  ],
  [
    'R25 several documents',
    at('termsAndConditionsDocs'),
    mkB({ privateOfferType: 'customerPromotion', termsAndConditionsDocs: [{ fileName: 'd' }] }),
    mkB({ privateOfferType: 'multipartyPromotionOriginator', termsAndConditionsDocs: [{ fileName: 'd' }] }),
  ],
  [
    'R25 contacts',
    at('notificationContacts/1'),
    mkB({ notificationContacts: ['a@b.example', 'b.example'] }),
    mkB({ notificationContacts: ['a@b.example'] }),
  ],
  [
    'R27 countries',
    '/info/buyerCountryCodes/1',
    mkA({ buyerCountryCodes: ['DE', 'UK'] }),
    mkA({ buyerCountryCodes: ['DE', 'GB'] }),
  ],
  [
    'R27 countries of a reseller’s buyers',
    '/info/buyerCountryCodes',
    mkA({ buyerCountryCodes: ['DE'] }, { offerType: 'CPPO_OUT' }),
    mkA({ buyerCountryCodes: [] }, { offerType: 'CPPO_OUT' }),
  ],
  [
    'R27 a duration',
    '/info/mkAAgreementDuration',
    mkA({ mkAAgreementDuration: '12M' }),
    mkA({ mkAAgreementDuration: 'P12M' }),
  ],
  [
    'R27 months of a contract on a model',
    '/info/mkAMachineLearningContractDuration',
    mkA({ mkAMachineLearningContractDuration: 0 }),
    mkA({ mkAMachineLearningContractDuration: 1 }),
  ],
  [
    'R27 a margin',
    '/info/mkAMarkupPercentage',
    mkA({ mkAMarkupPercentage: 1000.5 }, { offerType: 'CPPO_OUT' }),
    mkA({ mkAMarkupPercentage: 10.5 }, { offerType: 'CPPO_OUT' }),
  ],
  [
    'R27 resellers',
    '/metaInfo/resellerIds',
    mkA({}, { metaInfo: { resellerIds: ['210987654321'] } }),
    mkA({}, { offerType: 'CPPO_OUT', metaInfo: { resellerIds: ['210987654321'] } }),
  ],
  [
    'R27 a base agreement',
    '/metaInfo/baseAgreementId',
    mkA({}, { metaInfo: { isAgreementBasedOffer: true } }),
    mkA({}, { metaInfo: { isAgreementBasedOffer: false, baseAgreementId: '' } }),
  ],
];

const pointers = ({ status, body }: Reply) => [
  status,
  body.errors?.map(({ pointer }: { pointer: string }) => pointer),
];
let made = 0;
const named = (body: Body) => ({ ...body, name: `Rule ${++made}` });

test.each(rules)(
  '%s: refused wherever an offer is written or validated',
  async (rule, pointer, broken, kept) => {
    const refused = [400, [pointer]];
    expect(pointers(await by.call('POST', 'offer', named(broken)))).toEqual(refused);
    const { valid, findings } = await by.post('offer/validate', broken);
    expect([valid, findings.filter((found: { source: string }) => found.source === 'RULES')]).toEqual([
      false,
      [expect.objectContaining({ severity: 'ERROR', pointer })],
    ]);

    // Marketplace B’s limits apply to drafts too; other drafts may be invalid until they are submitted.
    const draft = await by.call('POST', 'draftOffer', named(rule.startsWith('R25') ? kept : broken));
    expect(draft.status, draft.text).toBe(200);
    if (rule.startsWith('R25')) {
      expect(pointers(await by.call('POST', 'draftOffer', broken))).toEqual(refused);
      expect(pointers(await by.call('PATCH', `offer/${draft.body.id}`, broken))).toEqual(refused);
    }
    const submitted = await by.call('POST', 'offer', { id: draft.body.id, ...broken });
    expect(pointers(submitted)).toEqual(refused);
    expect(await by.get(`offer/${draft.body.id}`)).toEqual(draft.body);

    const id = published[broken.partner] as string;
    const before = await by.get(`offer/${id}`);
    expect(pointers(await by.call('PATCH', `offer/${id}`, broken))).toEqual(refused);
    expect(await by.get(`offer/${id}`)).toEqual(before);
  },
);

test.each(rules)('%s: accepted within its limits', async (_rule, pointer, _broken, kept) => {
  const { findings } = await by.post('offer/validate', kept);
  expect(findings.filter((found: { pointer?: string }) => found.pointer === pointer)).toEqual([]);
  const created = await by.post('offer', named(kept));
  const { id } = await by.post('draftOffer', named(kept));
  const submitted = await by.post('offer', { id });
  await app.drainJobs();
  for (const offer of [created, submitted])
    expect((await by.get(`offer/${offer.id}`)).status).toMatch(/^PENDING_(ACCEPTANCE|PARTNER_ACTION)$/);
});
