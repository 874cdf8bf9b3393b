import { beforeAll, expect, test } from 'vitest';
import type { Reply, TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});

const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Returns all texts in a response, including nested texts. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value ?? '')];

const json = { 'content-type': 'application/json' };
const strict = { ...json, prefer: 'handling=strict' };

type Case = {
  method?: string;
  path: string;
  raw?: string;
  headers?: Record<string, string>;
  status: number;
  /** The caller’s text as printed in the response. */
  printed: string;
};

const csvForm = (text: string) => ({
  raw: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--x--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
});

const cases: Record<string, Case> = {
  'a NUL in the name of a field': {
    path: '/offer',
    raw: '{"a\\u0000b":1}',
    headers: json,
    status: 400,
    printed: '/a\\u0000b',
  },
  'an unknown field, handled strictly': {
    path: '/offer',
    raw: '{"a\\u001b[31mb":1}',
    headers: strict,
    status: 400,
    printed: '/a\\u001b[31mb',
  },
  'a parameter that is nearly one of the list': {
    method: 'GET',
    path: '/offer?limit%00=1',
    status: 400,
    printed: 'limit\\u0000',
  },
  'an unknown column of a filter': {
    method: 'GET',
    path: '/auditingEvent/query?q=%28%3D+%1b%5b31m+1%29',
    status: 400,
    printed: '\\u001b',
  },
  'a finding of a validation': {
    path: '/offer/validate',
    raw: '{"partner":"MKA","\\u202ename":1}',
    headers: json,
    status: 200,
    printed: '/\\u202ename',
  },
  'a column of a CSV file': {
    path: '/usageRecordGroup/csv',
    ...csvForm('id,records.\u202ea,records.\u202ea\n'),
    status: 400,
    printed: 'records.\\u202ea',
  },
  'a line of a CSV file': {
    path: '/usageRecordGroup/csv',
    ...csvForm('id,entitlementID,records.\u202ea\na1,ent_1,x\n'),
    status: 200,
    printed: 'records.\\u202ea',
  },
  'a dimension of usage': {
    path: '/batchCreateUsageRecordGroups',
    raw: '[{"entitlementID":"ENTITLEMENT","records":{"a\\u0007":1}}]',
    headers: json,
    status: 200,
    printed: 'a\\u0007',
  },
};

test.each(Object.entries(cases))('an error prints %s safely', async (name, given) => {
  let { raw } = given;
  if (raw?.includes('ENTITLEMENT')) raw = raw.replace('ENTITLEMENT', await sell());
  const reply = await app.request(given.method ?? 'POST', `/org/${org.id}${given.path}`, {
    token: org.token,
    ...(raw === undefined ? {} : { raw }),
    headers: given.headers ?? {},
  });
  expect([name, reply.status], reply.text).toEqual([name, given.status]);
  const texts = textsIn(reply.body);
  expect(texts.filter((text) => unprintable.test(text))).toEqual([]);
  expect(
    texts.some((text) => text.includes(given.printed)),
    reply.text,
  ).toBe(true);
});

/** Creates a sandbox sale and returns the entitlement id. */
async function sell(): Promise<string> {
  const order = await app.request('POST', `/org/${org.id}/sandbox/order`, {
    token: org.token,
    body: { partner: 'MKA', quantity: 1 },
  });
  expect(order.status, order.text).toBe(200);
  await app.drainJobs();
  const { body }: Reply = await app.request('GET', `/org/${org.id}/entitlement`, { token: org.token });
  return body[0].id;
}

test('X-Ignored-Fields is printable ASCII, whatever the names of the fields', async () => {
  const reply = await app.request('POST', `/org/${org.id}/offer?%1b=1`, {
    token: org.token,
    raw: '{"name":"x","a\\u0007\\u202e,b\\r\\nx: y":1}',
    headers: json,
  });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.headers.get('x-ignored-fields')).toBe('%1B, /a%07%E2%80%AE%2Cb%0D%0Ax%3A%20y');
});
