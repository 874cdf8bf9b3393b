import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedRow, isFee } from '../fakes/mkA/data-feed.ts';
import { rightTo } from '../fakes/mkA/requests.ts';
import { dayMs, minuteMs, type SellerJourney, startSeller } from './marketplace-a.fixture.ts';

let world: SellerJourney['world'];
let app: SellerJourney['app'];
let org: SellerJourney['org'];
let at: SellerJourney['at'];
let seller: SellerJourney['seller'];
let sold: SellerJourney['sold'];
let stop: SellerJourney['stop'];
let feed: SellerJourney['world']['service']['dataFeed'];
beforeAll(async () => {
  ({ world, app, org, at, seller, sold, stop } = await startSeller({
    settings: (bucket) => ({ dataFeedBucketName: bucket, dataFeedPrefix: 'billing_event_v1/' }),
  }));
  feed = world.service.dataFeed;
  feed.setUp(seller.accountId, seller.bucket);
});
afterAll(() => stop());

const amountsOf = async (id: string) => {
  const { grossAmount, invoicedAmount, collectableAmount, disbursedAmount } = (
    await at.call('GET', `entitlement/${id}`)
  ).info;
  return { grossAmount, invoicedAmount, collectableAmount, disbursedAmount };
};
const recordsOf = async (id: string): Promise<Record<string, number & string>[]> =>
  (
    await at.call(
      'GET',
      `partner/MKA/revenueRecord?entitlementId=${id}&startDate=2020-01-01&endDate=2100-01-01`,
    )
  ).revenueRecords;
const detailsOf = async (id: string): Promise<unknown[]> =>
  (
    await at.call(
      'GET',
      `partner/MKA/revenueRecordDetail?entitlementId=${id}&startDate=2020-01-01&endDate=2100-01-01`,
    )
  ).revenueRecordDetails;
const payouts = async (): Promise<Record<string, unknown>[]> => {
  const { rows } = await app.database.query(
    `SELECT payload FROM event WHERE organization_id = $1 AND entity_type = 'REVENUE_RECORD' AND action = 'DISBURSE'
     ORDER BY creation_time, id`,
    [org.id],
  );
  return rows.map(({ payload }) => (typeof payload === 'string' ? JSON.parse(payload) : payload));
};
/** Advances the clock to the next read, and to its retry after a failure. */
const nextReading = async () => {
  await at.pass(dayMs);
  await at.pass(minuteMs);
};
const forget = () => app.database.query('DELETE FROM revenue_cursor WHERE organization_id = $1', [org.id]);

/** Sums the feed rows of an agreement, using the last update of each event. */
function reckon(agreementId: string) {
  const newest = new Map<string, FeedRow>();
  for (const row of feed.rowsOf(seller.accountId)) {
    const known = newest.get(row.billing_event_id ?? '');
    if (row.agreement_id === agreementId && (known?.update_date ?? '') <= (row.update_date ?? ''))
      newest.set(row.billing_event_id ?? '', row);
  }
  const sumOf = (rows: readonly FeedRow[]) =>
    rows.reduce((sum, row) => sum.plus(row.amount ?? 0), new Decimal(0));
  const counting = [...newest.values()].filter((row) => row.balance_impacting === '1');
  return {
    collectableAmount: sumOf(counting.filter((row) => row.action === 'INVOICED')).toNumber(),
    disbursedAmount: sumOf(counting.filter((row) => row.action === 'DISBURSED'))
      .negated()
      .toNumber(),
  };
}
const billed = (agreementId: string) =>
  world.service
    .invoicesOf(agreementId)
    .reduce((sum, one) => sum.plus(one.amount), new Decimal(0))
    .toNumber();

test('R63 collectable and disbursed amounts count once, even if a response or the process is lost', async () => {
  const [one, two] = [await sold('One'), await sold('Two')];
  for (const amount of ['10.05', '99.99', '0.01']) world.service.invoices(one.agreementId, { amount });
  world.service.invoices(two.agreementId, { amount: '400' });
  feed.deliver(seller.accountId);
  world.service.dropNextAnswer('GetObject', { afterCommit: true });
  world.service.dropNextAnswer('ListObjectsV2', { afterCommit: true });
  await nextReading();
  // A fee of 3 % of each invoice, rounded to cents: 0.30, 3.00 and 0.
  const first = { grossAmount: 110.05, invoicedAmount: 110.05, collectableAmount: 106.75 };
  expect(await amountsOf(one.id)).toMatchObject(first);
  expect(await amountsOf(two.id)).toMatchObject({ grossAmount: 400, collectableAmount: 388 });
  expect((await amountsOf(one.id)).disbursedAmount ?? 0).toBe(0);
  expect(await payouts()).toEqual([]);

  const { billing_event_id: payoutId, bank_trace_id: bankTraceId, amount } = feed.payOut(seller.accountId);
  expect(amount).toBe('494.75');
  await nextReading();
  expect(await amountsOf(one.id)).toEqual({ ...first, disbursedAmount: 106.75 });
  expect(await amountsOf(two.id)).toMatchObject({ collectableAmount: 388, disbursedAmount: 388 });
  expect(await payouts()).toMatchObject([
    {
      partner: 'MKA',
      currency: 'USD',
      disburseAmount: 494.75,
      info: { bankTraceId, disbursementBillingEventId: payoutId },
    },
  ]);

  // A read from the beginning, as after the loss of all stored rows, does not change the amounts.
  const before = await detailsOf(one.id);
  await forget();
  await nextReading();
  expect(await detailsOf(one.id)).toEqual(before);
  expect(await amountsOf(one.id)).toEqual({ ...first, disbursedAmount: 106.75 });
  expect(await payouts()).toHaveLength(1);
});

