import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { type MarketplaceAdapter, MarketplaceError } from '../../src/marketplaces/index.ts';
import { operationColumns } from '../../src/operations/columns.ts';
import { type AnyJobHandler, enqueue } from '../../src/platform/jobs/queue.ts';
import { createWorker } from '../../src/platform/jobs/worker.ts';
import { listStatements } from '../../src/platform/lists/list-query.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

/** The sandbox with programmed responses. */
const fake: Partial<Pick<MarketplaceAdapter, 'createOffer' | 'findOffer'>> & { own?: MarketplaceAdapter } =
  {};
let created = 0;
const registry = (own: AdapterRegistry): AdapterRegistry => ({
  partners: own.partners,
  find: (organization, partner) => {
    const adapter = own.find(organization, partner);
    if (!adapter) return undefined;
    fake.own = adapter;
    return {
      ...adapter,
      findOffer: (key) =>
        (fake.findOffer ?? (adapter.findOffer as NonNullable<typeof adapter.findOffer>))(key),
      createOffer: (spec, key) => {
        created++;
        return (fake.createOffer ?? adapter.createOffer)(spec, key);
      },
    };
  },
});
const busy = () => {
  throw new MarketplaceError('BACKEND_BUSY', { kind: 'unknown' });
};

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ registry });
});
beforeEach(async () => {
  org = await app.organization();
  created = 0;
});
afterEach(async () => {
  delete fake.createOffer;
  delete fake.findOffer;
  await app.database.query('DELETE FROM job');
});
afterAll(() => app.stop());

const request = (method: string, path: string, token = org.token) =>
  app.request(method, `/org/${org.id}/${path}`, { token });
