import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseEvent, pruneAudit } from '../../src/auditing/index.ts';
import { auditingSweeps } from '../../src/auditing/wiring.ts';
import { createMaintenance } from '../../src/platform/database/maintenance.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { createTrail, type Trail } from '../audit-trail.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

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
afterAll(() => app.stop());

describe('erasure', () => {
  const erase = (id: string) => eraseEvent(app.app, org.id, id);

  test('removes the records permanently and keeps the chain valid; an entry reports it', async () => {
    await trail.fill(6);
    await erase('evt_3');
    await trail.sealAll();
    expect(await trail.verify()).toMatchObject({ to: 7, wrong: 0, erased: 1 });
    const reply = await app.request('GET', `/org/${org.id}/auditingEvent/evt_3`, { token: org.token });
    expect(reply.body.body).toMatchObject({ before: {}, after: {}, position: 4 });
    expect(reply.body.lastUpdateTime).not.toBe(reply.body.creationTime);
    const entries = await app.request(
      'GET',
      `/org/${org.id}/auditingEvent/query?page_size=1&s=-position&q=(= action ERASE)`,
      {
        token: org.token,
      },
    );
    expect(entries.body.data).toMatchObject([
      { eventType: 'ERASE.AUDITING_EVENT', body: { entityId: 'evt_3', after: { id: 'evt_3', sequence: 3 } } },
    ]);
  });

  test('is refused a second time, and for an unknown record', async () => {
    await trail.fill(3);
    await erase('evt_1');
    await expect(erase('evt_1')).rejects.toThrow('does not exist or has already been erased');
    await expect(erase('evt_none')).rejects.toThrow('does not exist or has already been erased');
    await expect(eraseEvent(app.app, 'org_none', 'evt_1')).rejects.toThrow(
      'the organization org_none does not exist',
    );
    await trail.sealAll();
  });
});

