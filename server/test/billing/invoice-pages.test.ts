import { afterAll, beforeAll, expect, test } from 'vitest';
import { sellWithPage } from '../buyer-pages.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { invoicesOf, issued } from './invoice.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let invoices: ReturnType<typeof invoicesOf>;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  invoices = invoicesOf(app, org);
  await invoices.call('PATCH', 'clientSignupPageConfigInfo', { companyName: 'Harbour Tools' });
});
afterAll(() => app.stop());

const open = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
};
/** Returns the links of an invoice: of its record, and of its mail. */
async function linksOf(id: string) {
  const { info } = (await invoices.call('GET', `invoice/${id}`)).body;
  const mail: string = (await invoices.call('GET', `invoice/${id}/preview`)).body;
  const inMail = (/<a href="([^"]+)"/.exec(mail)?.[1] ?? '').replaceAll('&amp;', '&');
  return { record: info.spaUrl as string, mail: inMail };
}
const line = (name: string) => ({ billableDimensionDetails: [{ name, quantity: 2, amount: 10 }] });

test('an invoice has one page, in the look of the seller and the language of the buyer, by the link of its record and of its mail', async () => {
  const info = { ...line('GPU <hours>'), language: 'de', issuer: { name: 'Acme', bankDetails: 'IBAN 12' } };
  const links = await linksOf(await invoices.write(info, { ...issued(1), buyer_id: null }));
  expect(links.record).toMatch(/\/spa\/invoice\?token=/);
  expect(links.mail).toMatch(/\/public\/invoice\/inv_/);
  const pages = [await open(links.record), await open(links.mail)];
  for (const { status, text } of pages) {
    expect(status).toBe(200);
    for (const shown of [
      '<html lang="de">',
      'Harbour Tools',
      'Rechnung 1',
      'GPU &lt;hours&gt;',
      '10,00 USD',
      'IBAN 12',
    ])
      expect(text).toContain(shown);
    expect(text).not.toMatch(/<script|style="/);
  }
  const pdf = /class="button first" href="([^"]+)"/.exec(pages[0]?.text ?? '')?.[1]?.replaceAll('&amp;', '&');
  expect((await fetch(pdf as string)).headers.get('content-type')).toBe('application/pdf');
});

test('links that are wrong, expired, of another record or of a deleted draft open the same page, 404', async () => {
  const links = await linksOf(await invoices.write(line('a'), issued(2)));
  const other = await linksOf(await invoices.write(line('b'), issued(3)));
  const draft = await invoices.write(line('c'));
  const deleted = await linksOf(draft);
  await app.database.query(`UPDATE invoice SET status = 'DELETED' WHERE organization_id = $1 AND id = $2`, [
    org.id,
    draft,
  ]);
  const wrong = (url: string, name: string, value: string) => {
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    return changed.href;
  };
  const { status, text } = await open(wrong(links.record, 'token', 'x'));
  expect([status, text]).toEqual([404, expect.stringContaining('This link is not valid')]);
  const signature = new URL(other.mail).searchParams.get('signature') as string;
  for (const url of [
    wrong(links.mail, 'signature', signature),
    wrong(links.mail, 'expires', '1000000000'),
    links.mail.replace('/invoice/', '/creditNote/'),
    links.record.replace('/spa/invoice', '/spa/entitlement'),
    deleted.record,
    deleted.mail,
  ])
    expect(await open(url)).toEqual({ status: 404, text });
});

test('revokeLinks of a buyer revokes earlier links to its page, entitlements, invoices and credit notes, and new links open', async () => {
  const sale = await sellWithPage(app, org, { name: 'Revoked' });
  const credited = {
    ...line('d'),
    creditNotes: [{ id: 'crn_1', number: 1, amount: 1, creationTime: '2027-02-05T00:00:00Z' }],
  };
  const id = await invoices.write(credited, { ...issued(20), buyer_id: sale.buyerId });
  await app.database.query(
    `INSERT INTO credit_note (organization_id, id, invoice_id, number, amount, reason, creation_time)
     VALUES ($1, 'crn_1', $2, 1, 1, 'r', now())`,
    [org.id, id],
  );
  const linksNow = async (): Promise<string[]> => {
    const [buyer, entitlement, { info, invoiceURL }, [listed], { mail }] = await Promise.all([
      sale.by.get(`buyer/${sale.buyerId}`),
      sale.by.entitlement(sale.id),
      sale.by.get(`invoice/${id}`),
      sale.by.get(`invoice?buyerId=${sale.buyerId}&limit=1&order=asc`),
      linksOf(id),
    ]);
    const [note] = info.creditNotes;
    const listedUrl: string = listed.info.spaUrl;
    return [
      buyer.info.spaUrl,
      entitlement.info.spaUrl,
      info.spaUrl,
      listedUrl,
      mail,
      invoiceURL,
      note.spaUrl,
      note.creditNoteURL,
    ];
  };
  const statuses = (urls: readonly string[]) =>
    Promise.all(urls.map(async (url) => [url, (await fetch(url)).status]));
  const expected = (urls: readonly string[], status: number) => urls.map((url) => [url, status]);
  const before = await linksNow();
  expect(await statuses(before)).toEqual(expected(before, 200));
  const kept = await linksOf(await invoices.write(line('e'), { ...issued(21), buyer_id: null }));
  await sale.by.post(`buyer/${sale.buyerId}/revokeLinks`);
  expect(await statuses(before)).toEqual(expected(before, 404));
  const after = await linksNow();
  expect(await statuses(after)).toEqual(expected(after, 200));
  const page = await open(after[1] as string);
  const onPage = [...page.text.matchAll(/href="([^"]*public[^"]*)"/g)].map(([, url]) =>
    (url as string).replaceAll('&amp;', '&'),
  );
  expect(onPage.length).toBeGreaterThan(1);
  expect(await statuses(onPage)).toEqual(expected(onPage, 200));
  expect(await statuses([kept.mail])).toEqual(expected([kept.mail], 200));
});

test('a merge of buyers does not make a revoked link to an invoice valid again', async () => {
  const survivor = (await invoices.call('POST', 'buyer', { name: 'Survivor' })).body;
  const merged = await sellWithPage(app, org, { name: 'Merged' });
  const { mail } = await linksOf(merged.invoiceId);
  await merged.by.post(`buyer/${merged.buyerId}/revokeLinks`);
  const fresh = await linksOf(merged.invoiceId);
  await merged.by.post(`buyer/${survivor.id}/merge`, { buyerIds: [merged.buyerId] });
  expect((await open(mail)).status).toBe(404);
  expect((await open(fresh.mail)).status).toBe(200);
});
