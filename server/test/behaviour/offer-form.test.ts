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

type Field = {
  pointer: string;
  kind: string;
  required: boolean;
  options: { value: string; label: string }[];
};
const steps = ['offer', 'time', 'price', 'payment', 'agreement', 'notes'];
const form = async (query: string): Promise<Field[]> => {
  const reply = await app.request('GET', `/org/${org.id}/offer/form${query}`, { token: org.token });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.map(({ name }: { name: string }) => name)).toEqual(steps);
  return reply.body.flatMap(({ fields }: { fields: Field[] }) => fields);
};
const at = (fields: Field[], pointer: string) => fields.find((field) => field.pointer === pointer);

test('the form of an offer depends on its partner and type', async () => {
  expect(at(await form('?partner=MKC'), '/info/mkCDuration')).toMatchObject({
    kind: 'whole',
    required: true,
  });
  expect(at(await form('?partner=MKC&offerType=default'), '/info/mkCDuration')).toBeUndefined();
  expect(at(await form(''), '/info/mkCDuration')).toBeUndefined();
});

test('the form for a product uses its partner, and contains the keys of its prices', async () => {
  const body = { partner: 'MKC', info: { dimensions: [{ key: 'gpu', name: 'Hours of GPU', rate: 1 }] } };
  const product = await app.request('POST', `/org/${org.id}/product`, { token: org.token, body });
  expect(product.status, product.text).toBe(200);
  const fields = await form(`?productId=${product.body.id}`);
  expect(at(fields, '/info/mkCDuration')).toBeDefined();
  expect(at(fields, '/info/dimensions/*/key')?.options).toEqual([{ value: 'gpu', label: 'Hours of GPU' }]);
});

test('unknown partners, types and products are refused by name', async () => {
  for (const [query, pointer] of [
    ['?productId=prd_none', 'productId'],
    ['?partner=NOWHERE', 'partner'],
  ]) {
    const reply = await app.request('GET', `/org/${org.id}/offer/form${query}`, { token: org.token });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  }
});

test('an offer filled in by its form can be created', async () => {
  const fields = await form('?partner=MKC');
  const commits = [{ key: 'fee', rate: 100 }];
  const offer = { partner: 'MKC', info: { commits } };
  const missing = await app.request('POST', `/org/${org.id}/offer/validate`, {
    token: org.token,
    body: offer,
  });
  const refused = missing.body.findings.filter(({ severity }: { severity: string }) => severity === 'ERROR');
  for (const { pointer } of refused) expect(at(fields, pointer)?.required).toBe(true);
  const body = { ...offer, info: { commits, mkCDuration: 12 } };
  const reply = await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
});
