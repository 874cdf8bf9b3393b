import { expect } from 'vitest';
import type { Reply, TestApp, TestOrganization } from './harness.ts';

export const day = 86_400_000;

/** Removes the link to the page, which responses contain and events and stored responses do not. */
export function withoutLink<T extends { info: object }>(record: T): T {
  const { spaUrl: _, ...info } = record.info as { spaUrl?: string };
  return { ...record, info };
}

type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Helpers for tests of entitlements, for one organization. */
export function entitlementsOf(app: TestApp, org: TestOrganization) {
  const call: Call = (method, path, body) =>
    app.request(method, `/org/${org.id}/${path}`, {
      token: org.token,
      ...(body === undefined ? {} : { body }),
    });
  const requests = requestsBy(call);
  return { call, ...requests, ...sales(app, requests), ...behindTheApi(app, org) };
}

function requestsBy(call: Call) {
  const ok = async (reply: Promise<Reply>) => {
    const { status, text, body } = await reply;
    expect(status, text).toBe(200);
    return body;
  };
  const get = (path: string) => ok(call('GET', path));
  return {
    get,
    post: (path: string, body?: unknown) => ok(call('POST', path, body)),
    patch: (path: string, body: unknown) => ok(call('PATCH', path, body)),
    entitlement: (id: string) => get(`entitlement/${id}`),
    terms: (id: string) => get(`entitlement/${id}/entitlementTerm`),
  };
}

function sales(app: TestApp, { get, post }: ReturnType<typeof requestsBy>) {
  let sold = 0;
  return {
    /** Creates an accepted direct sale. */
    direct: async (offer: object = {}) => {
      const { id } = await post('offer', { name: `Direct ${++sold}`, ...offer });
      await post(`sandbox/offer/${id}/accept`);
      return (await get(`entitlement?offerId=${id}`))[0];
    },
    /** Creates an order at a marketplace. */
    ordered: async (partner: string, order: object = {}) => {
      const { externalID } = await post('sandbox/order', { partner, ...order });
      await app.drainJobs();
      return (await get(`entitlement?externalId=${externalID}`))[0];
    },
    /** Creates a private offer of a marketplace and accepts it there. */
    accepted: async (offer: object, acceptance: object = {}) => {
      const { id } = await post('offer', { name: `Private ${++sold}`, ...offer });
      await app.drainJobs();
      await post(`sandbox/offer/${id}/accept`, acceptance);
      await app.drainJobs();
      return (await get(`entitlement?offerId=${id}`))[0];
    },
  };
}

/** Creates helpers for changes and reads without an API operation. */
function behindTheApi(app: TestApp, org: TestOrganization) {
  const { query } = app.database;
  return {
    /** Advances the organization's clock. */
    advance: async (ms: number) => {
      await query(
        'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
        [org.id, ms],
      );
      await app.drainJobs();
    },
    /** Returns the events of a record, oldest first. */
    actions: async (entityId: string): Promise<string[]> => {
      const { rows } = await query(
        'SELECT action FROM event WHERE organization_id = $1 AND entity_id = $2 ORDER BY sequence',
        [org.id, entityId],
      );
      return rows.map(({ action }) => action);
    },
    /** Returns the events of a record from the event feed, with the type of change: `UPDATE RENEW`. */
    events: async (entityId: string): Promise<string[]> => {
      await app.dispatchEvents();
      const events: string[] = [];
      for (let after = 0; ; ) {
        const { body } = await app.request('GET', `/org/${org.id}/event?after=${after}`, {
          token: org.token,
        });
        if (body.events.length === 0) return events;
        for (const { entityID, action, info } of body.events)
          if (entityID === entityId) events.push([action, info.change ?? []].flat().join(' '));
        after = body.position;
      }
    },
    setStatus: (id: string, status: string) =>
      query('UPDATE entitlement SET status = $3 WHERE organization_id = $1 AND id = $2', [
        org.id,
        id,
        status,
      ]),
    buyer: async (name: string): Promise<string> => {
      const id = app.app.newId('buy');
      await query(
        `INSERT INTO buyer (organization_id, id, partner, name, creation_time, last_update_time)
         VALUES ($1, $2, '', $3, now(), now())`,
        [org.id, id, name],
      );
      return id;
    },
  };
}

export type Entitlements = ReturnType<typeof entitlementsOf>;