describe('pruning', () => {
  const prune = (before: string) =>
    pruneAudit({ ...app.app, key: trail.key }, org.id, new Date(before), trail.verifies);
  const count = async (table: string) =>
    Number(
      (await app.database.query(`SELECT count(*) FROM ${table} WHERE organization_id = $1`, [org.id])).rows[0]
        .count,
    );
  /** Creates old entries. The organization’s first entry, which is from today, is excluded. */
  const fillOld = async (entries: number) => {
    await trail.fill(entries);
    await trail.tamper(
      `UPDATE event SET creation_time = '2026-01-01' WHERE organization_id = $1 AND entity_type = 'ORGANIZATION'`,
    );
    await trail.tamper(
      'DELETE FROM event_seal WHERE organization_id = $1; DELETE FROM audit_head WHERE organization_id = $1',
    );
    await trail.tamper(
      'INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM event WHERE organization_id = $1 ORDER BY creation_time',
    );
    await app.dispatchEvents();
    await app.index();
  };

  test('removes entries older than the time, and the rest is verified from a signed checkpoint', async () => {
    await fillOld(10);
    expect(await prune('2027-01-05')).toBe(4);
    await trail.sealAll();
    expect([await count('event'), await count('event_seal')]).toEqual([7, 7]);
    expect(await trail.verify()).toMatchObject({ from: 5, to: 11, wrong: 0 });
    expect(await prune('2027-01-05')).toBe(0);
    expect(await prune('2027-01-07')).toBe(2);
    await trail.sealAll();
    expect(await trail.verify()).toMatchObject({ from: 7, wrong: 0 });
    await trail.tamper(`UPDATE event SET payload = '{}' WHERE organization_id = $1 AND id = 'evt_8'`);
    expect(await trail.found()).toEqual(['changed 9 evt_8']);
  });

  test('is refused for an unknown organization', async () => {
    const { verifies, key } = trail;
    await expect(
      pruneAudit({ ...app.app, key }, 'org_mistyped', new Date('2099-01-01'), verifies),
    ).rejects.toThrow('does not exist');
  });

  test('of all entries leaves an audit trail that continues', async () => {
    await fillOld(5);
    expect(await prune('2099-01-01')).toBe(5);
    await trail.sealAll();
    expect(await trail.verify()).toMatchObject({ from: 6, to: 6, wrong: 0 });
  });

  test('is refused while older entries have no seal, and when verification of the trail fails', async () => {
    await fillOld(5);
    await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body: { name: 'Unsealed' } });
    await expect(prune('2099-01-01')).rejects.toThrow('are not sealed yet');
    await trail.sealAll();
    await trail.tamper(`UPDATE event SET payload = '{}' WHERE organization_id = $1 AND id = 'evt_2'`);
    await expect(prune('2099-01-01')).rejects.toThrow('the verification of the trail');
    expect(await count('event')).toBe(6);
  });

  test('is refused while an entry is not dispatched yet; the entry is dispatched anyway', async () => {
    await fillOld(5);
    await app.request('POST', `/org/${org.id}/buyer`, { token: org.token, body: { name: 'Untold' } });
    await trail.sealAll();
    await expect(prune('2099-01-01')).rejects.toThrow(`1 entries of ${org.id} are not dispatched yet`);
    expect(await count('event')).toBe(6);
    expect(await prune('2027-01-04'), 'what is older was dispatched').toBe(3);
    await app.dispatchEvents();
    await app.index();
    const { rows } = await app.database.query(
      `SELECT entity_name FROM notification_event WHERE organization_id = $1 AND entity_type = 'BUYER'`,
      [org.id],
    );
    expect(rows).toEqual([{ entity_name: 'Untold' }]);
    expect(await prune('2099-01-01')).toBe(4);
  });

  test('cannot be forged: the signature of a head is invalid for a checkpoint', async () => {
    await trail.fill(10);
    await trail.tamper(
      `INSERT INTO audit_checkpoint SELECT organization_id, position, key_id, chain_hash, signature, signed_at
         FROM audit_head WHERE organization_id = $1 AND position = 5;
       DELETE FROM event e USING event_seal s WHERE e.organization_id = $1 AND s.organization_id = $1
         AND s.event_id = e.id AND s.position <= (SELECT position FROM audit_checkpoint WHERE organization_id = $1);
       DELETE FROM event_seal WHERE organization_id = $1
         AND position <= (SELECT position FROM audit_checkpoint WHERE organization_id = $1)`,
    );
    expect(await trail.found()).toEqual(['bad signature 5']);
  });

  test('that was interrupted keeps the trail valid, and continues when repeated', async () => {
    await fillOld(4500);
    const { database } = app.app;
    let transactions = 0;
    const interrupted: typeof database = {
      ...database,
      transaction: async (work, role) => {
        // The verification, the announcement, and one batch.
        if (++transactions > 3) throw new Error('killed');
        return database.transaction(work, role);
      },
    };
    const deps = { ...app.app, database: interrupted, key: trail.key };
    await expect(pruneAudit(deps, org.id, new Date('2099-01-01'), trail.verifies)).rejects.toThrow('killed');
    await trail.sealAll();
    expect(await trail.verify()).toMatchObject({ from: 2001, to: 4501, wrong: 0 });
    await app.dispatchEvents();
    await app.index();
    expect(await prune('2099-01-01')).toBe(2501);
    await trail.sealAll();
    expect(await trail.verify()).toMatchObject({ from: 4502, wrong: 0 });
  });

  test('leaves no position where an entry could be inserted undetected', async () => {
    await fillOld(10);
    expect(await prune('2027-01-05')).toBe(4);
    await trail.sealAll();
    await trail.tamper(
      `INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type,
         creation_time) VALUES ($1, 'evt_new', 'OFFER', 'ofr_new', 1, 'CREATE', '{}', 'USER', '2026-06-01');
       INSERT INTO event_seal SELECT organization_id, 2, 'evt_new', header_hash, payload_hash, before_hash, chain_hash
         FROM event_seal WHERE organization_id = $1 AND position = 5`,
    );
    expect(await trail.found()).toEqual(['added 2 evt_new']);
  });
});

test('the last head of each hour is kept after a day', async () => {
  await trail.fill(6, 5);
  const times = ['02:10', '02:20', '02:50', '03:10', '03:40'];
  for (const [index, time] of times.entries())
    await app.database.query(
      `UPDATE audit_head SET signed_at = date_trunc('day', now()) - interval '2 days' + $3::interval
       WHERE organization_id = $1 AND position = $2`,
      [org.id, index + 2, time],
    );
  const { database } = app.app;
  await createMaintenance({ database, log: createLog('silent'), sweeps: auditingSweeps }).sweep();
  const { rows } = await app.database.query(
    'SELECT position FROM audit_head WHERE organization_id = $1 ORDER BY position',
    [org.id],
  );
  expect(rows.map(({ position }) => Number(position))).toEqual([1, 4, 6]);
});
