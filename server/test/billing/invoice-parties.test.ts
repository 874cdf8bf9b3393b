import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
beforeAll(async () => {
  const taxRates = [{ country: 'AT', sellerCountry: 'CH', taxes: [{ name: 'MwSt', percent: 8.1 }] }];
  app = await startTestApp({ environment: { TAX_RATES: JSON.stringify(taxRates) } });
});
beforeEach(async () => {
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterAll(() => app.stop());

const issuer = {
  name: 'Muster Software AG',
  address: 'Bahnhofstrasse 1\n8001 Zürich',
  country: 'ch',
  emailAddress: 'billing@muster.example',
  taxIds: ['CHE-123.456.789 MWST'],
  bankDetails: 'IBAN CH93 0076 2011 6238 5295 7',
};
const setIssuer = (body: object) => by.patch('invoiceIssuer', body);

let offers = 0;
/** Drafts the invoice of a sale to a buyer. */
async function drafted(buyer: object): Promise<{ id: string; buyerId: string }> {
  const { id: buyerId } = await by.post('buyer', { name: 'Buyer', ...buyer });
  const commits = [{ key: 'fee', name: 'Fee', rate: 100, length: 1, timeUnit: 'MONTH' }];
  const info = { commits, gracePeriodInDays: 3 };
  const offer = await by.post('offer', { name: `Plan ${++offers}`, endTime: '2090-01-01', info });
  const endDate = new Date(Date.now() + 300 * 86_400_000).toISOString();
  const sold = await by.post('entitlement', { offerId: offer.id, buyerId, endDate });
  await app.drainJobs();
  const [invoice] = await by.get(`invoice?entitlementId=${sold.id}`);
  return { id: invoice.id, buyerId };
}
const issue = (id: string) => by.call('PATCH', `invoice/${id}/issue`);
const preview = (id: string): Promise<string> => by.get(`invoice/${id}/preview`);

describe('the issuer of invoices', () => {
  test('is current on drafts and copied at issue, so that later changes affect later invoices only', async () => {
    await setIssuer(issuer);
    const first = await drafted({ companyInfo: { country: 'AT' } });
    for (const text of [
      'Muster Software AG',
      '8001 Zürich',
      'billing@muster.example',
      'CHE-123',
      'IBAN CH93',
    ])
      expect(await preview(first.id)).toContain(text);
    const { body } = await issue(first.id);
    expect(body.info.issuer).toEqual({ ...issuer, country: 'CH' });
    expect(body.info).toMatchObject({ language: 'en', taxes: [{ name: 'MwSt', percent: 8.1 }] });
    await setIssuer({ name: 'Muster Holding AG', bankDetails: null });
    expect(await preview(first.id)).toContain('Muster Software AG');
    const second = await drafted({});
    expect(await preview(second.id)).toContain('Muster Holding AG');
    expect(await preview(second.id)).not.toContain('IBAN');
  });

  test('has the organization’s name unless it has its own', async () => {
    await setIssuer({ ...issuer, name: '' });
    expect(await by.get('invoiceIssuer')).not.toHaveProperty('name');
    const { id } = await drafted({});
    const { body } = await issue(id);
    expect(body.info.issuer.name).toBe('Acme');
  });

  test.each([
    [{ country: 'Switzerland' }, '/country'],
    [{ country: 'XX' }, '/country'],
    [{ country: 'ß' }, '/country'],
    [{ emailAddress: 'billing' }, '/emailAddress'],
    [{ name: 'x'.repeat(301) }, '/name'],
    [{ address: 'x'.repeat(2001) }, '/address'],
    [{ bankDetails: 'x'.repeat(2001) }, '/bankDetails'],
    [{ taxIds: Array.from({ length: 11 }, () => '1') }, '/taxIds'],
    [{ taxIds: ['1', ' '] }, '/taxIds/1'],
    [{ language: 'ja' }, '/language'],
  ])('refuses %o, with the name of the field', async (wrong, pointer) => {
    const { status, body } = await by.call('PATCH', 'invoiceIssuer', wrong);
    expect([status, body.errors?.[0].pointer]).toEqual([400, pointer]);
  });
});

describe('the language of an invoice', () => {
  test.each([
    ['de', undefined, 'de', 'Rechnung 1', 'Es wird keine Steuer berechnet: Für US ist kein Satz bekannt.'],
    ['de', 'fr', 'fr', 'Facture 1', 'aucun taux n’est connu pour US'],
    [undefined, 'de', 'de', 'Rechnung 1', 'Für US ist kein Satz bekannt.'],
    [undefined, undefined, 'en', 'Invoice 1', 'no tax rate is set for US'],
  ])(
    'is the buyer’s, else the organization’s: %s and %s result in %s',
    async (ofIssuer, ofBuyer, language, title, note) => {
      if (ofIssuer) await setIssuer({ language: ofIssuer });
      const companyInfo = { country: 'US' };
      const { id, buyerId } = await drafted({ companyInfo, ...(ofBuyer ? { language: ofBuyer } : {}) });
      expect(await preview(id)).toContain(`lang="${language}"`);
      const { body } = await issue(id);
      expect(body.info.language).toBe(language);
      expect(body.info.issuer).not.toHaveProperty('language');
      expect(body.info.taxNote).toContain(note);
      const other = language === 'fr' ? 'de' : 'fr';
      expect((await by.patch(`buyer/${buyerId}`, { language: other })).info.language).toBe(other);
      expect(await preview(id)).toContain(title);
      expect(await preview(id)).toContain(note);
    },
  );

  test('must be a language of invoices, and can be removed from a buyer', async () => {
    const wrong = await by.call('POST', 'buyer', { name: 'Buyer', language: 'ja' });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/language']);
    const { id } = await by.post('buyer', { name: 'Buyer', language: 'de' });
    expect((await by.patch(`buyer/${id}`, { language: null })).info).not.toHaveProperty('language');
  });
});
