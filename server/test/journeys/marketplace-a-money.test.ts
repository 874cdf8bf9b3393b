import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs, type SellerJourney, startSeller } from './marketplace-a.fixture.ts';

let world: SellerJourney['world'];
let app: SellerJourney['app'];
let org: SellerJourney['org'];
let at: SellerJourney['at'];
let sold: SellerJourney['sold'];
let stop: SellerJourney['stop'];
beforeAll(async () => {
  ({ world, app, org, at, sold, stop } = await startSeller());
});
afterAll(() => stop());

const infoOf = async (id: string) => (await at.call('GET', `entitlement/${id}`)).info;
const listed = () =>
  world.service.log
    .of('ListAgreementInvoiceLineItems')
    .map(({ input }) => (input as { agreementId: string }).agreementId);

test('invoices and credit memos of marketplace A are read daily and count once, even if a response or the process is lost', async () => {
  const [one, two] = [await sold('One'), await sold('Two')];
  const [first, second] = [one, two].sort((a, b) => (a.agreementId < b.agreementId ? -1 : 1));
  if (!first || !second) throw new Error('two were sold');
  for (let count = 0; count < 60; count++) world.service.invoices(first.agreementId, { amount: '10.05' });
  world.service.invoices(second.agreementId, { amount: '400' });
  // The response about the second agreement is lost. The first agreement is fully stored and is not read
  // again.
  world.service.dropNextAnswer('ListAgreementInvoiceLineItems', {
    afterCommit: true,
    onDrop: () => world.service.dropNextAnswer('ListAgreementInvoiceLineItems', { afterCommit: true }),
  });
  await at.pass(dayMs);
  await at.pass(minuteMs);
  expect(await infoOf(first.id)).toMatchObject({ grossAmount: 603, invoicedAmount: 603 });
  expect(await infoOf(second.id)).toMatchObject({ grossAmount: 400, invoicedAmount: 400 });

  world.service.invoices(second.agreementId, { type: 'CREDIT_MEMO', amount: '-150.00' });
  await at.pass(dayMs);
  expect(await infoOf(second.id)).toMatchObject({ grossAmount: 250, invoicedAmount: 250 });
  const before = listed().length;
  await at.pass(dayMs);
  await at.pass(dayMs);
  expect(listed().length).toBeGreaterThan(before);
  expect(await infoOf(first.id)).toMatchObject({ grossAmount: 603 });
  expect(await infoOf(second.id)).toMatchObject({ grossAmount: 250 });

  // Deleted lines are stored again by a read of all invoices from the first page.
  await app.database.query('DELETE FROM revenue_detail WHERE organization_id = $1', [org.id]);
  await app.database.query(
    `UPDATE entitlement SET meta_info = meta_info || '{"isGrossRevenueFullSync": false}' WHERE organization_id = $1 AND id = $2`,
    [org.id, first.id],
  );
  await at.pass(dayMs);
  const { revenueRecordDetails } = await at.call(
    'GET',
    `partner/MKA/revenueRecordDetail?entitlementId=${first.id}&startDate=2020-01-01&endDate=2100-01-01`,
  );
  expect(revenueRecordDetails).toHaveLength(60);
  expect(await infoOf(first.id)).toMatchObject({ grossAmount: 603 });
});

test('a refund is requested once, followed until it completes, and counts once with its credit memo', async () => {
  const { id, agreementId } = await sold('Refunded');
  const { invoiceId: invoiceID } = world.service.invoices(agreementId, { amount: '300.00' });
  await at.pass(dayMs);
  expect(await infoOf(id)).toMatchObject({ grossAmount: 300 });
  const path = `entitlement/${id}/refund`;
  // The response is lost after the marketplace accepted the refund. A retry with the same token does not
  // create a second refund.
  world.service.dropNextAnswer('BatchCreateBillingAdjustmentRequest', { afterCommit: true });
  await at.call('POST', path, { invoiceID, amount: 200, reasonCode: 'INCORRECT_METERING' });
  expect((await infoOf(id)).refunds).toMatchObject([{ status: 'PENDING', amount: 200, currency: 'USD' }]);
  for (let turn = 0; turn < 4; turn++) await at.pass(10 * minuteMs);
  expect(world.service.adjustments().filter((one) => one.agreementId === agreementId)).toMatchObject([
    { adjustmentAmount: '200', adjustmentReasonCode: 'INCORRECT_METERING', status: 'COMPLETED' },
  ]);
  expect(await infoOf(id)).toMatchObject({
    refunds: [{ status: 'COMPLETED' }],
    grossAmount: 100,
    invoicedAmount: 100,
  });
  await at.pass(dayMs);
  expect(await infoOf(id)).toMatchObject({ grossAmount: 100 });

  // A refund above the remaining amount is rejected before it is sent, with a readable message.
  await at.call('POST', path, { invoiceID, amount: 100.01 });
  await at.pass(10 * minuteMs);
  expect((await infoOf(id)).refunds.at(-1)).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('At most 100.00 USD'),
  });
  expect(world.service.adjustments()).toHaveLength(1);
  world.service.adjustmentFails('INVALID_INVOICE_ADJUSTMENT_PERIOD');
  await at.call('POST', path, { invoiceID, amount: 50 });
  for (let turn = 0; turn < 2; turn++) await at.pass(10 * minuteMs);
  expect((await infoOf(id)).refunds.at(-1)).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('too old'),
  });
  expect(await infoOf(id)).toMatchObject({ grossAmount: 100 });
});
