import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseEvent, pruneAudit } from '../../src/auditing/index.ts';
import type { Reply, TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = async (method: string, path: string, body?: object, owner = org): Promise<Reply> => {
  const reply = await app.request(method, `/org/${owner.id}/${path}`, { token: owner.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply;
};
const post = async (path: string, body: object, owner = org) => (await call('POST', path, body, owner)).body;
const found = async (q: string, owner = org): Promise<string[]> => {
  const { body } = await call('GET', `knowledge/search?${new URLSearchParams({ q })}`, undefined, owner);
  return body.items.map(({ id }: { id: string }) => id);
};
const rowsOf = async (table: string, id = org.id) =>
  Number(
    (await app.database.query(`SELECT count(*) AS n FROM ${table} WHERE organization_id = $1`, [id])).rows[0]
      .n,
  );

describe('a change', () => {
  test('is found once it was indexed, under the new name and not under the old name', async () => {
    const { id } = await post('buyer', { name: 'Quagmire Industries', description: 'Sells umbrellas' });
    await app.index();
    expect([await found('quagmire'), await found('umbrella')]).toEqual([[id], [id]]);
    await call('PATCH', `buyer/${id}`, { name: 'Periwinkle Industries' });
    await app.index();
    expect([await found('quagmire'), await found('periwinkle')]).toEqual([[], [id]]);
    // The old name is not suggested, because its words were removed.
    const mistyped = (await call('GET', 'knowledge/search?q=quagmirre')).body;
    expect(mistyped.suggestion).toBeUndefined();
    await call('DELETE', `buyer/${id}?confirm=${id}`);
    await app.index();
    expect(await found('periwinkle')).toEqual([]);
    const { rows } = await app.database.query(
      `SELECT word FROM knowledge_word WHERE organization_id = $1 AND word IN ('quagmire', 'periwinkle')`,
      [org.id],
    );
    expect(rows).toEqual([]);
  });

  test('without new text writes no passage', async () => {
    const { id } = await post('knowledge/article', { title: 'Stable', body: 'Marmalade stays marmalade' });
    await app.index();
    const version = async () =>
      (
        await app.database.query(
          'SELECT xmin::text, ctid::text FROM knowledge_passage WHERE organization_id = $1 AND id = $2',
          [org.id, id],
        )
      ).rows;
    const before = await version();
    await call('PATCH', `knowledge/article/${id}`, { title: 'Stable' });
    await app.index();
    expect(await version()).toEqual(before);
  });

  test.each([
    ['product', { name: 'Xylophone Cloud', info: { sellerNotes: 'mentions gooseberry' } }, 'gooseberry'],
    ['offer', { name: 'Kumquat deal', metaInfo: { internalNote: 'ask tamarillo first' } }, 'tamarillo'],
    ['offer', { name: 'Loquat deal', info: { mkCProviderInternalNote: 'mind the feijoa' } }, 'feijoa'],
    ['support/ticket', { name: 'Broken', description: 'the durian does not open' }, 'durian'],
    ['knowledge/article', { title: 'Fruit', body: 'rambutan', tags: ['salak'] }, 'salak'],
  ])('of %s is found by a field of its GET', async (path, body, word) => {
    const { id } = await post(path, body);
    await app.index();
    expect(await found(word)).toEqual([id]);
    const shown = await app.request('GET', `/org/${org.id}/${path}/${id}`, { token: org.token });
    expect(shown.text).toContain(word);
  });

  test('of a comment is found with its ticket', async () => {
    const { id } = await post('support/ticket', { name: 'Slow' });
    await post(`support/ticket/${id}/comment`, { comment_text: 'It is the flugelhorn' });
    await app.index();
    expect(await found('flugelhorn')).toEqual([id]);
  });

  test('of an entitlement is found by its name', async () => {
    const offer = await post('offer', {
      partner: 'MKA',
      name: 'Zucchini',
      info: { commits: [{ key: 'a', rate: 1 }] },
    });
    await app.drainJobs();
    await call('POST', `sandbox/offer/${offer.id}/accept`);
    await app.drainJobs();
    await app.index();
    const { body } = await call('GET', 'knowledge/search?q=zucchini&type=ENTITLEMENT');
    expect(body.items).toHaveLength(1);
  });

  test('of one organization is not found by others', async () => {
    const other = await app.organization();
    await post('knowledge/article', { title: 'Ours', body: 'mangosteen' });
    await app.index();
    expect(await found('mangosteen')).toHaveLength(1);
    const theirs = await call('GET', 'knowledge/search?q=mangosteen', undefined, other);
    expect(theirs.body).toEqual({ items: [], totalCount: 0 });
    const mistyped = await call('GET', 'knowledge/search?q=mangosten', undefined, other);
    expect(mistyped.body.suggestion).toBeUndefined();
  });
});

describe('removed records', () => {
  test('after an erasure the record is indexed again: no passage has text that the record lacks', async () => {
    const { id } = await post('knowledge/article', { title: 'Secret', body: 'boysenberry' });
    await app.index();
    // A change in the database without an event.
    await app.database.query(
      `UPDATE knowledge_article SET body = '' WHERE organization_id = $1 AND id = $2`,
      [org.id, id],
    );
    const { rows } = await app.database.query(
      'SELECT id FROM event WHERE organization_id = $1 AND entity_id = $2',
      [org.id, id],
    );
    await eraseEvent({ database: app.app.database, newId: app.app.newId }, org.id, rows[0].id);
    await app.index();
    expect(await found('boysenberry')).toEqual([]);
  });

  test('a deleted organization has no passages and no words', async () => {
    const gone = await app.organization();
    await post('knowledge/article', { title: 'Jackfruit', body: 'jackfruit' }, gone);
    await app.index();
    expect(await rowsOf('knowledge_passage', gone.id)).toBeGreaterThan(0);
    expect((await app.request('DELETE', `/org/${gone.id}`, { token: gone.token })).status).toBe(200);
    await app.index();
    expect([await rowsOf('knowledge_passage', gone.id), await rowsOf('knowledge_word', gone.id)]).toEqual([
      0, 0,
    ]);
  });

  test('entries stay in the audit trail until they were indexed', async () => {
    const pruned = await app.organization();
    await post('knowledge/article', { title: 'Lychee' }, pruned);
    await app.dispatchEvents();
    const deps = { database: app.app.database, key: app.app.auditKey, newId: app.app.newId };
    const prune = () => pruneAudit(deps, pruned.id, new Date(Date.now() + 60_000));
    await expect(prune()).rejects.toThrow('are not indexed for search yet');
    await app.index();
    expect(await prune()).toBeGreaterThan(0);
    expect(await found('lychee', pruned)).toHaveLength(1);
  });
});

describe('existing records', () => {
  const forget = (id: string) =>
    app.database.query(
      `WITH gone AS (DELETE FROM knowledge_passage WHERE organization_id = $1),
         words AS (DELETE FROM knowledge_word WHERE organization_id = $1)
       UPDATE notification_feed SET indexed_position = -1 WHERE organization_id = $1`,
      [id],
    );

  test('are indexed batch by batch, and continue after an interruption', async () => {
    const older = await app.organization();
    await app.database.query(
      `INSERT INTO knowledge_article (organization_id, id, title, body, tags, created_by, last_updated_by, creation_time,
         last_update_time)
       SELECT $1, 'art_' || lpad(n::text, 4, '0'), 'Old ' || n, 'pomegranate', '{}', 'cli_1', 'cli_1', now(), now()
       FROM generate_series(1, 45) n`,
      [older.id],
    );
    await post('product', { name: 'Tangerine' }, older);
    await app.app.sealer.step();
    await forget(older.id);
    await app.app.indexer.step();
    await app.app.worker.step();
    expect(await rowsOf('knowledge_passage', older.id)).toBe(20);
    // A process that died has written no part of its batch; a new process continues after the last batch.
    const { rows } = await app.database.query(
      `SELECT payload FROM job WHERE organization_id = $1 AND kind = 'knowledge.backfill'`,
      [older.id],
    );
    expect(rows.map(({ payload }) => payload)).toEqual([{ type: 'ARTICLE', after: 'art_0020' }]);
    await app.drainJobs();
    expect(await rowsOf('knowledge_passage', older.id)).toBe(46);
    expect((await call('GET', 'knowledge/search?q=pomegranate', undefined, older)).body.totalCount).toBe(45);
    expect(await found('tangerine', older)).toHaveLength(1);
  });

  test('are indexed once, however many programs run', async () => {
    const older = await app.organization();
    await post('knowledge/article', { title: 'Nectarine' }, older);
    await app.app.sealer.step();
    await forget(older.id);
    await Promise.all(Array.from({ length: 8 }, () => app.app.indexer.step()));
    const { rows } = await app.database.query(
      `SELECT count(*)::int AS n FROM job WHERE organization_id = $1 AND kind = 'knowledge.backfill'`,
      [older.id],
    );
    expect(rows[0].n).toBe(1);
    await app.drainJobs();
    expect(await found('nectarine', older)).toHaveLength(1);
  });
});

test('many changes of an organization are indexed in one transaction', async () => {
  const busy = await app.organization();
  for (let index = 0; index < 12; index++)
    await post('knowledge/article', { title: `Busy ${index}`, body: 'cantaloupe' }, busy);
  await app.dispatchEvents();
  const before = app.app.database.usage().transactions;
  await app.app.indexer.step();
  // One transaction finds organizations; each waiting organization has its own transaction.
  const { rows } = await app.database.query('SELECT count(*)::int AS n FROM notification_feed');
  expect(app.app.database.usage().transactions - before).toBeLessThanOrEqual(1 + rows[0].n);
  expect(await found('cantaloupe', busy)).toHaveLength(12);
});

test('of very many long records, a transaction writes a part, and the next continues', async () => {
  const busy = await app.organization();
  const body = 'medlar '.repeat(2000);
  for (let index = 0; index < 70; index++)
    await post('knowledge/article', { title: `Long ${index}`, body }, busy);
  await app.dispatchEvents();
  const cursor = async () =>
    (
      await app.database.query(
        'SELECT newest_position - indexed_position AS left FROM notification_feed WHERE organization_id = $1',
        [busy.id],
      )
    ).rows[0].left;
  const before = Number(await cursor());
  await app.app.indexer.step();
  expect(before - Number(await cursor())).toBeGreaterThanOrEqual(60);
  expect(Number(await cursor())).toBeGreaterThan(0);
  await app.index();
  expect((await call('GET', 'knowledge/search?q=medlar', undefined, busy)).body.totalCount).toBe(70);
});

test('64 simultaneous changes of one record leave the passages of the last change', async () => {
  const { id } = await post('knowledge/article', { title: 'Contended', body: 'first' });
  await Promise.all([
    ...Array.from({ length: 64 }, (_, index) =>
      app.request('PATCH', `/org/${org.id}/knowledge/article/${id}`, {
        token: org.token,
        body: { body: `cloudberry ${index}` },
      }),
    ),
    ...Array.from({ length: 4 }, async () => {
      await app.app.sealer.step();
      await app.app.indexer.step();
    }),
  ]);
  await app.index();
  const { body } = await call('GET', `knowledge/article/${id}`);
  const { rows } = await app.database.query(
    'SELECT content FROM knowledge_passage WHERE organization_id = $1 AND id = $2',
    [org.id, id],
  );
  expect(rows).toEqual([{ content: body.body }]);
});

test('a record that cannot be indexed is not found, and does not block others', async () => {
  const own = await app.organization();
  const { id } = await post('buyer', { name: 'Sassafras one' }, own);
  await app.index();
  expect(await found('sassafras', own)).toEqual([id]);
  await app.database.query(`CREATE FUNCTION refuse_passage() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.title ~ 'poison' THEN RAISE 'refused'; END IF; RETURN NEW; END $$`);
  await app.database.query(`CREATE TRIGGER refuse_passage BEFORE INSERT ON knowledge_passage
    FOR EACH ROW EXECUTE FUNCTION refuse_passage()`);
  await call('PATCH', `buyer/${id}`, { name: 'Sassafras poison' }, own);
  const others = [];
  for (const name of ['Sassafras two', 'Sassafras three'])
    others.push((await post('buyer', { name }, own)).id);
  for (let round = 0; round < 10; round++) await app.index();
  expect((await found('sassafras', own)).sort()).toEqual(others.sort());
  await app.database.query('DROP FUNCTION refuse_passage CASCADE');
  await call('PATCH', `buyer/${id}`, { name: 'Sassafras one' }, own);
  await app.index();
  expect(await found('sassafras', own)).toHaveLength(3);
});
