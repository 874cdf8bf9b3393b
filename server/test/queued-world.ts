import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from './harness.ts';
import { openQueuedMarketplace } from './queued-marketplace.ts';

/** Starts a service with a PROD organization that sells on an asynchronous marketplace double. */
export function openQueuedWorld() {
  let app: TestApp;
  let org: TestOrganization;
  const marketplace = openQueuedMarketplace();
  const { control } = marketplace;
  beforeAll(async () => {
    app = await startTestApp({
      registry: (own) => ({
        partners: own.partners,
        find: (organization, partner) =>
          organization.environment === 'PROD' && partner === 'MKA'
            ? marketplace.adapter()
            : own.find(organization, partner),
        onUnauthorized: async (_scope, partner, error) =>
          control.onUnauthorized ? control.onUnauthorized(partner, error) : true,
      }),
    });
  });
  beforeEach(async () => {
    org = await app.organization({ environment: 'PROD' });
    marketplace.reset();
  });
  afterEach(() => app.database.query('DELETE FROM job'));
  afterAll(() => app.stop());
  return {
    marketplace,
    app: () => app,
    org: () => org,
    ...pathsOf(
      () => app,
      () => org,
      marketplace,
    ),
  };
}

type Marketplace = ReturnType<typeof openQueuedMarketplace>;

let made = 0;

function pathsOf(app: () => TestApp, org: () => TestOrganization, marketplace: Marketplace) {
  const call = (method: string, path: string, body?: object) =>
    app().request(method, `/org/${org().id}/${path}`, { token: org().token, ...(body ? { body } : {}) });
  const good = async (method: string, path: string, body?: object) => {
    const reply = await call(method, path, body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  /** Advances the time by milliseconds and runs the jobs that become due. */
  const pass = async (ms: number) => {
    await app().database.query(
      `UPDATE job SET ready_at = ready_at - $1 * interval '1 ms', due_at = due_at - $1 * interval '1 ms',
         failing_since = failing_since - $1 * interval '1 ms'
       WHERE finished_at IS NULL AND waits_for IS NULL`,
      [ms],
    );
    await app().database.query(
      `UPDATE offer SET creation_unknown_since = creation_unknown_since - $1 * interval '1 ms'
       WHERE creation_unknown_since IS NOT NULL`,
      [ms],
    );
    await app().drainJobs();
  };
  const create = async (more: object = {}): Promise<string> => {
    const { id } = await good('POST', 'offer', {
      name: `Deal ${++made}`,
      partner: 'MKA',
      offerType: 'PRIVATE',
      expireTime: '2090-01-01T00:00:00Z',
      ...more,
    });
    await app().drainJobs();
    return id;
  };
  const settle = async () => {
    marketplace.settle();
    await pass(marketplace.control.askAgainMs);
  };
  const offer = (id: string) => good('GET', `offer/${id}`);
  return {
    call,
    good,
    pass,
    settle,
    offer,
    create,
    /** Creates an offer that is pending acceptance. */
    published: async (more: object = {}): Promise<string> => {
      const id = await create(more);
      await settle();
      expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
      return id;
    },
    ...rowsOf(app, org),
  };
}

const rowsOf = (app: () => TestApp, org: () => TestOrganization) => ({
  jobs: async (kind: string) =>
    (
      await app().database.query(
        `SELECT id, kind, attempts, waits_for, outcome, ended_as FROM job
         WHERE organization_id = $1 AND kind LIKE $2 ORDER BY position`,
        [org().id, kind],
      )
    ).rows,
  /** Counts the events of an action for an entity. */
  events: async (entityId: string, action: string) =>
    (
      await app().database.query('SELECT id FROM event WHERE entity_id = $1 AND action = $2', [
        entityId,
        action,
      ])
    ).rows.length,
});
