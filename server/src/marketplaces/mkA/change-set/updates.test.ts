import { describe, expect, test } from 'vitest';
import { cancellationDays, planCancellation, planExtension, planUpdate } from './updates.ts';

describe('a released offer', () => {
  test('a released offer can change its last day of acceptance and its duration only', () => {
    expect(planExtension('offer-1', '2031-05-01T00:00:00.000Z').changes).toEqual([
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

  test('the duration stays when it is part of the prices', () => {
    const longer = { info: { mkAAgreementDuration: 'P24M' } };
    const pointers = (...terms: string[]) =>
      planUpdate(
        'offer-1',
        longer,
        terms.map((Type) => ({ Type })),
      ).refusals.map(({ pointer }) => pointer);
    expect(pointers('ConfigurableUpfrontPricingTerm')).toEqual(['/info/mkAAgreementDuration']);
    expect(pointers('ConfigurableUpfrontPricingTerm', 'ValidityTerm')).toEqual([]);
    expect(pointers('FixedUpfrontPricingTerm', 'ValidityTerm')).toEqual([]);
  });

  test('a resale authorization ends before the reseller’s payments and keeps its duration', () => {
    const terms = [
      { Type: 'ResalePaymentScheduleTerm', Schedule: [{ ChargeDate: '2031-05-02T00:00:00.000Z' }] },
    ];
    const at = (expireTime: string) =>
      planUpdate('resaleauthz-1', { expireTime }, terms).refusals.map(({ pointer }) => pointer);
    expect(at('2031-05-02T00:00:00Z')).toEqual([]);
    expect(at('2031-05-03T00:00:00Z')).toEqual(['/expireTime']);
    const longer = planUpdate('resaleauthz-1', { info: { mkAAgreementDuration: 'P24M' } }, terms);
    expect(longer.refusals.map(({ pointer }) => pointer)).toEqual(['/info/mkAAgreementDuration']);
  });

  test('an offer is withdrawn by setting its last day to yesterday; a resale authorization is restricted', () => {
    const { past, soonest } = cancellationDays(new Date('2031-03-01T10:00:00Z'));
    expect([past, soonest]).toEqual(['2031-02-28', '2031-03-01']);
    expect(planCancellation('offer-1', past)[0]).toMatchObject({ ChangeType: 'UpdateAvailability' });
    expect(planCancellation('resaleauthz-1', past)[0]).toMatchObject({
      ChangeType: 'RestrictResaleAuthorization',
    });
  });
});
