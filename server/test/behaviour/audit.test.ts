import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { headerColumns } from '../../src/auditing/chain.ts';
import { filterColumns } from '../../src/auditing/columns.ts';
import { entryList } from '../../src/auditing/routes.ts';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import type { Statement } from '../../src/platform/database/statement.ts';
import { filteredStatements, pageNumberOf } from '../../src/platform/filter/index.ts';
import { createTrail } from '../audit-trail.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

type Entry = {
  id: string;
  eventType: string;
  status: string;
  organizationID: string;
  creationTime: string;
  lastUpdateTime: string;
  // biome-ignore lint/suspicious/noExplicitAny: the records before and after are of every kind
  body: any;
};

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
});
const organization = async () => {
  const made = await app.organization();
  await createTrail(app, made).forgetClient();
  return made;
};
beforeEach(async () => {
  org = await organization();
});
afterAll(() => app.stop());

const ask = (path: string, token = org.token) =>
  app.request('GET', `/org/${org.id}/auditingEvent/${path}`, { token });
const query = async (parameters: Record<string, string> = {}) => {
  const reply = await ask(`query?${new URLSearchParams(parameters)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as { data: Entry[]; page_number: number; page_size: number; total_count: number };
};
const createOffer = async (body: object, requestId = 'req-create') => {
  const options = { token: org.token, headers: { 'x-request-id': requestId }, body };
  const reply = await app.request('POST', `/org/${org.id}/offer`, options);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const sealAll = async (program = app.app) => {
  for (let sealed = 1; sealed > 0; ) sealed = await program.sealer.step();
};
const seals = async (organizationId = org.id) =>
  (
    await app.database.query<{ position: string; event_id: string }>(
      'SELECT position, event_id FROM event_seal WHERE organization_id = $1 ORDER BY position',
      [organizationId],
    )
  ).rows.map((row) => ({ position: Number(row.position), eventId: row.event_id }));

describe('an entry', () => {
  test('has actor, action, record and request, with the record before and after', async () => {
    const offer = await createOffer({ name: 'First', partner: 'MKA' });
    await app.drainJobs();
    const { data } = await query({ q: `(= entity_id '${offer.id}')`, s: 'creation_time' });
    const now = (await app.request('GET', `/org/${org.id}/offer/${offer.id}`, { token: org.token })).body;
    expect(data).toMatchObject([
      {
        eventType: 'CREATE.OFFER',
        organizationID: org.id,
        body: {
          entityType: 'OFFER',
          entityId: offer.id,
          action: 'CREATE',
          sequence: 1,
          actor: { entityType: 'API_CLIENT', entityId: org.client.id, name: 'ADMIN client' },
          requestId: 'req-create',
          after: offer,
        },
      },
      {
        eventType: 'PENDING_ACCEPTANCE.OFFER',
        body: { sequence: 2, actor: { entityType: 'SERVICE' }, before: offer, after: now },
      },
    ]);
    expect(data[0]?.body).not.toHaveProperty('before');
    const [first] = data as [Entry];
    expect((await ask(first.id)).body).toEqual(first);
    expect(first.lastUpdateTime).toBe(first.creationTime);
  });

  test('is PENDING without a position until it is sealed, then AUDITED with a position', async () => {
    await createOffer({ name: 'Sealed' });
    const before = (await query()).data;
    expect(before.map(({ status, body }) => [status, body.position])).toEqual([
      ['PENDING', undefined],
      ['PENDING', undefined],
    ]);
    await sealAll();
    const after = (await query({ s: 'position' })).data;
    expect(after.map(({ status, body }) => [status, body.position])).toEqual([
      ['AUDITED', 1],
      ['AUDITED', 2],
    ]);
  });

  test('is absent for events of other organizations and for notices without a change', async () => {
    const offer = await createOffer({ name: 'Noticed' });
    app.expectAbnormalAlert(offer.id);
    const id = await app.app.inOrganization(org.id, 'test', async (scope) => {
      const notice = scope.newId('evt');
      await scope.query({
        name: 'test_notice',
        text: `INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type,
                 creation_time, audited) VALUES ($1, $2, 'OFFER', $3, 2, 'ABNORMAL_ALERT', '{}', 'SERVICE', $4, false)`,
        values: [org.id, notice, offer.id, scope.now],
      });
      return notice;
    });
    expect((await ask(id)).body).toMatchObject({ status: 404, code: 'auditing_event_not_found' });
    expect((await query()).total_count).toBe(2);
    const [own] = (await query()).data as [Entry];
    const stranger = await app.organization();
    const path = `/org/${stranger.id}/auditingEvent/${own.id}`;
    expect((await app.request('GET', path, { token: stranger.token })).status).toBe(404);
  });
});

describe('the list', () => {
  test('is newest first, in pages, with the total count', async () => {
    for (let index = 0; index < 5; index++) await createOffer({ name: `Nr. ${index}` }, `req-${index}`);
    const first = await query({ page_size: '2' });
    expect(first).toMatchObject({ page_number: 1, page_size: 2, total_count: 6 });
    const third = await query({ page_size: '2', page_number: '3' });
    expect(third.data.at(-1)?.eventType).toBe('CREATE.ORGANIZATION');
    expect((await query({ page_size: '2', page_number: '4' })).data).toEqual([]);
    const whole = await query();
    expect(whole).toMatchObject({ page_number: 1, page_size: 20 });
    expect(whole.data.slice(0, 2)).toEqual(first.data);
    const times = whole.data.map(({ creationTime }) => creationTime);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('can be filtered and ordered by each of its columns', async () => {
    const offer = await createOffer({ name: 'Found' }, 'req-found');
    await createOffer({ name: 'Other' }, 'req-other');
    await sealAll();
    await createOffer({ name: 'Late' }, 'req-late');
    const { data } = await query({ q: "(= request_id 'req-found')" });
    const [{ id, creationTime, body }] = data as [Entry];
    expect(body.entityId).toBe(offer.id);
    const found = async (q: string) => (await query({ q })).data.map((entry) => entry.body.requestId);
    for (const same of [
      `(= id '${id}')`,
      `(= entity_id '${offer.id}')`,
      `(and (= event_type 'CREATE.OFFER') (= position ${body.position}))`,
      `(and (= creation_time '${creationTime}') (= action CREATE) (= entity_type OFFER) (like request_id '%found'))`,
      `(and (= actor_id '${org.client.id}') (= actor_type API_CLIENT) (is-null actor_email) (= request_id 'req-found'))`,
    ])
      expect(await found(same), same).toEqual(['req-found']);
    expect(await found('(and (= status PENDING) (= entity_type OFFER))')).toEqual(['req-late']);
    expect((await query({ q: '(= status AUDITED)' })).total_count).toBe(3);
    for (const column of Object.keys(filterColumns)) {
      const [up, down] = [await query({ s: column }), await query({ s: `-${column}` })];
      expect(down.data, column).toEqual([...up.data].reverse());
    }
  });

  test('rejects a wrong filter, order or page by name', async () => {
    for (const [parameter, value] of [
      ['q', '(= entity_id'],
      ['q', "(= payload 'x')"],
      ['q', "(= creation_time 'yesterday')"],
      ['s', 'payload'],
      ['page_size', '1001'],
      ['page_number', '0'],
    ] as const) {
      const reply = await ask(`query?${new URLSearchParams({ [parameter]: value })}`);
      expect(reply.status, value).toBe(400);
      expect(reply.body.errors[0].pointer).toBe(parameter);
    }
  });
});

describe('sealing', () => {
  test('assigns positions from 1 without gaps, and keeps the order of an entity’s events', async () => {
    const offer = await createOffer({ name: 'Ordered', partner: 'MKA' });
    await app.drainJobs();
    await app.request('POST', `/org/${org.id}/sandbox/offer/${offer.id}/accept`, { token: org.token });
    await app.drainJobs();
    await sealAll();
    const placed = await seals();
    expect(placed.map(({ position }) => position)).toEqual(placed.map((_, index) => index + 1));
    const { rows } = await app.database.query(
      `SELECT e.entity_id, array_agg(e.sequence ORDER BY s.position) AS sequences
       FROM event e JOIN event_seal s ON s.organization_id = e.organization_id AND s.event_id = e.id
       WHERE e.organization_id = $1 GROUP BY 1`,
      [org.id],
    );
    for (const { sequences } of rows)
      expect(sequences).toEqual(sequences.map((_: number, index: number) => index + 1));
    const left = await app.database.query('SELECT FROM unsealed_event WHERE organization_id = $1', [org.id]);
    expect(left.rowCount).toBe(0);
  });

  test('by several simultaneous processes seals each event once', async () => {
    const other = await startTestApp({ database: app.database });
    try {
      await Promise.all(Array.from({ length: 40 }, (_, index) => createOffer({ name: `At once ${index}` })));
      await Promise.all([app.app, other.app, app.app, other.app].map((program) => sealAll(program)));
      await sealAll();
      const placed = await seals();
      expect(placed.map(({ position }) => position)).toEqual(placed.map((_, index) => index + 1));
      expect(new Set(placed.map(({ eventId }) => eventId)).size).toBe(41);
    } finally {
      await other.stop();
    }
  });

  test('includes events that are committed late', async () => {
    const late = new pg.Client({ connectionString: app.database.connectionString });
    await late.connect();
    try {
      await late.query('BEGIN');
      await late.query(
        `INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type,
           creation_time) VALUES ($1, 'evt_late', 'OFFER', 'ofr_late', 1, 'CREATE', '{}', 'SERVICE', now())`,
        [org.id],
      );
      await late.query(`INSERT INTO unsealed_event (organization_id, event_id) VALUES ($1, 'evt_late')`, [
        org.id,
      ]);
      await createOffer({ name: 'Overtakes' });
      await sealAll();
      expect(await seals()).toHaveLength(2);
      await late.query('COMMIT');
    } finally {
      await late.end();
    }
    await sealAll();
    expect((await seals()).at(-1)).toEqual({ position: 3, eventId: 'evt_late' });
  });

  test('of more events than a batch takes several batches, each with a signature', async () => {
    await app.database.query(
      `INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type,
         creation_time)
       SELECT $1, 'evt_' || n, 'OFFER', 'many', n, 'UPDATE', '{}', 'SERVICE', now() FROM generate_series(1, 700) n`,
      [org.id],
    );
    await app.database.query(
      `INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, 'evt_' || n FROM generate_series(1, 700) n`,
      [org.id],
    );
    await sealAll();
    const heads = await app.database.query(
      'SELECT position FROM audit_head WHERE organization_id = $1 ORDER BY position',
      [org.id],
    );
    expect(heads.rows.map(({ position }) => Number(position))).toEqual([500, 701]);
  });

  test('continues with other organizations when it fails for one', async () => {
    const broken = await organization();
    await app.database.query(
      `INSERT INTO event_seal (organization_id, position, event_id, header_hash, payload_hash, before_hash, chain_hash)
       VALUES ($1, 1, 'evt_x', '', '', '', '')`,
      [broken.id],
    );
    await createOffer({ name: 'Goes on' });
    await sealAll();
    expect(await seals()).toHaveLength(2);
    expect(await seals(broken.id)).toHaveLength(1);
    await app.database.query('DELETE FROM unsealed_event WHERE organization_id = $1', [broken.id]);
  });

  test('runs automatically in a worker process', async () => {
    const working = await startTestApp({ database: app.database, work: true });
    try {
      await createOffer({ name: 'By itself' });
      await expect.poll(async () => (await seals()).length).toBe(2);
    } finally {
      await working.stop();
    }
  });

  test('hashes every column of an event except copies of others', async () => {
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'event'::regclass AND attnum > 0
         AND NOT attisdropped AND attgenerated = ''`,
    );
    const others = ['payload', 'before', 'erased_at', 'change'];
    expect(rows.map(({ name }) => name).sort()).toEqual([...headerColumns, ...others].sort());
  });
});

