import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { readConfig } from '../../src/platform/system/config.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, testMasterKey } from '../harness.ts';

const rates = [
  { country: 'DE', buyerHasTaxId: true, taxes: [], note: 'Reverse charge' },
  { country: 'DE', taxes: [{ name: 'VAT', percent: 19 }] },
  {
    country: 'CA',
    taxes: [
      { name: 'GST', percent: 5 },
      { name: 'QST', percent: '9.975' },
    ],
  },
];

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await startTestApp({ environment: { TAX_RATES: JSON.stringify(rates) } });
});
beforeEach(async () => {
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

/** Drafts the invoice of a sale to a buyer in a country. */
const drafted = async (country: string, more: object = {}) => {
  const buyer = await by.post('buyer', { name: 'Buyer AG', companyInfo: { country } });
  const commits = [{ key: 'fee', rate: 99.99, length: 1, timeUnit: 'MONTH' }];
  const info = { commits, gracePeriodInDays: 3, ...more };
  const offer = await by.post('offer', { name: 'Plan', endTime: '2090-01-01', info });
  const endDate = new Date(Date.now() + 300 * 86_400_000).toISOString();
  const sold = await by.post('entitlement', { offerId: offer.id, buyerId: buyer.id, endDate });
  await app.drainJobs();
  const [invoice] = await by.get(`invoice?entitlementId=${sold.id}`);
  return { id: invoice.id as string, buyerId: buyer.id as string, info: invoice.info };
};
const figures = ({ taxes, taxNote, taxAmount, dueAmount }: Record<string, unknown>) => ({
  taxes,
  taxNote,
  taxAmount,
  dueAmount,
});

test('a draft has the taxes of its buyer’s country, each rounded, and recalculated with its discount', async () => {
  const draft = await drafted('de');
  expect(figures(draft.info)).toEqual({
    taxes: [{ name: 'VAT', percent: 19, amount: 19 }],
    taxAmount: 19,
    dueAmount: 118.99,
  });
  const { body } = await by.call('PATCH', `invoice/${draft.id}/info`, {
    discountType: 'PERCENTAGE',
    discountAmount: 50,
  });
  expect(figures(body)).toEqual({
    taxes: [{ name: 'VAT', percent: 19, amount: 9.5 }],
    taxAmount: 9.5,
    dueAmount: 59.49,
  });
});

test('issuing taxes the invoice by the buyer’s country at that time', async () => {
  const { id, buyerId } = await drafted('DE');
  await by.call('PATCH', `buyer/${buyerId}`, { companyInfo: { country: 'CA' } });
  const { body } = await by.call('PATCH', `invoice/${id}/issue`);
  expect([body.status, body.info.buyer.country]).toEqual(['FINALIZED', 'CA']);
  expect(figures(body.info)).toEqual({
    taxes: [
      { name: 'GST', percent: 5, amount: 5 },
      { name: 'QST', percent: 9.975, amount: 9.97 },
    ],
    taxAmount: 14.97,
    dueAmount: 114.96,
  });
});

test.each([
  ['US', {}, 'No tax is charged: no tax rate is set for US.'],
  ['DE', { taxIds: ['DE1'] }, 'Reverse charge'],
])('an invoice without tax gives the reason: %s %o', async (country, more, taxNote) => {
  const { info } = await drafted(country, more);
  expect(figures(info)).toEqual({ taxNote, taxAmount: 0, dueAmount: 99.99 });
});

test.each([
  '{}',
  '[{"country":"de","taxes":[]}]',
  '[{"country":"DE","taxes":[{"name":"VAT","percent":101}]}]',
])('invalid tax rates stop the start-up and name the setting: %s', async (wrong) => {
  const options = {
    config: readConfig({ PORT: '0', LOG_LEVEL: 'silent', TAX_RATES: wrong }),
    connectionString: app.database.connectionString,
    masterKey: testMasterKey,
    log: createLog('silent'),
  };
  await expect(createApp(options)).rejects.toThrow('TAX_RATES: ');
});

test('tax rates that are not JSON are an invalid environment variable', () => {
  expect(() => readConfig({ TAX_RATES: '[' })).toThrow(/^TAX_RATES: must be JSON/m);
});

describe('R48 a credit note', () => {
  /**
   * A sale paid a month in advance and cancelled at once, so that the month is credited except for its days so far.
   */
  const cancelled = async (country: string, info: object = {}) => {
    const org = await app.organization();
    const sold = entitlementsOf(app, org);
    const address = `${org.id.toLowerCase()}@example.com`;
    const buyer = await sold.post('buyer', {
      name: 'Käufer',
      emailAddress: address,
      companyInfo: { country },
    });
    const commits = [{ key: 'fee', rate: 310, length: 1, timeUnit: 'MONTH' }];
    const offer = await sold.post('offer', {
      name: 'Plan',
      endTime: '2090-01-01',
      info: { commits, ...info },
    });
    const endDate = new Date(Date.now() + 300 * 86_400_000).toISOString();
    const { id } = await sold.post('entitlement', { offerId: offer.id, buyerId: buyer.id, endDate });
    await app.drainJobs();
    await sold.post(`entitlement/${id}/cancel`);
    await app.drainJobs();
    const [invoice] = await sold.get(`invoice?entitlementId=${id}`);
    await app.sendMails();
    const mails = (await app.mails()).filter(({ to }) => to.includes(address));
    return { invoice, note: invoice.info.creditNotes[0], mails };
  };

  test('has net amount and tax, a page, a PDF and one mail', async () => {
    const { note, invoice, mails } = await cancelled('DE');
    expect(note).toMatchObject({ number: 1, netAmount: 310, taxAmount: 58.9, amount: 368.9 });
    expect(note.taxes).toEqual([{ name: 'VAT', percent: 19, amount: 58.9 }]);
    for (const url of [note.spaUrl, invoice.info.spaUrl])
      expect(await (await fetch(url)).text()).toContain('58.90 USD');
    expect(mails.filter(({ subject }) => subject?.includes('Credit note 1, 368.90 USD'))).toHaveLength(1);
    const pdf = await fetch(note.creditNoteURL);
    expect([pdf.status, pdf.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('credit-note-1.pdf'),
    ]);
    const tampered = note.spaUrl.replace(
      /signature=(.)/,
      (_: string, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`,
    );
    expect((await fetch(tampered)).status).toBe(404);
  });

  test.each([
    ['DE', { taxIds: ['DE1'] }, [310, 0, 310], 'Reverse charge'],
    ['CA', {}, [310, 46.42, 356.42], 'QST 9.975 %'],
    ['DE', { currency: 'JPY' }, [310, 59, 369], 'VAT 19 %'],
  ])('of %s %o shows net, tax and amount', async (country, info, amounts, text) => {
    const { note } = await cancelled(country, info);
    expect([note.netAmount, note.taxAmount, note.amount]).toEqual(amounts);
    expect(await (await fetch(note.spaUrl)).text()).toContain(text);
  });
});