test('a payout has the day of the invoice that it pays, and a refund the day of its credit memo', async () => {
  const { id, agreementId } = await sold('Days');
  const day = () => new Date(world.service.now()).toISOString().slice(0, 10);
  world.service.invoices(agreementId, { amount: '200' });
  const invoicedOn = day();
  feed.deliver(seller.accountId);
  await nextReading();
  world.service.invoices(agreementId, { type: 'CREDIT_MEMO', amount: '-50' });
  const creditedOn = day();
  feed.deliver(seller.accountId);
  feed.payOut(seller.accountId);
  const paidOn = day();
  await nextReading();
  const byDay = new Map((await recordsOf(id)).map((record) => [String(record.date).slice(0, 10), record]));
  expect([...byDay.keys()].sort()).toEqual([invoicedOn, creditedOn]);
  expect(byDay.get(invoicedOn)).toMatchObject({
    amount: 200,
    invoiceAmount: 200,
    collectableAmount: 194,
    disburseAmount: 194,
    disburseDate: `${paidOn}T00:00:00.000Z`,
  });
  expect(byDay.get(creditedOn)).toMatchObject({
    amount: -50,
    refundInvoiceAmount: 50,
    collectableAmount: -48.5,
    refundDisburseAmount: 48.5,
  });
  expect(await amountsOf(id)).toEqual({
    grossAmount: 150,
    invoicedAmount: 150,
    collectableAmount: 145.5,
    disbursedAmount: 145.5,
  });
});

test('a rewritten file of the feed counts by the last change of each event, in any order', async () => {
  const { id, agreementId } = await sold('Rewritten');
  world.service.invoices(agreementId, { amount: '100' });
  feed.deliver(seller.accountId);
  await nextReading();
  const key = feed.currentKey(seller.accountId);
  const later = new Date(world.service.now()).toISOString();
  const corrected = (row: FeedRow): FeedRow => ({ ...row, amount: '-2', update_date: later });
  feed.rewrite(seller.accountId, key, (rows) => {
    const mine = rows.filter((row) => row.agreement_id === agreementId && isFee(row));
    // The correction precedes the corrected row, and each row occurs twice.
    return [...mine.map(corrected), ...rows, ...rows];
  });
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ grossAmount: 100, collectableAmount: 98 });
  expect((await amountsOf(id)).collectableAmount).toBe(reckon(agreementId).collectableAmount);

  // An older change in a later file has no effect.
  const [fee] = feed
    .rowsOf(seller.accountId)
    .filter((row) => row.agreement_id === agreementId && row.amount === '-3');
  feed.add(seller.accountId, [{ ...fee, amount: '-2.5', update_date: '2020-01-01T00:00:00Z' }]);
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ collectableAmount: 98 });

  feed.rewrite(seller.accountId, feed.currentKey(seller.accountId), (rows) => [
    ...rows,
    { ...fee, update_date: later, delete_date: later },
  ]);
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ grossAmount: 100, collectableAmount: 100 });
});

test('a payout returned by the bank does not count as paid out, and the next one does', async () => {
  const { id, agreementId } = await sold('Returned');
  world.service.invoices(agreementId, { amount: '1000' });
  feed.deliver(seller.accountId);
  const { billing_event_id: payoutId = '', amount = '' } = feed.payOut(seller.accountId);
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ disbursedAmount: 970 });
  const failure: FeedRow = {
    billing_event_id: 'f'.repeat(40),
    parent_billing_event_id: payoutId,
    invoice_date: new Date(world.service.now()).toISOString(),
    action: 'DISBURSED',
    transaction_type: 'DISBURSEMENT_FAILURE',
    currency: 'USD',
    amount: new Decimal(amount).negated().toFixed(),
    balance_impacting: '1',
  };
  feed.add(seller.accountId, [failure]);
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ collectableAmount: 970, disbursedAmount: 0 });
  const lines = feed
    .rowsOf(seller.accountId)
    .filter((row) => row.agreement_id === agreementId && row.disbursement_billing_event_id === payoutId);
  const again = lines.map((row, index) => ({
    ...row,
    billing_event_id: String(index).padStart(40, 'e'),
    disbursement_billing_event_id: 'd'.repeat(40),
  }));
  feed.add(seller.accountId, again);
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ disbursedAmount: 970 });
  expect((await payouts()).at(-1)).toMatchObject({ disburseAmount: 970 });
});

