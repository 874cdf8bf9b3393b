import { expect, test } from 'vitest';
import { showOffer } from './show.ts';

test('unknown values do not make an offer unreadable', () => {
  const name = 'projects/p/locations/global/privateOffers/1';
  expect(
    showOffer({
      name,
      state: 'PAUSED',
      publishTime: '2031-05-12T10:20:00Z',
      offerDealType: 'BARTER',
      term: { startPolicy: 'LATER' },
      singleProductOffer: { standardIntervalPrice: { standardInterval: 'DAILY', priceModel: {} } },
    }),
  ).toMatchObject({
    key: undefined,
    status: 'PENDING_ACCEPTANCE',
    subStatus: 'PAUSED',
    mirror: { mkCPrivateOffer: { name, offerState: 'PAUSED', policies: { offerDealType: 'BARTER' } } },
  });
  expect(showOffer({ name }).status).toBe('PENDING_CREATE');
});
