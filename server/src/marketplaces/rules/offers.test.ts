import { describe, expect, test } from 'vitest';
import { marketplacesWith, traitsOf } from '../traits.ts';
import { amendmentsOf, authorizationsOf, missingFeatures, shownLength, statedLength } from './offers.ts';

describe('the length of an agreement', () => {
  test.each([
    [{}, undefined, undefined],
    [{ mkAAgreementDuration: '', mkCDuration: 0 }, undefined, undefined],
    [{ mkAAgreementDuration: 'P1Y' }, 'P1Y', undefined],
    [{ mkAMachineLearningContractDuration: 6, mkCDuration: 12 }, undefined, 6],
    [{ mkCDuration: 12 }, undefined, 12],
  ])('in %j is %s or %s months', (info, duration, months) => {
    expect(statedLength(info)).toEqual({ duration, months });
  });

  test('of a machine learning product is not shown in documents and mails', () => {
    expect(shownLength({ mkAMachineLearningContractDuration: 6 }).months).toBeUndefined();
    expect(shownLength({ mkAMachineLearningContractDuration: 6, mkCDuration: 12 }).months).toBe(12);
  });
});

test.each([
  ['MKA', { isAgreementBasedOffer: true, baseAgreementId: 'agr' }, ['agreement']],
  ['MKA', { baseAgreementId: 'agr' }, []],
  ['MKB', { isMkBUpgradeOffer: true, mkBOriginalOfferIDForUpgrade: 'ofr' }, ['upgrade']],
  ['MKC', { isReplacementOffer: true, replacedOfferResourceName: 'p' }, ['replacement']],
  ['MKB', { isReplacementOffer: true, replacedOfferResourceName: 'p' }, []],
])('a private offer on %s with %j amends by %j', (partner, metaInfo, kinds) => {
  expect(amendmentsOf(partner, true, { info: {}, metaInfo }).map(({ by }) => by)).toEqual(kinds);
});

test('a public offer does not replace an offer', () => {
  const metaInfo = { isReplacementOffer: true, replacedOfferResourceName: 'p' };
  expect(amendmentsOf('MKC', false, { info: {}, metaInfo })).toEqual([]);
});

test('the stored offer takes precedence over the id of an authorization', () => {
  const references = authorizationsOf({
    info: { mkAResaleAuthorizationId: 'a' },
    metaInfo: { cppoInOfferId: 'o' },
  });
  expect(references.map(({ name }) => name)).toEqual(['o', 'a']);
});

test('features are missing only if the product has a list of features (R26)', () => {
  const offer = { mkCFeatures: [{ featureName: 'seats' }, {}] };
  expect(missingFeatures(offer, {})).toEqual([]);
  expect(missingFeatures(offer, { mkCProduct: { features: [{ name: 'seats' }] } })).toEqual([]);
  expect(missingFeatures(offer, { mkCProduct: { features: [] } })).toEqual([
    { field: 'mkCFeatures', names: ['seats'] },
  ]);
});

test('messages name one or several marketplaces with a trait', () => {
  expect(marketplacesWith('cancelsSource')).toBe('marketplace C');
  expect(marketplacesWith('startsOnDate')).toBe('marketplaces A and C');
});

test('a regional marketplace has its own traits', () => {
  expect(traitsOf('MKA_CHINA')).toEqual({ fieldPrefix: 'mkA', showsFractions: true });
  expect(traitsOf('constructor')).toEqual({});
});
