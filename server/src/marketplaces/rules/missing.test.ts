import { expect, test } from 'vitest';
import type { OfferSpec } from '../specifications.ts';
import { fillMissing } from './missing.ts';
import { judgeOffer } from './offers.ts';
import { specOf } from './spec.fixture.ts';

const now = new Date('2031-05-12T10:20:00.000Z');
const offer = ({ info, ...more }: Partial<OfferSpec>): OfferSpec =>
  specOf({
    name: 'Incomplete',
    ...more,
    info: { currency: 'USD', commits: [{ key: 'a', rate: 1, length: 1, timeUnit: 'YEAR' }], ...info },
  });
const filled = (spec: OfferSpec) => fillMissing('MKA', spec, judgeOffer('MKA', spec, now), now);

test.each<[string, OfferSpec, string]>([
  ['after 30 days', offer({}), '2031-06-11T10:20:00.000Z'],
  ['before the end', offer({ endTime: '2031-05-20T00:00:00.000Z' }), '2031-05-19T23:59:59.999Z'],
  [
    'before an end on the same day',
    offer({ endTime: '2031-05-12T11:00:00.000Z' }),
    '2031-05-12T10:59:59.999Z',
  ],
  [
    'before the second payment',
    offer({
      info: {
        mkAAgreementDuration: 'P12M',
        paymentInstallments: [
          { amount: 1, chargeOn: '2031-06-03T00:00:00.000Z' },
          { amount: 1, chargeOn: '2031-05-15T00:00:00.000Z' },
        ],
      },
    }),
    '2031-06-03T00:00:00.000Z',
  ],
  ['as given', offer({ expireTime: '2040-01-01T00:00:00.000Z' }), '2040-01-01T00:00:00.000Z'],
])('R36 an offer without an expiry expires in the sandbox %s', (_, spec, expireTime) => {
  const found = filled(spec);
  expect(found.expireTime).toBe(expireTime);
  // The filled expiry breaks no rule that the offer satisfied before.
  const wrong = judgeOffer('MKA', found, now).filter(({ isMissing }) => !isMissing);
  expect(wrong).toEqual([]);
  expect(spec.info).not.toHaveProperty('eulaType');
});

test('R36 the sandbox fills only missing values', () => {
  const given = {
    buyerMkAAccountIds: ['123456789012'],
    eulaType: 'CUSTOM',
    eulaUrl: 'https://a.example/eula.pdf',
  };
  expect(filled(offer({ info: given })).info).toMatchObject(given);
  expect(filled(offer({})).info).toMatchObject({ buyerMkAAccountIds: ['100000000001'], eulaType: 'SCMP' });
});
