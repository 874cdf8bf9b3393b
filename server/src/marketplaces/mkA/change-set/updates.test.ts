import { describe, expect, test } from 'vitest';
import { cancellationDays, planCancellation, planExtension, planUpdate } from './updates.ts';

describe('a released offer', () => {
  test('gets another last day and another length, and nothing else', () => {
    expect(planExtension('offer-1', '2031-05-01T00:00:00.000Z')).toEqual([
      {
        ChangeType: 'UpdateAvailability',
        Entity: { Type: 'Offer@1.0', Identifier: 'offer-1' },
        DetailsDocument: { AvailabilityEndDate: '2031-04-30' },
      },
    ]);
    const both = planUpdate('offer-1', {
      expireTime: '2031-05-01T00:00:00Z',
      info: { mkAAgreementDuration: 'P24M' },
    });
    expect(both.changes.map(({ ChangeType }) => ChangeType)).toEqual([
      'UpdateAvailability',
      'UpdateValidityTerms',
    ]);
    expect(
      planUpdate('offer-1', { name: 'Other', info: { commits: [] } }).refusals.map(({ pointer }) => pointer),
    ).toEqual(['/name', '/info/commits']);
  });

  test('keeps its length where its prices say it', () => {
    const longer = { info: { mkAAgreementDuration: 'P24M' } };
    const pointers = (...terms: string[]) =>
      planUpdate('offer-1', longer, terms).refusals.map(({ pointer }) => pointer);
    expect(pointers('ConfigurableUpfrontPricingTerm')).toEqual(['/info/mkAAgreementDuration']);
    expect(pointers('ConfigurableUpfrontPricingTerm', 'ValidityTerm')).toEqual([]);
    expect(pointers('FixedUpfrontPricingTerm', 'ValidityTerm')).toEqual([]);
  });

  test('is taken back by yesterday; a right to resell is restricted', () => {
    const { past, soonest } = cancellationDays(new Date('2031-03-01T10:00:00Z'));
    expect([past, soonest]).toEqual(['2031-02-28', '2031-03-01']);
    expect(planCancellation('offer-1', past)[0]).toMatchObject({ ChangeType: 'UpdateAvailability' });
    expect(planCancellation('resaleauthz-1', past)[0]).toMatchObject({
      ChangeType: 'RestrictResaleAuthorization',
    });
  });
});
