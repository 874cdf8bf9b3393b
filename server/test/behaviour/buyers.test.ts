import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: object, owner = org) =>
  app.request(method, `/org/${owner.id}/${path}`, { token: owner.token, ...(body ? { body } : {}) });
const done = async (method: string, path: string, body?: object, owner = org) => {
  const reply = await call(method, path, body, owner);
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  await app.drainJobs();
  return reply.body;
};
const create = (body: object = {}) => done('POST', 'buyer', body);
const order = async (body: object, owner = org) => {
  const { externalID } = await done('POST', 'sandbox/order', { partner: 'MKA', quantity: 1, ...body }, owner);
  const [entitlement] = await done('GET', `entitlement?externalId=${externalID}`, undefined, owner);
  return entitlement;
};
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT action, sequence, audited, payload, before FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;
/** Converts the record to the format of events. */
const kept = ({ info: { spaUrl, ...info }, ...rest }: { info: Record<string, unknown> }) => ({
  ...rest,
  info,
});

describe('a buyer of direct sales', () => {
  test('is created with the given fields and read back', async () => {
    const given = {
      partner: 'paya',
      name: 'Acme',
      description: 'Big',
      customerId: 'c-1',
      emailAddress: 'Ann@Acme.example',
      companyInfo: { name: 'Acme AG', country: 'CH' },
      paymentConfig: { currency: 'CHF' },
      payACustomerId: 'cus_1',
      payBCustomerId: 'shop_1',
      meterACustomerId: 'm',
      billBCustomerId: '',
    };
    const made = await create(given);
    expect(kept(made)).toEqual({
      id: expect.stringMatching(/^buy_/),
      organizationID: org.id,
      partner: 'PAYA',
      name: 'Acme',
      description: 'Big',
      contactIds: [],
      creationTime: expect.any(String),
      lastUpdateTime: made.creationTime,
      info: {
        customerId: 'c-1',
        emailAddress: 'Ann@Acme.example',
        payACustomerId: 'cus_1',
        meterACustomerId: 'm',
        companyInfo: { name: 'Acme AG', country: 'CH' },
        paymentConfig: { currency: 'CHF' },
        payBBuyer: { shopperId: 'shop_1' },
        lastModifiedBy: org.client.id,
      },
    });
    expect(await done('GET', `buyer/${made.id}`)).toEqual(made);
    const [event] = await eventsOf(made.id);
    expect(event).toMatchObject({
      action: 'CREATE',
      sequence: 1,
      audited: true,
      payload: kept(made),
      before: null,
    });
  });

  test('has a link to its page, which is not stored for a repeat of the creation', async () => {
    const again = (method: string, path: string, body: object) =>
      app.request(method, `/org/${org.id}/${path}`, {
        token: org.token,
        body,
        headers: { 'idempotency-key': `${method} ${path}` },
      });
    const first = await again('POST', 'buyer', { name: 'Linked' });
    expect(first.body.info.spaUrl).toMatch(/\/spa\/buyer\?token=/);
    const repeated = await again('POST', 'buyer', { name: 'Linked' });
    expect(repeated.body).toEqual(kept(first.body));
    await again('PATCH', `buyer/${first.body.id}`, { name: 'Changed' });
    const { rows } = await app.database.query(
      'SELECT response FROM idempotency_key WHERE organization_id = $1',
      [org.id],
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('token=');
  });

  test('has links that end when their version is raised; each call ends the links created since', async () => {
    const { id } = await create({ name: 'Revoked' });
    const version = async () => {
      const { rows } = await app.database.query(
        'SELECT spa_version FROM buyer WHERE organization_id = $1 AND id = $2',
        [org.id, id],
      );
      return rows[0].spa_version;
    };
    expect(await version()).toBe(1);
    expect((await done('POST', `buyer/${id}/revokeLinks`)).id).toBe(id);
    expect(await version()).toBe(2);
    await done('POST', `buyer/${id}/revokeLinks`);
    expect(await version()).toBe(3);
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'UPDATE']);
    expect((await call('POST', 'buyer/buy_none/revokeLinks')).status).toBe(404);
  });

  test('has no partner, PAYA or PAYB; buyers of marketplaces cannot be created by hand', async () => {
    expect(await create({})).not.toHaveProperty('partner');
    expect(await create({ partner: '' })).not.toHaveProperty('partner');
    expect((await create({ partner: 'PAYB' })).partner).toBe('PAYB');
    for (const partner of ['MKA', 'MKF', 'CRMA', 'BILLA', 'nobody']) {
      const reply = await call('POST', 'buyer', { partner });
      expect([partner, reply.status, reply.body.errors[0].pointer]).toEqual([partner, 400, '/partner']);
    }
  });

  test('R9 ignores fields that the service sets', async () => {
    const made = await create({
      id: 'buy_own',
      externalID: 'x',
      status: 'DELETED',
      contactIds: ['con_x'],
      creationTime: 7,
      info: { grossAmount: 5, spaUrl: 'https://evil.example', lastModifiedBy: 'me' },
    });
    expect(made).toMatchObject({ contactIds: [], info: { lastModifiedBy: org.client.id } });
    expect(made.id).not.toBe('buy_own');
    expect(made).not.toHaveProperty('externalID');
    expect(made.info).not.toHaveProperty('grossAmount');
    expect(made.info.spaUrl).not.toContain('evil.example');
  });

  test('is the buyer of a sale whose offer names it, whatever account accepted', async () => {
    const { id } = await create({ partner: 'PAYA', name: 'Named' });
    for (const partner of ['PAYA', undefined]) {
      const offer = await done('POST', 'offer', { partner, buyerID: id, name: `By ${partner}` });
      await done('POST', `sandbox/offer/${offer.id}/accept`, { buyerName: 'Someone else' });
      const [entitlement] = await done('GET', `entitlement?offerId=${offer.id}`);
      expect(entitlement.buyerID).toBe(id);
    }
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('a change of a buyer', () => {
  test('R8 keeps absent fields, merges records, replaces lists, and unsets fields by null or an empty text', async () => {
    const made = await create({
      name: 'Old',
      description: 'Note',
      customerId: 'c-2',
      payACustomerId: 'p',
      companyInfo: { name: 'Acme', city: 'Bern' },
      paymentConfig: { allowedWalletTypes: ['card', 'credit'] },
    });
    const changed = await done('PATCH', `buyer/${made.id}`, {
      name: 'New',
      description: null,
      payACustomerId: '',
      customerId: undefined,
      companyInfo: { city: 'Basel', state: '' },
      paymentConfig: { allowedWalletTypes: ['card'] },
    });
    expect(changed).toMatchObject({
      id: made.id,
      name: 'New',
      creationTime: made.creationTime,
      info: {
        customerId: 'c-2',
        companyInfo: { name: 'Acme', city: 'Basel' },
        paymentConfig: { allowedWalletTypes: ['card'] },
      },
    });
    expect(changed).not.toHaveProperty('description');
    expect(changed.info).not.toHaveProperty('payACustomerId');
    expect(changed.info.companyInfo).not.toHaveProperty('state');
    expect(Date.parse(changed.lastUpdateTime)).toBeGreaterThanOrEqual(Date.parse(made.lastUpdateTime));
    expect(await done('GET', `buyer/${made.id}`)).toEqual(changed);
    const [, event] = await eventsOf(made.id);
    expect(event).toMatchObject({
      action: 'UPDATE',
      sequence: 2,
      payload: kept(changed),
      before: kept(made),
    });
    const cleared = await done('PATCH', `buyer/${made.id}`, { companyInfo: null, paymentConfig: null });
    expect(Object.keys(kept(cleared).info).sort()).toEqual(['customerId', 'lastModifiedBy']);
  });

  test('cannot change the partner or fields that the service computes', async () => {
    const made = await create({ name: 'Stays' });
    const changed = await done('PATCH', `buyer/${made.id}`, { partner: 'MKA', info: { grossAmount: 1 } });
    expect(changed).toEqual({ ...made, lastUpdateTime: changed.lastUpdateTime });
  });

  test('with errors names the field and changes nothing', async () => {
    const made = await create({ name: 'Same' });
    const wrong: [object, string][] = [
      [{ name: 7 }, '/name'],
      [{ emailAddress: 'nobody' }, '/emailAddress'],
      [{ customerId: 'x'.repeat(201) }, '/customerId'],
      [{ paymentConfig: { currency: 'XXZ' } }, '/paymentConfig/currency'],
      [{ companyInfo: [] }, '/companyInfo'],
    ];
    for (const [body, pointer] of wrong) {
      const reply = await call('PATCH', `buyer/${made.id}`, { name: 'Other', ...body });
      expect([pointer, reply.status, reply.body.errors?.[0]?.pointer]).toEqual([pointer, 400, pointer]);
    }
    expect(await done('GET', `buyer/${made.id}`)).toEqual(made);
    expect((await call('PATCH', 'buyer/buy_none', { name: 'x' })).body.code).toBe('buyer_not_found');
  });
});

describe('buyers of marketplaces', () => {
  test('have their account in the same place as the marketplace’s record', async () => {
    const accounts = {
      MKA: 'mkABuyer',
      MKB: 'mkBBuyer',
      MKC: 'mkCBuyer',
      MKD: undefined,
      MKE: undefined,
      MKF: 'mkFBuyer',
    };
    for (const [partner, field] of Object.entries(accounts)) {
      const { buyerID } = await order({
        partner,
        buyerAccountId: '777788889999',
        buyerName: `At ${partner}`,
      });
      const buyer = await done('GET', `buyer/${buyerID}`);
      expect(buyer).toMatchObject({ partner, externalID: '777788889999', name: `At ${partner}` });
      expect(Object.keys(buyer.info).filter((key) => key.startsWith('mk'))).toEqual(field ? [field] : []);
      if (field) expect(Object.values(buyer.info[field])).toEqual(['777788889999']);
    }
  });

  test('that were created by hand get the account of their purchase, one for each marketplace', async () => {
    const { id } = await create({ name: 'Both', customerId: 'both' });
    const accounts = [
      ['MKA', '100000000001'],
      ['MKF', '100000000002'],
    ] as const;
    for (const [partner, buyerAccountId] of accounts) {
      const offer = await done('POST', 'offer', {
        partner,
        buyerID: id,
        name: partner,
        info: { currency: 'USD' },
      });
      await done('POST', `sandbox/offer/${offer.id}/accept`, { buyerAccountId });
      const [entitlement] = await done('GET', `entitlement?offerId=${offer.id}`);
      expect(entitlement?.buyerID, partner).toBe(id);
    }
    expect(await done('GET', `buyer/${id}`)).toMatchObject({
      partner: 'MKA',
      externalID: '100000000001',
      info: {
        mkABuyer: { mkAAccountID: '100000000001' },
        mkFBuyer: { mkFCustomerID: '100000000002' },
        customerId: 'both',
      },
    });
    for (const [partner, buyerAccountId] of accounts)
      expect((await order({ partner, buyerAccountId })).buyerID).toBe(id);
  });
});

describe('deleting a buyer', () => {
  test('is refused while an entitlement is active or pending; a deleted buyer is hidden', async () => {
    const { buyerID, id } = await order({ buyerAccountId: '222222222222', buyerName: 'Leaves' });
    const refused = await call('DELETE', `buyer/${buyerID}?confirm=${buyerID}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'buyer_has_entitlements']);
    const before = await done('GET', `buyer/${buyerID}`);
    await done('POST', `sandbox/entitlement/${id}/cancel`);
    expect(await done('DELETE', `buyer/${buyerID}?confirm=${buyerID}`)).toBe(buyerID);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', `?confirm=${buyerID}`],
      ['POST', '/merge'],
    ]) {
      const body = method === 'PATCH' || method === 'POST' ? { buyerIds: ['buy_x'] } : undefined;
      const reply = await call(method as string, `buyer/${buyerID}${path}`, body);
      expect([method, reply.status, reply.body.code]).toEqual([method, 404, 'buyer_not_found']);
    }
    expect(idsOf(await done('GET', 'buyer'))).not.toContain(buyerID);
    expect(await done('GET', 'buyer?externalId=222222222222')).toEqual([]);
    const events = await eventsOf(buyerID);
    expect(events.at(-1)).toMatchObject({ action: 'DELETE', audited: true, before: kept(before) });
    expect(events.at(-1).payload.externalID).toBe('222222222222');
    const again = await order({ buyerAccountId: '222222222222' });
    expect(again.buyerID).not.toBe(buyerID);
    expect(idsOf(await done('GET', 'buyer?externalId=222222222222'))).toEqual([again.buyerID]);
  });

  test('during a purchase ends with either the buyer deleted or the entitlement created', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await create({ name: `Racing ${round}` });
      const offer = await done('POST', 'offer', { buyerID: id, name: `Race ${round}` });
      const [deletion, sale] = await Promise.all([
        call('DELETE', `buyer/${id}?confirm=${id}`),
        call('POST', `sandbox/offer/${offer.id}/accept`),
      ]);
      expect(sale.status, sale.text).toBe(200);
      expect([200, 409]).toContain(deletion.status);
      const [entitlement] = await done('GET', `entitlement?offerId=${offer.id}`);
      const { status } = await call('GET', `buyer/${entitlement.buyerID}`);
      expect(status, 'the buyer of a live entitlement is there').toBe(200);
      expect(entitlement.buyerID === id).toBe(deletion.status === 409);
    }
  });
});

describe('lists of buyers', () => {
  let own: TestOrganization;
  const ids: string[] = [];
  let contactId: string;
  beforeAll(async () => {
    own = await app.organization();
    const bodies = [
      { name: 'a', customerId: 'cust', emailAddress: 'One@Acme.example' },
      { name: 'b', partner: 'PAYA' },
      { name: 'c', partner: 'PAYA', emailAddress: 'one@acme.example' },
    ];
    for (const body of bodies) ids.push((await done('POST', 'buyer', body, own)).id);
    ids.push((await order({ partner: 'MKA', buyerAccountId: '333333333333' }, own)).buyerID);
    contactId = (await done('POST', 'contact', { name: 'Linked' }, own)).id;
    for (const index of [0, 3])
      await done('POST', `contact/${contactId}/buyer/${ids[index]}`, undefined, own);
  });
  const at = (...indexes: number[]) => indexes.map((index) => ids[index]);
  const listed = async (path: string) => idsOf(await done('GET', path, undefined, own));

  test('are in order of creation; filters can be combined', async () => {
    expect(await listed('buyer')).toEqual(ids);
    expect(await listed('buyer?limit=2&offset=1')).toEqual(at(1, 2));
    expect(await listed('buyer?partner=paya')).toEqual(at(1, 2));
    expect(await listed('buyer?partner=MKB')).toEqual([]);
    expect(await listed('buyer?customerId=cust')).toEqual(at(0));
    expect(await listed('buyer?emailAddress=ONE@acme.EXAMPLE')).toEqual(at(0, 2));
    expect(await listed('buyer?emailAddress=one@acme.example&partner=PAYA')).toEqual(at(2));
    expect(await listed('buyer?mkAAccountId=333333333333')).toEqual(at(3));
    expect(await listed('buyer?externalId=333333333333')).toEqual(at(3));
    expect(await listed(`buyer?contactId=${contactId}`)).toEqual(at(0, 3));
    expect(await listed(`buyer?contactId=${contactId}&partner=MKA`)).toEqual(at(3));
    expect(await listed('buyer?contactId=con_none')).toEqual([]);
  });

  test('contain the whole record, contacts and link included', async () => {
    const rows = await done('GET', 'buyer', undefined, own);
    for (const row of rows) expect(row).toEqual(await done('GET', `buyer/${row.id}`, undefined, own));
    expect(rows[0].contactIds).toEqual([contactId]);
  });

  test('by contact and by partner are the same lists; an unknown contact or partner is an error', async () => {
    expect(await listed(`contact/${contactId}/buyer`)).toEqual(at(0, 3));
    expect(await listed('partner/PayA/buyer')).toEqual(at(1, 2));
    expect((await call('GET', 'contact/con_none/buyer', undefined, own)).body.code).toBe('contact_not_found');
    expect((await call('GET', 'partner/NONE/buyer', undefined, own)).status).toBe(404);
  });

  test('have next-page links by cursor, with their filters', async () => {
    const first = await call('GET', `buyer?contactId=${contactId}&limit=1&count=true`, undefined, own);
    expect(first.headers.get('x-total-count')).toBe('2');
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] as string;
    const second = await app.request('GET', next, { token: own.token });
    expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(at(0, 3));
    const cursor = new URL(next, app.url).searchParams.get('cursor');
    expect((await call('GET', `buyer?cursor=${cursor}`, undefined, own)).status).toBe(400);
  });
});
