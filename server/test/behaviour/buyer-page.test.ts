import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageSale, sellWithPage } from '../buyer-pages.fixture.ts';
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

const linkOf = async (id = sale.buyerId): Promise<string> => (await sale.by.get(`buyer/${id}`)).info.spaUrl;
async function open(url: string) {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
}
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/href="([^"]*)"/g)].map(([, url]) => (url as string).replaceAll('&amp;', '&'));

describe('the page of a buyer', () => {
  test('lists its purchases, open offers and invoices, each with a link that opens', async () => {
    await sale.by.post('offer', {
      partner: 'MKA',
      name: 'Renewal',
      info: { buyerMkAAccountIds: ['100000000001'] },
    });
    await app.drainJobs();
    await app.database.query(
      `UPDATE offer SET buyer_id = $2 WHERE organization_id = $1 AND name = 'Renewal'`,
      [org.id, sale.buyerId],
    );
    const { status, text } = await open(await linkOf());
    expect(status).toBe(200);
    for (const shown of ['Platform for a year', 'Renewal', 'Invoice 1', 'Active'])
      expect(text).toContain(shown);
    const opened = addressesIn(text);
    expect(opened).toHaveLength(4);
    for (const url of opened) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  });

  test('lists older purchases on further pages', async () => {
    const { rows } = await app.database.query(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
       WHERE attrelid = 'entitlement'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         AND attname NOT IN ('id', 'buyer_id', 'external_id', 'name')`,
    );
    const buyerId = await sale.by.buyer('Many purchases');
    for (let number = 1; number <= 14; number++)
      await app.database.query(
        `INSERT INTO entitlement (id, buyer_id, name, ${rows[0].names})
         SELECT $3, $4, $5, ${rows[0].names} FROM entitlement WHERE organization_id = $1 AND id = $2`,
        [org.id, sale.id, app.app.newId('ent'), buyerId, `Purchase no. ${number};`],
      );
    const first = await open(await linkOf(buyerId));
    const next = addressesIn(first.text).find((url) => url.startsWith('?'));
    const second = await open(new URL(next as string, await linkOf(buyerId)).href);
    const named = (text: string) => [...text.matchAll(/Purchase no\. \d+;/g)].map(([name]) => name);
    expect([named(first.text).length, named(second.text).length]).toEqual([12, 2]);
    expect(new Set([...named(first.text), ...named(second.text)]).size).toBe(14);
  });

  test('does not open after revokeLinks or the buyer’s deletion, and an invalid page number shows the first page', async () => {
    const id = (await sale.by.post('buyer', { name: 'Short-lived' })).id;
    const link = await linkOf(id);
    for (const page of ['0', '-1', 'x', '1.5', '99999999999'])
      expect((await open(`${link}&page=${page}`)).text).toContain('Short-lived');
    const fresh = (await sale.by.post(`buyer/${id}/revokeLinks`)).info.spaUrl;
    expect((await open(link)).status).toBe(404);
    expect((await open(fresh)).status).toBe(200);
    await sale.by.call('DELETE', `buyer/${id}?confirm=${id}`);
    expect((await open(fresh)).status).toBe(404);
  });

  test('has at most 40 kB with full lists of names of 200 characters', async () => {
    const name = 'م'.repeat(200);
    const buyerId = await sale.by.buyer(name);
    await app.database.query(`UPDATE entitlement SET buyer_id = $2, name = $3 WHERE organization_id = $1`, [
      org.id,
      buyerId,
      name,
    ]);
    await app.database.query(
      `INSERT INTO invoice (organization_id, id, entitlement_id, buyer_id, type, status, number, currency, start_date,
         end_date, issue_date, due_date, finalize_at, subtotal_amount, due_amount, info, creation_time, last_update_time)
       SELECT $1, 'inv_01m8pqs8zwepvsfv1ybx9xw7' || n, 'ent_x', $2, 'USAGE', 'FINALIZED', 1000 + n, 'USD', '2027-01-01',
         '2027-02-01', '2027-02-03', '2090-03-01', '2090-01-01', 1250, 1250, '{}', now(), now()
       FROM generate_series(10, 40) n`,
      [org.id, buyerId],
    );
    for (let number = 0; number < 6; number++)
      await sale.by.post('offer', { name: `${name.slice(1)}${number}` });
    await app.drainJobs();
    await app.database.query(`UPDATE offer SET buyer_id = $2 WHERE organization_id = $1`, [org.id, buyerId]);
    const { text } = await open(await linkOf(buyerId));
    expect(text.match(/<tr>/g)?.length).toBeGreaterThan(30);
    expect(Buffer.byteLength(text)).toBeLessThan(40_000);
  });
});
