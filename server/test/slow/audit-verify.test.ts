import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createVerifier,
  fromHeadsText,
  listHeads,
  toHeadsText,
  verifyAudit,
} from '../../src/auditing/index.ts';
import { createAuditKey, createSealer } from '../../src/auditing/wiring.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { createVault } from '../../src/platform/secrets/encryption.ts';
import { createTrail, type Trail } from '../audit-trail.ts';
import { startTestApp, type TestApp, type TestOrganization, testMasterKey } from '../harness.ts';
import { cleanUp, command } from '../process/program.ts';

let app: TestApp;
let org: TestOrganization;
let trail: Trail;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await app.organization();
  trail = createTrail(app, org);
});
afterAll(async () => {
  await app.stop();
  await cleanUp();
});

const otherKey = () => createAuditKey(createVault(testMasterKey.replaceAll('0', 'f')));

describe('verification', () => {
  test('finds no fault in an unchanged trail', async () => {
    await trail.fill(12);
    expect(await trail.verify()).toEqual({
      organizationId: org.id,
      from: 1,
      to: 12,
      findings: [],
      wrong: 0,
      erased: 0,
      unsealed: { count: 0, firstEventId: null, since: null },
    });
  });

  test('reports the first entry without a seal, and the number of entries without seals', async () => {
    await trail.fill(3);
    for (const name of ['One', 'Two'])
      await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body: { name } });
    const { rows } = await app.database.query(
      'SELECT event_id FROM unsealed_event WHERE organization_id = $1 ORDER BY ordinal',
      [org.id],
    );
    expect((await trail.verify()).unsealed).toEqual({
      count: 2,
      firstEventId: rows[0].event_id,
      since: expect.stringMatching(/^\d{4}-/),
    });
    await trail.sealAll();
  });

  const event = `organization_id = $1 AND id = 'evt_5'`;
  test.each([
    ['a record after', `UPDATE event SET payload = '{"name": "after"}' WHERE ${event}`, ['changed 6 evt_5']],
    ['a record before', `UPDATE event SET before = '{}' WHERE ${event}`, ['changed 6 evt_5']],
    ['a record before that is gone', `UPDATE event SET before = NULL WHERE ${event}`, ['changed 6 evt_5']],
    ['who did it', `UPDATE event SET actor_id = 'usr_y' WHERE ${event}`, ['changed 6 evt_5']],
    [
      'the time, by a microsecond',
      `UPDATE event SET creation_time = creation_time + interval '1 microsecond' WHERE ${event}`,
      ['changed 6 evt_5'],
    ],
    ['that it counts', `UPDATE event SET audited = false WHERE ${event}`, ['changed 6 evt_5']],
    [
      'records that were blanked as by an erasure',
      `UPDATE event SET payload = '{}', before = '{}', erased_at = now() WHERE ${event}`,
      ['changed 6 evt_5'],
    ],
    [
      'two events that changed places',
      `UPDATE event SET entity_id = CASE id WHEN 'evt_4' THEN 'a' ELSE 'b' END WHERE organization_id = $1 AND id IN ('evt_4', 'evt_5')`,
      ['changed 5 evt_4', 'changed 6 evt_5'],
    ],
  ])('finds a changed row: %s', async (_what, text, expected) => {
    await trail.fill(10);
    await trail.tamper(text);
    expect(await trail.found()).toEqual(expected);
  });

  test.each([
    ['an event', `DELETE FROM event WHERE ${event}`, ['missing 6 evt_5']],
    [
      'an event and its seal',
      `DELETE FROM event WHERE ${event}; DELETE FROM event_seal WHERE organization_id = $1 AND position = 6`,
      ['missing 6'],
    ],
    [
      'a seal only',
      `DELETE FROM event_seal WHERE organization_id = $1 AND position = 6`,
      ['missing 6', 'added evt_5'],
    ],
    [
      'three events and their seals',
      `DELETE FROM event WHERE organization_id = $1 AND id IN ('evt_4', 'evt_5', 'evt_6');
       DELETE FROM event_seal WHERE organization_id = $1 AND position BETWEEN 5 AND 7`,
      ['missing 5'],
    ],
    [
      'the first',
      `DELETE FROM event WHERE organization_id = $1 AND entity_type = 'ORGANIZATION';
       DELETE FROM event_seal WHERE organization_id = $1 AND position = 1`,
      ['missing 1'],
    ],
    [
      'an event with its seal, where the others moved up',
      `DELETE FROM event WHERE ${event}; DELETE FROM event_seal WHERE organization_id = $1 AND position = 6;
       UPDATE event_seal SET position = position + 1000 WHERE organization_id = $1 AND position > 6;
       UPDATE event_seal SET position = position - 1001 WHERE organization_id = $1 AND position > 1000`,
      // Each seal includes its position.
      ['added 6 evt_6', 'added 7 evt_7', 'added 8 evt_8', 'added 9 evt_9', 'cut off 10'],
    ],
  ])('finds missing entries: %s', async (_what, text, expected) => {
    await trail.fill(10);
    await trail.tamper(text);
    expect(await trail.found()).toEqual(expected);
  });

  test('finds an event that was deleted before it was sealed', async () => {
    await trail.fill(3);
    await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body: { name: 'Gone' } });
    await trail.tamper(`DELETE FROM event WHERE organization_id = $1 AND event_type = 'CREATE.OFFER'`);
    expect(await trail.found()).toEqual([expect.stringMatching(/^missing evt_/)]);
    await trail.tamper('DELETE FROM unsealed_event WHERE organization_id = $1');
  });

  const insertEvent = `INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload,
      actor_type, creation_time) VALUES ($1, 'evt_new', 'OFFER', 'ofr_new', 1, 'CREATE', '{}', 'USER', now())`;
  test.each([
    ['an event past the queue', insertEvent, ['added evt_new']],
    [
      'an event with a seal that was made up',
      `${insertEvent}; INSERT INTO event_seal SELECT organization_id, 11, 'evt_new', header_hash, payload_hash, before_hash,
         chain_hash FROM event_seal WHERE organization_id = $1 AND position = 10`,
      ['changed 11 evt_new', 'changed 11 evt_new', 'added 11 evt_new', 'added 11'],
    ],
    [
      'an event with a seal before the first',
      `${insertEvent}; INSERT INTO event_seal SELECT organization_id, 0, 'evt_new', header_hash, payload_hash, before_hash,
         chain_hash FROM event_seal WHERE organization_id = $1 AND position = 10`,
      ['added 0 evt_new'],
    ],
    [
      'a record and its seal, changed together',
      `UPDATE event SET payload = '{}' WHERE ${event};
       UPDATE event_seal SET payload_hash = sha256('{}') WHERE organization_id = $1 AND position = 6`,
      ['added 6 evt_5'],
    ],
    [
      'a record before and its seal, changed together',
      `UPDATE event SET before = '{}' WHERE ${event};
       UPDATE event_seal SET before_hash = sha256('{}') WHERE organization_id = $1 AND position = 6`,
      ['added 6 evt_5'],
    ],
  ])('finds added entries: %s', async (_what, text, expected) => {
    await trail.fill(10);
    await trail.tamper(text);
    expect(await trail.found()).toEqual(expected);
  });

  test('finds a chain that was rebuilt after a change, with access to the database and without the key', async () => {
    await trail.fill(10);
    await trail.tamper(
      `UPDATE event SET payload = '{}' WHERE ${event};
       DELETE FROM event_seal WHERE organization_id = $1; DELETE FROM audit_head WHERE organization_id = $1;
       INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM event WHERE organization_id = $1
         ORDER BY creation_time`,
    );
    const { database } = app.app;
    await createSealer({ database, key: otherKey(), log: createLog('silent') }).step();
    expect(await trail.found()).toEqual(['bad signature 10']);
  });

  const cut = `DELETE FROM event WHERE organization_id = $1 AND id IN ('evt_8', 'evt_9');
     DELETE FROM event_seal WHERE organization_id = $1 AND position > 8`;

  test('finds a truncated trail by its last head', async () => {
    await trail.fill(10);
    await trail.tamper(cut);
    expect(await trail.found()).toEqual(['cut off 10']);
  });

  test('finds a truncated trail after new entries too: they do not take the positions of the deleted ones', async () => {
    await trail.fill(10);
    await trail.tamper(cut);
    await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body: { name: 'Since' } });
    await trail.sealAll();
    expect(await trail.found()).toEqual(['missing 9']);
  });

  test('finds a trail that was truncated together with its heads by a head that was stored elsewhere', async () => {
    await trail.fill(11);
    const text = toHeadsText(trail.key, await listHeads(app.app.database, org.id));
    const { publicKey, heads } = fromHeadsText(text);
    expect(publicKey).toBe(trail.key.publicKey);
    const keptHeads = { keptHeads: heads };
    expect(await trail.found(keptHeads)).toEqual([]);
    await trail.tamper(
      `DELETE FROM event WHERE organization_id = $1 AND sequence > 5 AND entity_type = 'OFFER';
       DELETE FROM event_seal WHERE organization_id = $1 AND position > 6;
       DELETE FROM audit_head WHERE organization_id = $1 AND position > 6`,
    );
    expect(await trail.found()).toEqual([]);
    expect(await trail.found(keptHeads)).toEqual(['cut off 11']);
    // Even if other entries use the positions again.
    for (let index = 0; index < 5; index++)
      await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body: { name: `Nr. ${index}` } });
    await trail.sealAll();
    expect(await trail.found()).toEqual([]);
    expect(await trail.found(keptHeads)).toEqual(['changed 11']);
  });

  test('finds heads that are not signed with the key, and accepts an earlier key that is given', async () => {
    await trail.fill(5);
    const other = otherKey();
    const [head] = await listHeads(app.app.database, org.id);
    const again = { ...(head as NonNullable<typeof head>), ...other.sign('head', head as never) };
    await app.database.query(
      'UPDATE audit_head SET key_id = $2, signature = $3 WHERE organization_id = $1 AND position = $4',
      [org.id, again.keyId, again.signature, again.position],
    );
    expect(await trail.found()).toEqual(['bad signature 5']);
    expect(await trail.found({ verifies: createVerifier([trail.key.publicKey, other.publicKey]) })).toEqual(
      [],
    );
  });

  test('covers every organization once', async () => {
    const ids: string[] = [];
    for await (const { organizationId } of verifyAudit(app.app.database, { verifies: trail.verifies }))
      ids.push(organizationId);
    expect(ids).toContain(org.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('fails for an unknown organization', async () => {
    await expect(trail.verify({ organizationId: 'org_mistyped' })).rejects.toThrow(
      'org_mistyped does not exist',
    );
  });

  test('of more than a page of entries finds the invalid entry', async () => {
    await trail.fill(2600);
    expect(await trail.verify()).toMatchObject({ to: 2600, wrong: 0 });
    await trail.tamper(`UPDATE event SET payload = '{}' WHERE organization_id = $1 AND id = 'evt_2345'`);
    expect(await trail.found()).toEqual(['changed 2346 evt_2345']);
    await trail.tamper(`UPDATE event SET actor_id = 'x' WHERE organization_id = $1`);
    const report = await trail.verify();
    expect([report.wrong, report.findings.length]).toEqual([2601, 100]);
  });
});

describe('the command', () => {
  const run = (...words: string[]) =>
    command(
      { DATABASE_URL: app.database.connectionString, MASTER_KEY: testMasterKey, LOG_LEVEL: 'fatal' },
      'audit',
      ...words,
    );

  test('reports faults by its exit status, with a readable message', async () => {
    await trail.fill(5);
    const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-heads-'));
    try {
      const head = await run('head', '--org', org.id);
      expect(head.code, head.stderr()).toBe(0);
      const file = path.join(folder, 'heads.json');
      await writeFile(file, head.stdout());
      const good = await run('verify', '--org', org.id, '--heads', file);
      expect(good.stdout()).toBe(`${org.id}: 5 entries sealed, 1 to 5; no problems found\n`);
      expect(good.code).toBe(0);
      expect((await run('erase', '--org', org.id, '--event', 'evt_2')).code).toBe(0);
      await trail.sealAll();
      await trail.tamper(`UPDATE event SET actor_id = 'x' WHERE organization_id = $1 AND id = 'evt_3'`);
      const [bad, refused] = await Promise.all([
        run('verify', '--org', org.id),
        run('prune', '--org', org.id, '--before', '2099-01-01'),
      ]);
      expect(bad.code).toBe(1);
      expect(bad.stdout()).toMatch(/1 of them erased; 1 INVALID\n {2}CHANGED position 4, evt_3: /);
      expect([refused.code, refused.stderr()]).toEqual([
        1,
        expect.stringContaining('the verification of the trail'),
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
