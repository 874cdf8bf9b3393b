import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

/** The draft of a sale to a buyer of a country. */
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

test('a draft has the taxes of its buyer’s country, each rounded, and they follow its discount', async () => {
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

test('issuing taxes it by the buyer as it is then', async () => {
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
  ['US', {}, 'No tax is charged: no rate is known for US.'],
  ['DE', { taxIds: ['DE1'] }, 'Reverse charge'],
])('one without tax says why: %s %o', async (country, more, taxNote) => {
  const { info } = await drafted(country, more);
  expect(figures(info)).toEqual({ taxNote, taxAmount: 0, dueAmount: 99.99 });
});

test.each([
  '{}',
  '[{"country":"de","taxes":[]}]',
  '[{"country":"DE","taxes":[{"name":"VAT","percent":101}]}]',
])('rates that are wrong end the start, by the name of the setting: %s', async (wrong) => {
  const options = {
    config: readConfig({ PORT: '0', LOG_LEVEL: 'silent', TAX_RATES: wrong }),
    connectionString: app.database.connectionString,
    masterKey: testMasterKey,
    log: createLog('silent'),
  };
  await expect(createApp(options)).rejects.toThrow('TAX_RATES: ');
});

test('rates that are no JSON are a wrong value of the environment', () => {
  expect(() => readConfig({ TAX_RATES: '[' })).toThrow(/^TAX_RATES: must be JSON/m);
});