describe('verifying', () => {
  const event = `organization_id = $1 AND id = 'evt_2'`;
  const seal = 'organization_id = $1 AND position = 3';

  test.each([
    [
      'a record changed together with its seal',
      `UPDATE event SET payload = '{}' WHERE ${event};
       UPDATE event_seal SET payload_hash = sha256('{}') WHERE ${seal}`,
      ['added 3 evt_2'],
    ],
    [
      'a record before the change, changed together with its seal',
      `UPDATE event SET before = '{}' WHERE ${event};
       UPDATE event_seal SET before_hash = sha256('{}') WHERE ${seal}`,
      ['added 3 evt_2'],
    ],
    // The seal after the gap is not compared, because its predecessor was deleted.
    [
      'an event deleted together with its seal',
      `DELETE FROM event WHERE ${event}; DELETE FROM event_seal WHERE ${seal}`,
      ['missing 3'],
    ],
  ])('detects %s', async (_, text, expected) => {
    const trail = createTrail(app, org);
    await trail.fill(4, 1);
    expect(await trail.found()).toEqual([]);
    await trail.tamper(text);
    expect(await trail.found()).toEqual(expected);
  });
});

describe('the indexes', () => {
  const scope = { organizationId: 'org_many' } as OrgScope;
  const planOf = async ({ text, values }: Statement) => {
    const client = new pg.Client({ connectionString: app.database.connectionString });
    await client.connect();
    try {
      await client.query(`SET ROLE tradepost_app; BEGIN; SET LOCAL enable_seqscan = off;
        SELECT set_config('app.organization_id', '${scope.organizationId}', true)`);
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      const plan = JSON.stringify(rows);
      const conditions = [...plan.matchAll(/"Index Cond":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]);
      return { plan, condition: conditions.join(' ') };
    } finally {
      await client.end();
    }
  };
  const listOf = (q?: string) =>
    filteredStatements(entryList(scope, pageNumberOf(q ? { q } : {}, filterColumns)));

  beforeAll(() =>
    app.database.query(
      `INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type, actor_id,
         request_id, creation_time)
       SELECT 'org_many', 'evt_' || n, 'OFFER', 'ofr_' || n, 1, 'ACTION_' || n % 500, '{}', 'USER', 'usr_' || n % 500,
         'req_' || n, now() - n * interval '1 minute' FROM generate_series(1, 5000) n;
       ANALYZE event`,
    ),
  );

  test.each([
    ["(= event_type 'ACTION_77.OFFER')", 'event_type'],
    ["(= entity_id 'ofr_77')", 'entity_id'],
    ["(= actor_id 'usr_77')", 'actor_id'],
    ["(= request_id 'req_77')", 'request_id'],
    ["(> creation_time '2999-01-01')", 'creation_time'],
  ])('serve %s as the application role under row-level security', async (q, column) => {
    const { rows, count } = listOf(q);
    for (const statement of [rows, count]) {
      const { plan, condition } = await planOf(statement);
      expect(condition, plan).toContain(column);
      expect(condition).toContain('organization_id');
    }
  });

  test('serve the default order: only ties are sorted', async () => {
    const { plan } = await planOf(listOf().rows);
    expect(plan).toContain('event_by_creation');
    expect(plan).not.toContain('"Node Type":"Sort"');
  });
});