const list = async (parameters = '') => {
  const reply = await request('GET', `operation?${parameters}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const read = async (id: string, parameters = '') =>
  (await request('GET', `v2/operation/${id}?${parameters}`)).body;
const cancel = (id: string) => request('POST', `v2/operation/${id}/cancel`);
const readOffer = async (id: string) => (await request('GET', `offer/${id}`)).body;
let offers = 0;
/** Creates an offer whose creation is pending, and returns its operation. */
const createOffer = async (more: object = {}) => {
  const body = { name: `Followed ${++offers}`, partner: 'MKA', ...more };
  const reply = await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
  const [operation] = await list(`offerId=${reply.body.id}`);
  return { offerId: reply.body.id as string, operationId: operation.id as string };
};
const atSandbox = async (offerId: string) =>
  (await app.database.query('SELECT FROM sandbox_offer WHERE creation_key = $1', [offerId])).rowCount;
const cancellations = async (operationId: string) =>
  (
    await app.database.query('SELECT action, actor_id, before, payload FROM event WHERE entity_id = $1', [
      operationId,
    ])
  ).rows;

describe('an operation', () => {
  test('has its action, its actor and its outcome', async () => {
    const { offerId, operationId } = await createOffer();
    const running = await read(operationId);
    expect(running).toEqual({
      childWorkflowOperations: null,
      id: operationId,
      name: 'Create an offer at its marketplace',
      startTime: expect.stringMatching(/Z$/),
      status: 'RUNNING',
      type: 'TemporalWorkflow',
      memo: {
        offerId,
        startedBy: { entityType: 'API_CLIENT', entityId: org.client.id },
        cancellable: true,
        tries: 0,
      },
      runId: expect.stringMatching(/^run_/),
    });
    await app.drainJobs();
    const done = await read(operationId, `runId=${running.runId}`);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      message: 'created at the marketplace',
      memo: { tries: 1 },
    });
    expect(done.endTime >= done.startTime).toBe(true);
    const { memo, runId, childWorkflowOperations, ...listed } = done;
    expect(await list()).toEqual([listed]);
  });

  test('that failed has the reason, and during retries the last error and the time of the next attempt', async () => {
    const refused = await createOffer({ partner: 'MKD' });
    fake.createOffer = busy;
    const waiting = await createOffer();
    await app.drainJobs();
    expect(await read(refused.operationId)).toMatchObject({
      status: 'FAILED',
      message: expect.stringMatching(/^create failed: The marketplace MKD does not support private offers/),
    });
    const { status, message, memo } = await read(waiting.operationId);
    expect([status, message]).toEqual([
      'RUNNING',
      'The last attempt failed and will be repeated: BACKEND_BUSY',
    ]);
    expect(Date.parse(memo.nextTryTime)).toBeGreaterThan(Date.now());
  });

  test('of another organization, another run, or a job that cannot be followed is a 404', async () => {
    const { operationId } = await createOffer();
    const stranger = await app.organization();
    const theirs = `/org/${stranger.id}/v2/operation/${operationId}`;
    const reply = await app.request('GET', theirs, { token: stranger.token });
    expect(reply.body).toMatchObject({ status: 404, code: 'operation_not_found' });
    expect((await app.request('POST', `${theirs}/cancel`, { token: stranger.token })).status).toBe(404);
    expect((await read(operationId, 'runId=run_other')).status).toBe(404);
    await app.drainJobs();
    const { rows } = await app.database.query(
      'SELECT id FROM job WHERE organization_id = $1 AND operation IS NULL LIMIT 1',
      [org.id],
    );
    expect((await read(rows[0].id)).code).toBe('operation_not_found');
  });

  test('shows the jobs that it enqueued, one level deep, on request', async () => {
    const payload = z.object({ name: z.string() });
    const definition = {
      kind: 'test.owing',
      payload,
      retry: () => undefined,
      lane: ({ name }: { name: string }) => name,
      operation: { name: 'Owe others', subject: () => ({ entitlement_id: 'ent_x' }) },
    };
    const next: Record<string, string> = { parent: 'child', child: 'grandchild' };
    const handler: AnyJobHandler = {
      definition,
      run: (job) =>
        job.finish('owed', async (scope) => {
          const name = next[job.payload.name];
          if (name) await scope.query(enqueue(scope, definition, { name }));
        }),
    };
    await app.app.inOrganization(org.id, 'test', async (scope) => {
      await scope.query(enqueue(scope, definition, { name: 'parent' }));
    });
    const { database, inOrganization } = app.app;
    const worker = createWorker({
      database,
      inOrganization,
      handlers: [handler],
      log: createLog('silent'),
      concurrency: 1,
    });
    while ((await worker.step()) > 0);
    const [parent, child, grandchild] = await list('entitlementId=ent_x');
    expect((await read(parent.id)).childWorkflowOperations).toBeNull();
    const { childWorkflowOperations } = await read(parent.id, 'hasChildren=true');
    expect(childWorkflowOperations).toMatchObject([
      { id: child.id, status: 'COMPLETED', childWorkflowOperations: null, memo: { parentId: parent.id } },
    ]);
    expect((await read(grandchild.id, 'hasChildren=true')).childWorkflowOperations).toEqual([]);
  });
});

describe('the list', () => {
  test('can be filtered by one subject of operations, and by status', async () => {
    const one = await createOffer({ metaInfo: { crmCOpportunityId: '{ABC-1}' } });
    const other = await createOffer();
    const ids = async (parameters: string) => (await list(parameters)).map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([one.operationId, other.operationId]);
    expect(await ids(`offerId=${other.offerId}`)).toEqual([other.operationId]);
    for (const form of ['abc-1', '%7BABC-1%7D'])
      expect(await ids(`crmOpportunityId=${form}`)).toEqual([one.operationId]);
    expect(await ids('entitlementId=x')).toEqual([]);
    expect(await ids('partnerOpportunityId=x')).toEqual([]);
    expect(await ids('status=COMPLETED')).toEqual([]);
    await app.drainJobs();
    expect(await ids('status=COMPLETED')).toEqual([one.operationId, other.operationId]);
    expect(await ids('status=RUNNING')).toEqual([]);
  });

  test('refuses two subjects together, and names both', async () => {
    const reply = await request('GET', 'operation?offerId=a&entitlementId=b');
    expect(reply.status).toBe(400);
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      'offerId',
      'entitlementId',
    ]);
  });

  test('has pages', async () => {
    const made = [await createOffer(), await createOffer(), await createOffer()];
    const first = await request('GET', 'operation?limit=2&count=true');
    expect(first.headers.get('x-total-count')).toBe('3');
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] as string;
    const second = await app.request('GET', next, { token: org.token });
    const ids = [...first.body, ...second.body].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(made.map(({ operationId }) => operationId));
  });

  test.each([
    [{}, 'job_operation'],
    [{ status: 'RUNNING' }, 'job_operation_by_status'],
    [{ offer_id: 'ofr_77' }, 'job_by_offer'],
    [{ entitlement_id: 'ent_77' }, 'job_by_entitlement'],
    [{ crm_opportunity_id: 'crm_77' }, 'job_by_crm_opportunity'],
    [{ partner_opportunity_id: 'opp_77' }, 'job_by_partner_opportunity'],
  ])('by %o uses an index, as the application role under row-level security', async (filters, index) => {
    await app.database.query(
      `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time, operation,
         finished_at, offer_id, entitlement_id, crm_opportunity_id, partner_opportunity_id)
       SELECT 'org_many', 'job_' || n, 'x', 'l' || n, '{}', 'wall', now(), now(), now() - n * interval '1 second', 'Do',
         CASE WHEN n % 100 > 0 THEN now() END, 'ofr_' || n, 'ent_' || n, 'crm_' || n, 'opp_' || n
       FROM generate_series(1, 3000) n; ANALYZE job`,
    );
    const page = { limit: 10, offset: 0, after: undefined, count: false, descending: false };
    const list = { organizationId: 'org_many', table: 'job', columns: operationColumns } as const;
    const { text, values } = listStatements({ ...list, filters, present: ['operation'], page }).rows;
    const client = new pg.Client({ connectionString: app.database.connectionString });
    await client.connect();
    try {
      await client.query(`SET ROLE tradepost_app; BEGIN; SET LOCAL enable_seqscan = off;
        SELECT set_config('app.organization_id', 'org_many', true)`);
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      expect(JSON.stringify(rows)).toContain(`"Index Name":"${index}"`);
    } finally {
      await client.end();
    }
  });
});

describe('cancellation', () => {
  test('before the first attempt ends the offer with a readable reason, and the marketplace is never called', async () => {
    const { offerId, operationId } = await createOffer();
    const asked = await cancel(operationId);
    expect(asked.body).toMatchObject({
      status: 'RUNNING',
      memo: { cancelRequestedTime: expect.any(String) },
    });
    await app.drainJobs();
    const words = 'The creation of the offer was cancelled by ADMIN client before the marketplace had it.';
    expect(await read(operationId)).toMatchObject({ status: 'CANCELED', message: words });
    expect(await readOffer(offerId)).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { errorMessages: ['cancelled by ADMIN client'], prettifiedErrorMessages: [words] },
    });
    expect([created, await atSandbox(offerId)]).toEqual([0, 0]);
  });

  test('is one entry in the audit trail, also when it is repeated', async () => {
    const { operationId } = await createOffer();
    const replies = await Promise.all(Array.from({ length: 5 }, () => cancel(operationId)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const [entry, ...more] = await cancellations(operationId);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: 'CANCEL', actor_id: org.client.id, payload: replies[0]?.body });
    expect(entry.before.memo).not.toHaveProperty('cancelRequestedTime');
  });

  test('of an ended or permanent operation is refused and changes nothing', async () => {
    const { operationId } = await createOffer();
    await app.drainJobs();
    expect((await cancel(operationId)).body).toMatchObject({ status: 409, code: 'operation_finished' });
    const other = await createOffer();
    await app.database.query('UPDATE job SET cancellable = false WHERE id = $1', [other.operationId]);
    expect((await cancel(other.operationId)).body).toMatchObject({
      status: 409,
      code: 'operation_not_cancellable',
    });
    expect(await cancellations(operationId)).toEqual([]);
    expect(await cancellations(other.operationId)).toEqual([]);
  });

  test('during a wait for a retry ends the operation without another attempt', async () => {
    fake.createOffer = busy;
    const { offerId, operationId } = await createOffer();
    await app.drainJobs();
    await cancel(operationId);
    await app.drainJobs();
    expect(await read(operationId)).toMatchObject({ status: 'CANCELED' });
    expect((await readOffer(offerId)).status).toBe('CREATE_FAILED');
    expect(created).toBe(1);
  });

  test('does not stop an operation that took effect at the marketplace, though its response was lost', async () => {
    fake.createOffer = async (spec, key) => {
      await fake.own?.createOffer(spec, key);
      return busy();
    };
    const { offerId, operationId } = await createOffer();
    // Only the first attempt runs, so that the sandbox’s later offer state arrives after the cancellation.
    await app.app.worker.step();
    await cancel(operationId);
    await app.drainJobs();
    expect(await read(operationId)).toMatchObject({ status: 'COMPLETED' });
    expect((await readOffer(offerId)).status).toBe('PENDING_ACCEPTANCE');
    expect([created, await atSandbox(offerId)]).toEqual([1, 1]);
  });

  test('waits for the marketplace while the existence of the offer there is unknown', async () => {
    fake.createOffer = busy;
    const { offerId, operationId } = await createOffer();
    await app.drainJobs();
    fake.findOffer = busy;
    await cancel(operationId);
    await app.drainJobs();
    expect((await read(operationId)).status).toBe('RUNNING');
    expect((await readOffer(offerId)).status).toBe('PENDING_CREATE');
    delete fake.findOffer;
    await app.database.query('UPDATE job SET ready_at = now() WHERE finished_at IS NULL');
    await app.drainJobs();
    expect((await read(operationId)).status).toBe('CANCELED');
    expect((await readOffer(offerId)).status).toBe('CREATE_FAILED');
  });

  /** Cancels the operation during the marketplace call, and ends the call as given. */
  const cancelDuring = async (end: 'well' | 'badly') => {
    let called: () => void = () => {};
    let letEnd: () => void = () => {};
    const calling = new Promise<void>((resolve) => {
      called = resolve;
    });
    const ending = new Promise<void>((resolve) => {
      letEnd = resolve;
    });
    fake.createOffer = async (spec, key) => {
      called();
      await ending;
      return end === 'well' ? (fake.own as MarketplaceAdapter).createOffer(spec, key) : busy();
    };
    const made = await createOffer();
    const running = app.app.worker.step();
    await calling;
    expect((await cancel(made.operationId)).status).toBe(200);
    expect(await app.app.worker.step(), 'nobody else takes it meanwhile').toBe(0);
    letEnd();
    await running;
    await app.drainJobs();
    return made;
  };

  test('during an attempt that succeeds is too late: the offer continues', async () => {
    const { offerId, operationId } = await cancelDuring('well');
    expect((await read(operationId)).status).toBe('COMPLETED');
    expect((await readOffer(offerId)).status).toBe('PENDING_ACCEPTANCE');
  });

  test('during an attempt that fails takes effect at its end, without another attempt', async () => {
    const { offerId, operationId } = await cancelDuring('badly');
    expect((await read(operationId)).status).toBe('CANCELED');
    expect((await readOffer(offerId)).status).toBe('CREATE_FAILED');
    expect([created, await atSandbox(offerId)]).toEqual([1, 0]);
  });

  test('at the same moment as the work leaves offer, operation and marketplace consistent', async () => {
    const made = [];
    for (let round = 0; round < 25; round++) made.push(await createOffer());
    const asked = await Promise.all([
      ...made.map(({ operationId }) => cancel(operationId)),
      app.drainJobs(),
      app.drainJobs(),
    ]);
    await app.drainJobs();
    for (const [index, { offerId, operationId }] of made.entries()) {
      const { status } = await read(operationId);
      const reply = asked[index] as Awaited<ReturnType<typeof cancel>>;
      expect([200, 409]).toContain(reply.status);
      const canceled = status === 'CANCELED';
      if (reply.status === 409) expect(status).toBe('COMPLETED');
      expect([(await readOffer(offerId)).status, await atSandbox(offerId)]).toEqual(
        canceled ? ['CREATE_FAILED', 0] : ['PENDING_ACCEPTANCE', 1],
      );
      expect(await cancellations(operationId)).toHaveLength(reply.status === 200 ? 1 : 0);
    }
  });
});
