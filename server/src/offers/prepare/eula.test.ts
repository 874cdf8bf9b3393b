import { expect, it } from 'vitest';
import type { OfferInfo } from '../records.ts';
import { inspectOffer, prepareDraft } from './prepare.ts';

const context = { now: new Date('2030-01-15T12:00:00.000Z') };
const refusedOf = (info: OfferInfo) => inspectOffer({ info }, context).findings.map(({ pointer }) => pointer);

it.each<OfferInfo>([
  {},
  { eulaUrl: '', additionalEulaUrls: [], attachEulaType: '' },
  { resellerEulaUrl: 'u' },
])('R28 a CUSTOM agreement without a document is rejected: %j', (info) => {
  expect(refusedOf({ eulaType: 'CUSTOM', ...info })).toEqual(['/info/eulaUrl']);
});

it.each<OfferInfo>([
  { eulaUrl: 'fil_1' },
  { additionalEulaUrls: ['https://a.example/x'] },
  { attachEulaType: 'SCMP' },
  {
    mkBPrivateOffer: {
      privateOfferType: 'customerPromotion',
      termsAndConditionsDocSasUrl: 'https://a.example/x',
    },
  },
  {
    mkBPrivateOffer: {
      privateOfferType: 'multipartyPromotionOriginator',
      termsAndConditionsDocs: [{ sasUrl: 'https://a.example/x' }],
    },
  },
  { mkCPrivateOffer: { agreementDocuments: { eulaAgreementDocument: { documentBody: 'x' } } } },
])('R28 a CUSTOM agreement with a document is accepted: %j', (info) => {
  expect(refusedOf({ eulaType: 'CUSTOM', ...info })).toEqual([]);
});

it('R28 a CUSTOM agreement of the reseller requires a document', () => {
  expect(refusedOf({ resellerEulaType: 'CUSTOM', eulaUrl: 'u' })).toEqual(['/info/resellerEulaUrl']);
  for (const info of [{ resellerEulaUrl: 'u' }, { resellerAttachEulaType: 'RCMP' }])
    expect(refusedOf({ resellerEulaType: 'CUSTOM', ...info })).toEqual([]);
});

it('R28 other agreements and drafts do not require a document', () => {
  expect(refusedOf({ eulaType: 'SCMP', resellerEulaType: 'CURRENT' })).toEqual([]);
  expect(prepareDraft({ info: { eulaType: 'CUSTOM' } }, context).info).toMatchObject({ eulaType: 'CUSTOM' });
});