test('a sale whose feed precedes its invoices keeps its gross amount until the invoices are listed', async () => {
  const { id, agreementId } = await sold('Early');
  await nextReading();
  const { grossAmount } = await amountsOf(id);
  feed.add(seller.accountId, [
    {
      billing_event_id: 'a'.repeat(40),
      agreement_id: agreementId,
      invoice_date: new Date(world.service.now()).toISOString(),
      action: 'INVOICED',
      transaction_type: 'SELLER_REV_SHARE',
      currency: 'USD',
      amount: '1200',
      balance_impacting: '1',
    },
  ]);
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ grossAmount, collectableAmount: 1200 });
  expect(grossAmount).toBeGreaterThan(0);
});

test('invoices that the feed shows are read immediately, ahead of their schedule', async () => {
  const { id, agreementId } = await sold('Quiet');
  await nextReading();
  await app.database.query(
    `UPDATE revenue_agreement SET read_at = $2 WHERE organization_id = $1 AND external_id = $3`,
    [org.id, new Date(world.service.now() + 3 * dayMs), agreementId],
  );
  world.service.invoices(agreementId, { amount: '70' });
  await nextReading();
  expect(await amountsOf(id)).not.toMatchObject({ grossAmount: 70 });
  feed.deliver(seller.accountId);
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ grossAmount: 70, collectableAmount: 67.9 });
});

test('without permission for the data feed, invoices are still read and the integration names the permission', async () => {
  const { id, agreementId } = await sold('Denied');
  world.service.invoices(agreementId, { amount: '30' });
  feed.deliver(seller.accountId);
  world.service.forbid(seller.roleArn, 's3:GetObject');
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ grossAmount: 30 });
  expect((await amountsOf(id)).collectableAmount ?? 0).toBe(0);
  const stream = async () => {
    const { status, streams } = (await at.integration.verification()).body;
    expect(status).toBe('VERIFIED');
    return streams.find((one: { stream: string }) => one.stream === 'REVENUE');
  };
  expect(await stream()).toMatchObject({
    lastError: expect.stringMatching(/Fees and payouts are not read.*s3:GetObject/),
  });
  world.service.allow(seller.roleArn, 's3:GetObject');
  await nextReading();
  expect(await amountsOf(id)).toMatchObject({ grossAmount: 30, collectableAmount: 29.1 });

  const invoices = rightTo({ service: 'agreement', operation: 'ListAgreementInvoiceLineItems' });
  world.service.forbid(seller.roleArn, invoices);
  await nextReading();
  world.service.allow(seller.roleArn, invoices);
  expect((await stream()).lastError).toContain('ListAgreementInvoiceLineItems');
});

test('random invoices, credits, deliveries and payouts, with repeats, add up exactly', async () => {
  const sales = [await sold('Sum one'), await sold('Sum two'), await sold('Sum three')];
  // Amounts that do not divide evenly, identical in each run.
  let state = 20_311;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let day = 0; day < 5; day++) {
    for (const { agreementId } of sales)
      for (let count = random(4); count > 0; count--) {
        const cents = (random(100_000) + 1) / 100;
        if (random(4) > 0) world.service.invoices(agreementId, { amount: cents.toFixed(2) });
        else world.service.invoices(agreementId, { type: 'CREDIT_MEMO', amount: (-cents).toFixed(2) });
      }
    if (random(3) > 0) feed.deliver(seller.accountId);
    if (random(3) === 0) feed.payOut(seller.accountId);
    if (random(3) === 0)
      feed.rewrite(seller.accountId, feed.currentKey(seller.accountId), (rows) => [
        ...rows,
        ...rows.slice(-20),
      ]);
    if (random(4) === 0) await forget();
    await nextReading();
  }
  feed.deliver(seller.accountId);
  await nextReading();
  for (const { id, agreementId } of sales) {
    const amounts = await amountsOf(id);
    const expected = reckon(agreementId);
    expect(amounts).toMatchObject({
      grossAmount: billed(agreementId),
      collectableAmount: expected.collectableAmount,
    });
    expect(amounts.disbursedAmount ?? 0).toBe(expected.disbursedAmount);
    const records = await recordsOf(id);
    const sum = (name: string) =>
      records.reduce((total, record) => total.plus(record[name] ?? 0), new Decimal(0)).toNumber();
    expect(sum('amount')).toBe(amounts.grossAmount);
    expect(sum('collectableAmount')).toBe(amounts.collectableAmount);
    expect(new Decimal(sum('disburseAmount')).minus(sum('refundDisburseAmount')).toNumber()).toBe(
      amounts.disbursedAmount ?? 0,
    );
  }
});
