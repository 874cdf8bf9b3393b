import { afterAll, beforeAll, expect, test } from 'vitest';
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
