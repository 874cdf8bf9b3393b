import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const done = async (method: string, path: string, body?: unknown) => {
  const reply = await app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  await app.drainJobs();
  return reply.body;
};

test('merging two buyers of one customer leaves one buyer with all contacts, sales and accounts', async () => {
  const people = await done('POST', 'contact/batch', [
    { emailAddress: 'ann@acme.example', name: 'Ann', info: { role: 'Purchasing' } },
    { emailAddress: 'bob@acme.example', name: 'Bob' },
    { emailAddress: 'ANN@acme.example', name: 'Ann again' },
  ]);
  expect(people).toHaveLength(3);
  const [ann, bob] = people;
  expect(people[2]).toEqual(ann);

  const acme = await done('POST', 'buyer', {
    name: 'Acme',
    customerId: 'acme-1',
    companyInfo: { country: 'CH' },
  });
  expect((await done('POST', `contact/${ann.id}/buyer/${acme.id}`)).contactIds).toEqual([ann.id]);
  const direct = await done('POST', 'offer', { name: 'Direct', buyerID: acme.id, contactIds: [ann.id] });
  await done('POST', `contact/${bob.id}/offer/${direct.id}`);
  expect((await done('GET', `contact/${bob.id}/offer`))[0].contactIds).toEqual([ann.id, bob.id]);
  await done('POST', `sandbox/offer/${direct.id}/accept`);

  const order = { partner: 'MKA', buyerAccountId: '123456789012', buyerName: 'ACME Ltd', quantity: 3 };
  await done('POST', 'sandbox/order', order);
  const [found] = await done('GET', 'buyer?mkAAccountId=123456789012');
  expect(found).toMatchObject({ name: 'ACME Ltd', partner: 'MKA', externalID: '123456789012' });
  await done('POST', `contact/${bob.id}/buyer/${found.id}`);

  const merged = await done('POST', `buyer/${acme.id}/merge`, { buyerIds: [found.id] });
  expect(merged).toMatchObject({
    id: acme.id,
    name: 'Acme',
    externalID: '123456789012',
    contactIds: [ann.id, bob.id],
  });
  expect(await done('GET', 'buyer')).toEqual([merged]);
  expect(await done('GET', `entitlement?buyerId=${acme.id}`)).toHaveLength(2);
  await done('POST', 'sandbox/order', { ...order, quantity: 4 });
  expect(await done('GET', `entitlement?buyerId=${acme.id}`)).toHaveLength(3);

  const page = await fetch(merged.info.spaUrl);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Acme')]);

  await done('PATCH', `contact/${ann.id}`, { info: { role: '', phoneNumber: '+41 31 000 00 00' } });
  expect((await done('GET', 'contact?emailAddress=Ann@Acme.example'))[0].info).toEqual({
    phoneNumber: '+41 31 000 00 00',
    lastModifiedBy: org.client.id,
  });
  expect(await done('DELETE', `contact/${bob.id}`)).toBe(bob.id);
  expect((await done('GET', `buyer/${acme.id}`)).contactIds).toEqual([ann.id]);
  expect((await done('GET', `offer/${direct.id}`)).contactIds).toEqual([ann.id]);

  const path = `/org/${org.id}/buyer/${acme.id}`;
  expect((await app.request('DELETE', `${path}?confirm=${acme.id}`, { token: org.token })).status).toBe(409);
  const spare = await done('POST', 'buyer', { partner: 'PAYA', name: 'Mistake' });
  expect(await done('DELETE', `buyer/${spare.id}?confirm=${spare.id}`)).toBe(spare.id);
  expect(await done('GET', 'buyer')).toHaveLength(1);
});
