import { expect, it } from 'vitest';
import type { JsonObject } from '../../specifications.ts';
import { agreementMirror, type MirrorAgreement } from './index.ts';

/**
 * Returns the value at a path of names and positions, separated by points, in the marketplace's record of a purchase.
 */
function bought(partner: string, more: Partial<MirrorAgreement>, path: string): unknown {
  const { mirror } = agreementMirror({
    organizationId: 'org_1',
    id: 'agr_1',
    partner,
    state: 'ACTIVE',
    externalBuyerId: 'buyer_1',
    acceptedAt: '2027-01-10T12:00:00.000Z',
    startTime: '2027-02-01T00:00:00.000Z',
    ...more,
  });
  return path.split('.').reduce<unknown>((node, name) => (node as JsonObject | undefined)?.[name], mirror);
}

it('R43 amounts cover all units of the purchase', () => {
  const fixed = { key: 'a', rate: 0.1, quantity: 3 };
  const seats = { key: 'b', type: 'PER_USER', rate: 10, minimumUsers: 5 };
  const offerInfo = { commits: [fixed, seats] };
  for (const [quantity, total] of [
    [undefined, 50.3],
    [7, 70.3],
  ] as const) {
    expect(bought('MKE', { offerInfo, quantity }, 'mkEAcceptedOffer.pricing.totalAmount')).toBe(total);
    expect(bought('MKF', { offerInfo, quantity }, 'mkFOffer.contract_value')).toBe(total.toFixed(2));
    const price = 'mkCPlans.0.priceInfo.subscriptionPlans.0.price';
    expect(bought('MKC', { offerInfo, quantity }, price)).toMatchObject({
      units: String(Math.trunc(total)),
      nanos: 300_000_000,
    });
  }
});

it('R42 R43 the marketplace’s own amount counts a recurring commit once for each recurrence, in minor units', () => {
  const commits = [
    { key: 'a', rate: 100.001, length: 1, timeUnit: 'MONTH' },
    { key: 'b', rate: 50, length: 2, timeUnit: 'YEAR' },
    { key: 'c', rate: 7 },
  ];
  const total = 36 * 100.001 + 2 * 50 + 7;
  for (const more of [
    { offerInfo: { commits }, endTime: '2030-02-01T00:00:00.000Z' },
    { offerInfo: { commits: [...commits, { key: 'd', rate: 0, length: 3, timeUnit: 'YEAR' }] } },
  ]) {
    expect(bought('MKE', more, 'mkEAcceptedOffer.pricing.totalAmount')).toBe(Number(total.toFixed(2)));
    expect(bought('MKF', more, 'mkFOffer.contract_value')).toBe(total.toFixed(2));
  }
  const days = { offerInfo: { commits: [{ rate: 1, length: 1, timeUnit: 'DAY' }] } };
  const ended = { ...days, endTime: '2027-03-01T00:00:00.000Z' };
  expect(bought('MKE', ended, 'mkEAcceptedOffer.pricing.totalAmount')).toBe(28);
});

it('R43 MKB shows the free trial of an offer that has one', () => {
  const isTrial = (trialConfig?: object) =>
    bought('MKB', { offerInfo: { trialConfig } }, 'mkBSubscriptions.0.isFreeTrial');
  expect([undefined, {}, { trialPeriod: 0 }, { trialPeriod: 14 }].map(isTrial)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
