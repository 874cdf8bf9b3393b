import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consume, type PageSale, sellWithPage } from '../buyer-pages.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let sale: PageSale;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  sale = await sellWithPage(app, org);
});
afterAll(() => app.stop());

const linkOf = async (id = sale.id): Promise<string> => (await sale.by.entitlement(id)).info.spaUrl;
async function open(url: string) {
  const answer = await fetch(url);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('the page of an entitlement', () => {
  test('opens by the signed link in info.spaUrl, without login, and shows terms, prices, addons and invoices', async () => {
    await consume(app, org, sale.id, [
      { after: 0, units: 100, amount: 250 },
      { after: 1, units: 40, amount: 100 },
    ]);
    const link = await linkOf();
    expect(link).toMatch(/\/spa\/entitlement\?token=[\w-]+\.[\w-]+$/);
    const { status, text, headers } = await open(link);
    expect(status).toBe(200);
    for (const shown of [
      'Platform for a year',
      '12,000.00 USD a year',
      'Renews on',
      '2.50 USD per unit',
      'Training',
      '250.00 USD',
      '<span class="big">11,650.00 USD</span>',
      'of 12,000.00 USD remain',
      'https://seller.example/agreement.pdf',
      'Invoice 1',
      'Due 1 March 2090',
      '30 days',
    ])
      expect(text).toContain(shown);
    expect(text).toContain(`/public/invoice/${sale.invoiceId}/pdf?`);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/);
    expect(text).not.toMatch(/<script|style="/);
  });

  test('asks the buyer to pay an overdue invoice, with its link, and names the contact of the seller', async () => {
    const late = await app.organization();
    const sold = await sellWithPage(app, late);
    const due = "now() - interval '3 days'";
    await app.database.query(`UPDATE invoice SET due_date = ${due} WHERE organization_id = $1`, [late.id]);
    const url = (await sold.by.entitlement(sold.id)).info.spaUrl;
    const before = await open(url);
    expect(before.text).toMatch(
      new RegExp(`href="[^"]*${sold.invoiceId}[^"]*">Invoice 1</a> is overdue: 1,250.00 USD was due on `),
    );
    expect(before.text).toContain('Overdue since');
    expect(before.text).not.toContain('Questions?');
    await sold.by.call('PATCH', 'invoiceIssuer', { emailAddress: 'billing@seller.example' });
    await app.database.query('UPDATE invoice SET paid_amount = 1250 WHERE organization_id = $1', [late.id]);
    const after = await open(url);
    expect(after.text).toContain('Questions? Write to billing@seller.example.');
    expect(after.text).not.toContain('verdue');
  });

  test('does not contain its own address', async () => {
    const link = await linkOf();
    expect((await open(link)).text).not.toContain(new URL(link).searchParams.get('token'));
  });

  test('has its link in every response with the entitlement, and in no event, stored response or list without info', async () => {
    const path = `/org/${org.id}/entitlement`;
    const call = (method: string, more: string, options: object = {}) =>
      app.request(method, `${path}${more}`, { token: org.token, ...options });
    const listed = (await call('GET', `?offerId=${sale.offerId}`)).body[0];
    expect(listed.info.spaUrl).toBe(await linkOf());
    expect((await call('GET', `?offerId=${sale.offerId}&fields=name,info`)).body[0].info.spaUrl).toBe(
      await linkOf(),
    );
    expect((await call('GET', `?offerId=${sale.offerId}&fields=name`)).body[0]).not.toHaveProperty('info');
    const renamed = await call('PATCH', `/${sale.id}/entitlementName`, {
      body: { name: 'Platform, renamed' },
      headers: { 'idempotency-key': 'rename-1' },
    });
    expect([renamed.status, renamed.body.info?.spaUrl]).toEqual([200, await linkOf()]);
    await app.dispatchEvents();
    for (const table of ['event', 'idempotency_key', 'entitlement', 'entitlement_term']) {
      const { rows } = await app.database.query(
        `SELECT count(*)::int AS n FROM ${table} t WHERE organization_id = $1 AND position('spa/entitlement' IN t::text) > 0`,
        [org.id],
      );
      expect([table, rows[0].n]).toEqual([table, 0]);
    }
  });

  test('every invalid link returns the same page with the status 404', async () => {
    const link = await linkOf();
    const other = await app.organization();
    const token = new URL(link).searchParams.get('token') as string;
    const foreign = await sellWithPage(app, other);
    const foreignToken = new URL((await foreign.by.entitlement(foreign.id)).info.spaUrl).searchParams.get(
      'token',
    ) as string;
    const [text, signature] = token.split('.');
    const page = (given: string) => open(`${link.split('?')[0]}?token=${given}`);
    const deleted = await sellWithPage(app, org, { name: 'Deleted' });
    const deletedLink = await linkOf(deleted.id);
    await sale.by.setStatus(deleted.id, 'DELETED');
    const invalid = await page('x');
    expect(invalid.status).toBe(404);
    const links = [
      open(deletedLink),
      open(`${link.split('?')[0]}`),
      page(''),
      page(`${text}.`),
      page(`${text}.${foreignToken.split('.')[1]}`),
      page(`${foreignToken.split('.')[0]}.${signature}`),
      page('x'.repeat(5000)),
      open(link.replace('/spa/entitlement', '/spa/buyer')),
    ];
    for (const answer of await Promise.all(links))
      expect([answer.status, answer.text]).toEqual([404, invalid.text]);
    expect((await page(foreignToken)).text).toContain('Platform for a year');
  });

  test('does not open by an earlier link after revokeLinks, and opens by a new link', async () => {
    const revoked = await sellWithPage(app, org, { name: 'Revoked' });
    const before = await linkOf(revoked.id);
    const answer = await sale.by.post(`entitlement/${revoked.id}/revokeLinks`);
    expect(answer.info.spaUrl).toBe(await linkOf(revoked.id));
    expect((await open(before)).status).toBe(404);
    expect((await open(answer.info.spaUrl)).status).toBe(200);
    expect((await sale.by.call('POST', 'entitlement/ent_none/revokeLinks')).status).toBe(404);
    expect((await sale.by.actions(revoked.id)).at(-1)).toBe('UPDATE');
  });
});
