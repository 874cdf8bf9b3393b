import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization({ role: 'EDITOR' });
});
afterAll(() => app.stop());

const call = async (method: string, path: string, body?: object) => {
  const reply = await app.request(method, `/org/${org.id}${path}`, {
    token: org.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  return reply.body;
};
const download = async (url: string) => {
  const answer = await fetch(url);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const textOf = async (bytes: Buffer) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ');

/** Creates an offer with all fields for the buyer and all fields that are hidden from buyers (R32). */
async function sellable(partner?: string) {
  const product = await call('POST', '/product', { name: 'Żółw Analytics' });
  const buyer = await call('POST', '/buyer', { name: 'Покупатель Ltd' });
  return call('POST', '/offer', {
    ...(partner ? { partner } : {}),
    name: 'Year of Acme',
    productID: product.id,
    buyerID: buyer.id,
    expireTime: '2090-02-03T00:00:00Z',
    endTime: '2091-02-03T00:00:00Z',
    info: {
      currency: 'EUR',
      eulaType: 'SCMP',
      sellerNotes: 'HIDDEN-SELLER-NOTES',
      refundCancellationPolicy: 'Within 14 days.',
      commits: [{ key: 'seats', name: 'Seats', rate: 1234567.5, quantity: 3, length: 1, timeUnit: 'YEAR' }],
      dimensions: [{ key: 'gb', name: 'Gigabyte', rate: 0.0125 }],
      paymentInstallments: [{ amount: 100, chargeOn: '2090-03-01' }],
      mkCProviderInternalNote: 'HIDDEN-PROVIDER-NOTE',
    },
    metaInfo: { internalNote: 'HIDDEN-INTERNAL-NOTE', mkCProviderInternalNote: 'HIDDEN-PROVIDER-NOTE' },
  });
}

describe('the PDF of an offer', () => {
  test('R32 contains product, buyer, prices, times and agreement, and no notes of the seller', async () => {
    const offer = await sellable();
    const { answer, bytes } = await download(offer.info.pdfURL);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`offer-${offer.id}.pdf`),
      'x-content-type-options': 'nosniff',
    });
    const shown = await textOf(bytes);
    for (const text of [
      'Year of Acme',
      'Żółw Analytics',
      'Покупатель Ltd',
      'Acme',
      offer.id,
      '3 February 2090',
      '3 February 2091',
      'Seats',
      '1 year 3 1,234,567.50 EUR 3,703,702.50 EUR',
      '0.0125 EUR',
      '100.00 EUR',
      'Within 14 days.',
      'SCMP',
    ])
      expect(shown).toContain(text);
    expect(shown).not.toContain('HIDDEN');
    expect(bytes.toString('latin1')).not.toContain('HIDDEN');
  });

  test('contains names in other scripts, like the sandbox page, each in its direction', async () => {
    const [name, seats] = ['اشتراك البحر', 'ที่นั่งผู้ใช้'];
    const commits = [{ key: 'seats', name: seats, rate: 10, length: 1, timeUnit: 'YEAR' }];
    const { id } = await call('POST', '/offer', { partner: 'MKA', name, info: { currency: 'EUR', commits } });
    const { info } = await call('GET', `/offer/${id}`);
    const shown = await textOf((await download(info.pdfURL)).bytes);
    for (const text of [name, seats]) expect(shown).toContain(text);
    const page = (await download(info.privateOfferUrl)).bytes.toString();
    expect(page).toContain(`<h1 dir="auto">${name}</h1>`);
    expect(page).toContain(`<dt dir="auto">${seats}</dt><dd dir="auto">`);
  });

  test('has days and durations in words, the total cost, the date of issue, and page numbers', async () => {
    const offer = await call('POST', '/offer', {
      partner: 'MKA',
      name: 'In words',
      expireTime: '2090-02-03T10:30:00Z',
      info: {
        currency: 'EUR',
        mkAAgreementDuration: 'P1Y6M',
        discountPercentage: 20,
        paymentInstallments: [
          { amount: 100, chargeOn: '2090-03-01' },
          { amount: 50.5, chargeOn: '2091-03-01' },
        ],
        commits: Array.from({ length: 60 }, (_, index) => ({ key: `c${index}`, rate: 1 })),
      },
    });
    const shown = await textOf((await download(offer.info.pdfURL)).bytes);
    const issued = new Date(offer.creationTime).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    for (const text of [
      '3 February 2090, 10:30 UTC',
      '1 year and 6 months',
      'a discount of 20 % off the list price',
      '1 March 2090',
      '150.50 EUR',
      `Date of issue ${issued}`,
      'Page 1 of 3',
      'Page 2 of 3',
    ])
      expect(shown.replaceAll(/\s+/g, ' ')).toContain(text);
    expect(shown).not.toMatch(/MKA|P1Y6M|2090-0/);
  });

  test('has names, addresses and tax numbers of the seller and the buyer, and prices of usage', async () => {
    const invoiceIssuer = { name: 'Seller GmbH', address: 'Hafen 1\n20457 Hamburg', taxIds: ['DE1'] };
    const admin = await app.organization();
    const request = async (method: string, path: string, body: object) => {
      const reply = await app.request(method, `/org/${admin.id}${path}`, { token: admin.token, body });
      expect(reply.status, reply.text).toBe(200);
      return reply.body;
    };
    await request('PATCH', '/invoiceIssuer', invoiceIssuer);
    const companyInfo = { name: 'Buyer Ltd', addressLine1: '1 Market Street', city: 'London', country: 'GB' };
    const { id: buyerID } = await request('POST', '/buyer', { name: 'Buyer', companyInfo });
    const offer = await request('POST', '/offer', {
      name: 'Direct',
      buyerID,
      info: { currency: 'EUR', taxIds: ['GB2'], dimensions: [{ key: 'gb', name: 'Gigabyte', rate: 0.5 }] },
    });
    const shown = await textOf((await download(offer.info.pdfURL)).bytes);
    for (const text of [
      'Seller GmbH',
      'Hafen 1',
      'Tax number: DE1',
      'Buyer Ltd',
      '1 Market Street',
      'Tax number: GB2',
    ])
      expect(shown).toContain(text);
    expect(shown).toContain('Gigabyte each unit 0.50 EUR');
  });

  test('is byte-identical for the same record, and changes with the record', async () => {
    const { id } = await sellable();
    const pdf = async () => (await download(await call('GET', `/offer/${id}/pdf`))).bytes;
    const first = await pdf();
    expect((await pdf()).equals(first)).toBe(true);
    await call('PATCH', `/offer/${id}`, { name: 'Two years of Acme' });
    expect(await textOf(await pdf())).toContain('Two years of Acme');
  });

  test('is linked by each submitted private offer, and not by drafts and public offers', async () => {
    const draft = await call('POST', '/draftOffer', { name: 'Draft' });
    expect(draft.info?.pdfURL).toBeUndefined();
    expect((await call('POST', '/offer', { id: draft.id })).info.pdfURL).toContain(
      `/public/offer/${draft.id}/pdf?`,
    );
    const published = await call('POST', '/offer', { partner: 'MKA', name: 'At a marketplace' });
    const { info, status } = await call('GET', `/offer/${published.id}`);
    expect(status).toBe('PENDING_ACCEPTANCE');
    expect(await textOf((await download(info.pdfURL)).bytes)).toContain(info.privateOfferUrl.slice(0, 20));
    const open = await call('POST', '/offer', { name: 'Public', offerType: 'DEFAULT' });
    expect(open.info?.pdfURL).toBeUndefined();
  });

  test('is available by a valid link, as long as the offer exists', async () => {
    const offer = await sellable();
    const url = new URL(offer.info.pdfURL);
    url.searchParams.set('expires', '1');
    expect((await fetch(url)).status).toBe(404);
    const draft = await call('POST', '/draftOffer', { name: 'To go' });
    const link = await call('GET', `/offer/${draft.id}/pdf`);
    expect((await fetch(link)).status).toBe(200);
    await call('DELETE', `/offer/${draft.id}`);
    expect((await fetch(link)).status).toBe(404);
  });
});
