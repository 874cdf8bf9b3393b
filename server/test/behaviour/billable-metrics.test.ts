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

const call = (method: string, path: string, body?: unknown, { id, token } = org) =>
  app.request(method, `/org/${id}${path}`, { token, ...(body === undefined ? {} : { body }) });
const sum = { name: 'GPU seconds', aggregationType: 'SUM' };
const create = async (body: object = {}) => (await call('POST', '/billableMetric', { ...sum, ...body })).body;
const idsOf = async (query = '') =>
  ((await call('GET', `/billableMetric${query}`)).body as { id: string }[]).map(({ id }) => id);
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT entity_type, action, sequence, payload, before FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;

test('a metric is created, read, renamed, deleted and reactivated, each change with its event', async () => {
  const info = {
    filterGroups: [{ filters: [{ name: 'os', operation: 'IS', value: 'linux', valueType: 'STRING' }] }],
    groupBys: ['cluster'],
  };
  const made = await create({
    description: 'By cluster',
    info,
    status: 'DELETED',
    organizationId: 'org_other',
  });
  expect(made).toMatchObject({
    ...sum,
    description: 'By cluster',
    info,
    status: 'ACTIVE',
    organizationId: org.id,
  });
  expect(made.id).toMatch(/^bmt_[0-9a-z]{26}$/);
  const path = `/billableMetric/${made.id}`;
  expect((await call('GET', path)).body).toEqual(made);

  const renamed = (await call('PATCH', path, { name: 'Seconds', description: '' })).body;
  const { description: _, ...rest } = made;
  expect(renamed).toEqual({ ...rest, name: 'Seconds', lastUpdateTime: renamed.lastUpdateTime });
  const gone = (await call('PATCH', path, { status: 'DELETED' })).body;
  expect(gone).toMatchObject({ name: 'Seconds', status: 'DELETED' });
  expect(await idsOf()).not.toContain(made.id);
  expect(await idsOf('?status=DELETED')).toEqual([made.id]);
  expect((await call('GET', path)).body).toEqual(gone);
  const back = (await call('PATCH', path, { status: 'ACTIVE' })).body;
  expect(await idsOf('?status=ACTIVE')).toContain(made.id);

  const events = await eventsOf(made.id);
  expect(events.map((event) => [event.entity_type, event.action, event.sequence])).toEqual([
    ['BILLABLE_METRIC', 'CREATE', 1],
    ...[2, 3, 4].map((sequence) => ['BILLABLE_METRIC', 'UPDATE', sequence]),
  ]);
  expect(events.map((event) => event.payload)).toEqual([made, renamed, gone, back]);
  expect(events.map((event) => event.before)).toEqual([null, made, renamed, gone]);
});

test.each<[string, object, string]>([
  ['no name', { name: undefined }, '/name'],
  ['a name of three letters', { name: 'abc' }, '/name'],
  ['a name of 51 letters', { name: 'x'.repeat(51) }, '/name'],
  ['a description of 301 letters', { description: 'x'.repeat(301) }, '/description'],
  ['an id of 37 letters', { id: 'x'.repeat(37) }, '/id'],
  ['an id with a slash', { id: 'a/b' }, '/id'],
  ['an unknown aggregation', { aggregationType: 'AVERAGE' }, '/aggregationType'],
  ['values of nothing', { aggregationType: 'UNIQUE_COUNT' }, '/info/propertyUniqueOn'],
  [
    'an operation of numbers for a text',
    {
      info: { filterGroups: [{ filters: [{ name: 'n', operation: 'GT', value: 1, valueType: 'STRING' }] }] },
    },
    '/info/filterGroups/0/filters/0/operation',
  ],
  [
    'an operation that there is not',
    { info: { filterGroups: [{ filters: [{ name: 'n', operation: 'LIKE', value: 'a' }] }] } },
    '/info/filterGroups/0/filters/0/operation',
  ],
])('%s is a 400 that names the field, and nothing is stored', async (_name, body, pointer) => {
  const before = await idsOf();
  const reply = await call('POST', '/billableMetric', { ...sum, ...body });
  expect([reply.status, reply.body.errors?.map((error: { pointer: string }) => error.pointer)]).toEqual([
    400,
    [pointer],
  ]);
  expect(await idsOf()).toEqual(before);
});

test('an id is the caller’s or generated, and unique among all metrics, deleted metrics included', async () => {
  const id = 'gpu-seconds.1';
  expect((await create({ id })).id).toBe(id);
  await call('PATCH', `/billableMetric/${id}`, { status: 'DELETED' });
  const again = await call('POST', '/billableMetric', { ...sum, id });
  expect([again.status, again.body.code]).toEqual([409, 'billable_metric_exists']);
  expect(await eventsOf(id)).toHaveLength(2);
  const other = await app.organization();
  expect((await call('POST', '/billableMetric', { ...sum, id }, other)).status).toBe(200);
});

test('the definition of a metric is immutable: a body may repeat it, and a different definition is refused', async () => {
  const made = await create({ info: { groupBys: ['os', 'cluster'] } });
  const path = `/billableMetric/${made.id}`;
  const repeated = await call('PATCH', path, { ...made, name: 'Renamed' });
  expect([repeated.status, repeated.body.name]).toEqual([200, 'Renamed']);
  for (const [body, pointer] of [
    [{ aggregationType: 'MAX' }, '/aggregationType'],
    [{ info: { groupBys: ['os'] } }, '/info'],
    [{ name: 'abc' }, '/name'],
    [{ status: 'GONE' }, '/status'],
  ] as const) {
    const reply = await call('PATCH', path, body);
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, pointer]);
  }
  expect((await call('GET', path)).body).toEqual(repeated.body);
});

test('an unknown metric, or one of another tenant, is a 404', async () => {
  const { id } = await create();
  const other = await app.organization();
  for (const [metric, tenant] of [
    [id, other],
    ['bmt_none', org],
  ] as const)
    for (const [method, body] of [['GET'], ['PATCH', {}]] as const) {
      const reply = await call(method, `/billableMetric/${metric}`, body, tenant);
      expect([reply.status, reply.body.code]).toEqual([404, 'billable_metric_not_found']);
    }
  expect(await eventsOf(id)).toHaveLength(1);
  expect((await call('GET', '/billableMetric', undefined, other)).body).toEqual([]);
});
