import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { unsigned } from './addresses.fixture.ts';
import { writeInvoice } from './invoices.fixture.ts';

let app: TestApp;
let org: TestOrganization;
const get = (path: string) => app.request('GET', `/org/${org.id}/${path}`, { token: org.token });

beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

describe('an invoice', () => {
  test('is returned with exact amounts, and without unset fields', async () => {
    const id = await writeInvoice(app, org, {
      buyer_id: 'buy_1',
      subtotal_amount: '120.50',
      tax_amount: '1.50',
      due_amount: '122',
      info: '{"description": "January"}',
    });
    const { status, body } = await get(`invoice/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      organizationID: org.id,
      entitlementID: 'ent_none',
      buyerID: 'buy_1',
      type: 'COMMIT',
      status: 'DRAFT',
      paymentStatus: 'PENDING',
      info: {
        currency: 'USD',
        subtotalAmount: 120.5,
        taxAmount: 1.5,
        dueAmount: 122,
        description: 'January',
      },
    });
    expect(Object.keys(body.info)).not.toContain('paidAmount');
    expect(Object.keys(body.info)).not.toContain('number');
  });

  test('has addresses of its PDF and page, equal in each answer; a withdrawn invoice has none', async () => {
    const id = await writeInvoice(app, org);
    const { body, headers } = await get(`invoice/${id}`);
    const type = async (url: string) => (await fetch(url)).headers.get('content-type');
    expect(await type(body.invoiceURL)).toBe('application/pdf');
    expect(await type(body.info.spaUrl)).toBe('text/html; charset=utf-8');
    const list = await get('invoice');
    expect(unsigned(list.body.find((one: { id: string }) => one.id === id))).toBe(unsigned(body));
    const patched = await app.request('PATCH', `/org/${org.id}/invoice/${id}/info`, {
      token: org.token,
      body: {},
      headers: { 'if-match': headers.get('etag') as string },
    });
    expect(patched.status).toBe(200);
    const withdrawn = await get(`invoice/${await writeInvoice(app, org, { status: 'DELETED' })}`);
    expect([withdrawn.body.invoiceURL, withdrawn.body.info.spaUrl]).toEqual([undefined, undefined]);
  });

  test('is a 404 if unknown or of another organization', async () => {
    const other = await app.organization();
    const foreign = await writeInvoice(app, other);
    for (const id of ['inv_none', foreign])
      expect(await get(`invoice/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'invoice_not_found' },
      });
  });
});

test('invoices are listed in order of creation, filtered by entitlement, buyer and status; withdrawn ones only by status', async () => {
  const other = await app.organization();
  const make = (given: Record<string, string>) => writeInvoice(app, other, given);
  const [first, second, withdrawn] = [
    await make({ creation_time: '2027-01-01T00:00:00Z', entitlement_id: 'ent_1', buyer_id: 'buy_1' }),
    await make({ creation_time: '2027-01-02T00:00:00Z', entitlement_id: 'ent_2', status: 'CANCELED' }),
    await make({ creation_time: '2027-01-03T00:00:00Z', entitlement_id: 'ent_1', status: 'DELETED' }),
  ];
  const list = async (query: string) => {
    const { status, body } = await app.request('GET', `/org/${other.id}/invoice${query}`, {
      token: other.token,
    });
    return status === 200 ? body.map(({ id }: { id: string }) => id) : status;
  };
  expect(await list('')).toEqual([first, second]);
  expect(await list('?status=')).toEqual([first, second]);
  expect(await list('?entitlementId=ent_1')).toEqual([first]);
  expect(await list('?buyerId=buy_1')).toEqual([first]);
  expect(await list('?status=CANCELED')).toEqual([second]);
  expect(await list('?status=DELETED')).toEqual([withdrawn]);
  expect(await list('?status=PAID')).toBe(400);
  expect(await list('?limit=1&offset=1')).toEqual([second]);
});
