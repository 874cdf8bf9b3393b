import { expect, test } from 'vitest';
import { fundsJob } from '../wallets/jobs.ts';
import { nextTryAt, payJob, refundJob, transactionJob } from './jobs.ts';

test('scheduled jobs have separate queue keys, so due jobs do not wait behind them', () => {
  const [invoiceId, transactionId] = ['inv_1', 'ptx_1'];
  const funds = { buyerId: 'buy_1', currency: 'USD', isCredit: true };
  const lanes = [
    payJob.lane({ invoiceId }),
    payJob.lane({ invoiceId, try: 1 }),
    payJob.lane({ invoiceId, try: 2 }),
    refundJob.lane({ invoiceId }),
    fundsJob.lane({ ...funds, at: '2027-01-01T00:00:00.000Z' }),
    fundsJob.lane({ ...funds, at: '2027-02-01T00:00:00.000Z' }),
    transactionJob.lane({ transactionId }),
    transactionJob.lane({ transactionId, looks: 1 }),
    transactionJob.lane({ transactionId, looks: 2 }),
  ];
  expect(new Set(lanes).size).toBe(lanes.length);
});

test('a job from a notification waits only for the first call to the provider', () => {
  const transactionId = 'ptx_1';
  expect(transactionJob.lane({ transactionId, isNotified: true })).toBe(
    transactionJob.lane({ transactionId }),
  );
});

test('a failed charge is retried after 1, 3, 5 and 7 days, and then no longer', () => {
  const now = new Date('2027-01-01T10:00:00Z');
  const at = [1, 2, 3, 4, 5, 6].map((tried) => nextTryAt(tried, now)?.toISOString().slice(0, 10));
  expect(at).toEqual(['2027-01-02', '2027-01-04', '2027-01-06', '2027-01-08', undefined, undefined]);
});
