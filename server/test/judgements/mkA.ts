import { completeOnA } from '../complete-offers.ts';
import { has, type Judged, lacks, withFields, withInfo } from './defects.ts';

const commit = { key: 'team', rate: 100, length: 12, timeUnit: 'MONTH' };
const text = (length: number) => 'x'.repeat(length);

/** Offers on marketplace A in May 2031. */
export const judgedOnA: Judged = {
  partner: 'MKA',
  product: {
    name: 'Teams',
    info: { currency: 'USD', commits: [{ key: 'team', rate: 100 }], dimensions: [{ key: 'rows', rate: 1 }] },
  },
  complete: { ...completeOnA, info: { ...completeOnA.info, commits: [commit] } },
  defects: [
    lacks('no product', '/productID', withFields({ productID: undefined })),
    lacks('no deadline', '/expireTime', withFields({ expireTime: undefined })),
    lacks('no account', '/info/buyerMkAAccountIds', withInfo({ buyerMkAAccountIds: undefined })),
    lacks('no license', '/info/eulaType', withInfo({ eulaType: undefined })),
    lacks('no key', '/info/commits/0/key', withInfo({ commits: [{ ...commit, key: undefined }] })),
    lacks(
      'no length of the agreement',
      '/info/mkAAgreementDuration',
      withInfo({ commits: [{ ...commit, length: undefined }], mkAAgreementDuration: undefined }),
    ),
    lacks(
      'a commit that is charged several times',
      '/info/commits/0/length',
      withInfo({
        commits: [
          { ...commit, length: 1 },
          { ...commit, key: 'rows', rate: 1 },
        ],
      }),
    ),
    has('a name with markup', '/name', withFields({ name: 'A <b> offer' })),
    has('a long name', '/name', withFields({ name: text(151) })),
    has(
      'an account that is not a number',
      '/info/buyerMkAAccountIds/0',
      withInfo({ buyerMkAAccountIds: ['abc'] }),
    ),
    has(
      'many accounts',
      '/info/buyerMkAAccountIds',
      withInfo({
        buyerMkAAccountIds: Array.from({ length: 27 }, (_, at) => `${100_000_000_000 + at}`),
      }),
    ),
    has('another currency', '/info/currency', withInfo({ currency: 'GBP' })),
    has('an unknown currency', '/info/currency', withInfo({ currency: 'CHF' })),
    has('payment terms of 31 days', '/info/netTermsInDays', withInfo({ netTermsInDays: 31 })),
    has(
      'a long refund policy',
      '/info/refundCancellationPolicy',
      withInfo({ refundCancellationPolicy: text(501) }),
    ),
    has(
      'two payments on one day',
      '/info/paymentInstallments',
      withInfo({
        paymentInstallments: ['2091-02-01', '2091-02-01'].map((chargeOn) => ({ amount: 600, chargeOn })),
      }),
    ),
    has(
      'two payments before the deadline',
      '/info/paymentInstallments',
      withInfo({
        paymentInstallments: ['2032-01-01', '2032-02-01'].map((chargeOn) => ({ amount: 600, chargeOn })),
      }),
    ),
    has('an unknown dimension', '/info/commits/0/key', withInfo({ commits: [{ ...commit, key: 'other' }] })),
    has('a fraction of a cent', '/info/commits', withInfo({ commits: [{ ...commit, rate: 100.00001 }] })),
    lacks(
      'payments without dates',
      '/info/paymentInstallments/0/chargeOn',
      withInfo({ paymentInstallments: [{ amount: 1200 }] }),
    ),
    lacks(
      'a start without a length',
      '/endTime',
      withInfo({
        startTime: '2091-02-01T00:00:00.000Z',
        commits: [{ ...commit, length: undefined }],
        mkAAgreementDuration: undefined,
      }),
    ),
    lacks(
      'a choice of prices without lengths',
      '/info/commits/0/length',
      withInfo({
        commits: [{ ...commit, length: undefined, buyerQuantityConfigurable: true }],
        mkAAgreementDuration: undefined,
      }),
    ),
    has(
      'a start before the deadline',
      '/info/startTime',
      withInfo({ startTime: '2032-01-01T00:00:00.000Z' }),
    ),
    has('a length with hours', '/info/mkAAgreementDuration', withInfo({ mkAAgreementDuration: 'P12MT1H' })),
    has(
      'a refund policy with other letters',
      '/info/refundCancellationPolicy',
      withInfo({ refundCancellationPolicy: 'Wir zahlen zurück – immer.' }),
    ),
    has(
      'payments of a choice of prices',
      '/info/paymentInstallments',
      withInfo({
        commits: [{ ...commit, buyerQuantityConfigurable: true }],
        paymentInstallments: [{ amount: 1200, chargeOn: '2091-02-01' }],
      }),
    ),
    has('a large price', '/info/commits', withInfo({ commits: [{ ...commit, rate: 100_000_001 }] })),
    has(
      'usage in another currency',
      '/info/currency',
      withInfo({ currency: 'EUR', dimensions: [{ key: 'rows', rate: 1 }] }),
    ),
    has(
      'six lengths',
      '/info/commits',
      withInfo({
        commits: Array.from({ length: 6 }, (_, at) => ({
          ...commit,
          length: at + 1,
        })),
      }),
    ),
  ],
};
