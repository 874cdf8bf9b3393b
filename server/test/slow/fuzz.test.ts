import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { OfferInfo, WorkloadOffer } from '../../src/offers/records.ts';
import { WorkloadMetaInfo } from '../../src/products/records/index.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { failedJobs } from './invariants.ts';
import { countOf, seededChance } from './seeded.ts';

const runs = countOf('FUZZ_RUNS', 60);
const { seed } = seededChance('fuzz');

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
});
afterAll(() => app?.stop());

const call = (method: string, path: string, options: { body?: unknown } = {}): Promise<Reply> =>
  app.request(method, `/org/${org.id}${path}`, { token: org.token, ...options });

/** Frequent mistakes of callers: absent values, wrong types, boundary values. */
const edge = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -0,
  -1,
  1,
  0.1,
  1e21,
  -1e-9,
  101,
  2 ** 53,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { '': null },
  'USD',
  'usd',
  'US',
  'MKA',
  'PRIVATE',
  'DEFAULT',
  'P1Y',
  'P',
  '2030-01-01',
  '2030-02-30',
  '2030-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  '0000-01-01',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  "'; --",
  '💶',
  'x'.repeat(2000),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: edge },
  fc.jsonValue({ maxDepth: 4 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

/** Texts that some fields accept. */
const plausible = fc.constantFrom(
  '',
  'x',
  '💶',
  'USD',
  'EUR',
  'US',
  'MKA',
  'P1Y',
  'seats',
  'YEAR',
  'somebody@example.com',
  'https://example.com/terms',
  '2030-01-31',
  '2030-01-01T00:00:00Z',
  '2130-12-31T23:59:59+14:00',
  '\u0007',
  "'; --",
  'x'.repeat(2000),
);

/**
 * Generates a record with some of the schema’s fields. Each value has the type of its field or, if `wild`,
 * any type.
 */
function recordOf(schema: z.ZodObject, depth: number, wild: boolean): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const own = valueFor(field as z.ZodType, depth, wild);
    return fc.record({ name: fc.constant(name), value: wild ? fc.oneof(own, anything) : own });
  });
  return fc
    .uniqueArray(fc.oneof(...fields), { maxLength: 6, selector: ({ name }) => name })
    .map((list) => Object.fromEntries(list.map(({ name, value }) => [name, value])));
}

/** Generates a value that the schema probably accepts. */
function valueFor(schema: z.ZodType, depth: number, wild: boolean): fc.Arbitrary<unknown> {
  const { def } = schema as unknown as { def: Definition };
  const inside = (inner: unknown, deeper = depth) => valueFor(inner as z.ZodType, deeper, wild);
  if (def.innerType) return inside(def.innerType);
  if (def.type === 'pipe') return inside(def.in);
  if (def.type === 'object' && depth > 0) return recordOf(schema as z.ZodObject, depth - 1, wild);
  if (def.type === 'array' && depth > 0) return fc.array(inside(def.element, depth - 1), { maxLength: 3 });
  if (def.type === 'union') return fc.oneof(...(def.options as unknown[]).map((option) => inside(option)));
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries as object));
  if (def.type === 'number')
    return fc.oneof(fc.nat(400), fc.double({ noNaN: true, noDefaultInfinity: true }));
  if (def.type === 'boolean') return fc.boolean();
  if (def.type === 'object') return fc.constant({});
  if (def.type === 'array') return fc.constant([]);
  return wild ? edge : plausible;
}
type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  entries?: object;
  in?: z.ZodType;
};

const wild = fc
  .record(
    {
      fields: recordOf(WorkloadOffer, 2, true),
      info: recordOf(OfferInfo, 2, true),
      metaInfo: recordOf(WorkloadMetaInfo, 2, true),
    },
    { requiredKeys: ['fields'] },
  )
  .map(({ fields, ...maps }) => ({ ...fields, ...maps }));

const likely = fc
  .record({
    partner: fc.constantFrom('MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF', null),
    info: recordOf(OfferInfo, 2, false).map((info) => ({ ...info, mkCDuration: 12 })),
    metaInfo: recordOf(WorkloadMetaInfo, 1, false),
  })
  .map(({ metaInfo, ...body }) => (Object.keys(metaInfo).length > 3 ? { ...body, metaInfo } : body));

const seen: Record<number, number> = {};
let trials = 0;

/** Makes a body unique, because an equal body would get the first response. */
const unlike = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, trial: ++trials } : body;

/** Creates the offer, and takes a created offer through its life cycle. */
async function tryOffer(body: unknown): Promise<void> {
  const created = await call('POST', '/offer', { body: unlike(body) });
  seen[created.status] = (seen[created.status] ?? 0) + 1;
  expect([200, 400], created.text).toContain(created.status);
  if (created.status === 400) {
    expect(created.body.errors?.length ?? 1, created.text).toBeGreaterThan(0);
    return;
  }
  const { id } = created.body;
  const read = await call('GET', `/offer/${id}`);
  expect(read.body).toEqual(created.body);
  await app.drainJobs();
  const accepted = await call('POST', `/sandbox/offer/${id}/accept`, { body: {} });
  expect([200, 400, 409], accepted.text).toContain(accepted.status);
  await app.drainJobs();
  expect((await call('GET', `/entitlement?offerId=${id}`)).status).toBe(200);
  expect(await failedJobs(app.database.query), JSON.stringify(body)).toEqual([]);
}

test.each([
  ['any values for the fields of the schema', wild],
  ['values that are likely to be taken', likely],
  ['any JSON', fc.jsonValue({ maxDepth: 6 })],
])('no body causes an internal error: %s', async (_what, bodies) => {
  await fc.assert(fc.asyncProperty(bodies, tryOffer), { seed, numRuns: runs, endOnFailure: true });
  console.log(`statuses so far: ${JSON.stringify(seen)}`);
});

test('invalid JSON is recognized, whatever the fault', async () => {
  const broken = fc
    .record({
      text: fc.jsonValue().map((value) => JSON.stringify(value)),
      at: fc.nat(),
      insert: fc.constantFrom('', '"', '{', ',', '\\', '\u0000'),
    })
    .map(({ text, at, insert }) => text.slice(0, at % (text.length + 1)) + insert);
  const headers = { 'content-type': 'application/json' };
  const trial = async (raw: string) => {
    const { status, text } = await app.request('POST', `/org/${org.id}/offer`, {
      token: org.token,
      raw,
      headers,
    });
    expect([200, 400], text).toContain(status);
  };
  await fc.assert(fc.asyncProperty(broken, trial), { seed, numRuns: runs, endOnFailure: true });
});

test('the bodies include valid and invalid ones', () => {
  expect(seen[200]).toBeGreaterThan(runs / 10);
  expect(seen[400]).toBeGreaterThan(runs / 10);
});
