import { expect, test } from 'vitest';
import { fundsJob } from '../wallets/index.ts';
import { payJob, refundJob, transactionJob } from './jobs.ts';

test('what waits for its time has a lane of its own: nothing that is to be done now waits behind it', () => {
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

test('what a notification asks for waits for the first call alone', () => {
  const transactionId = 'ptx_1';
  expect(transactionJob.lane({ transactionId, isNotified: true })).toBe(
    transactionJob.lane({ transactionId }),
  );
});
