import { expect } from 'vitest';
import type { Reply, RequestOptions, TestApp, TestOrganization } from './harness.ts';
import { partnersOf } from './partners.fixture.ts';

/** An API client or person of a channel partner. */
export type Bound = {
  id: string;
  token: string;
  ask: (method: string, path: string, body?: unknown) => Promise<Reply>;
};

/** Helpers for tests of the partner portal, for one organization. */
export function portalOf(app: TestApp, org: TestOrganization) {
  const by = partnersOf(app, org);
  const ask =
    (token: string) =>
    (method: string, path: string, body?: unknown): Promise<Reply> => {
      const options: RequestOptions = body === undefined ? { token } : { token, body };
      return app.request(method, `/org/${org.id}/partnerPortal/${path}`, options);
    };
  return {
    ...by,
    /** Creates an API client that is bound to the channel partner. */
    client: async (channelPartnerId: string, role = 'VIEWER'): Promise<Bound> => {
      const body = { name: 'Theirs', role, channelPartnerId };
      const made = await app.request('POST', `/org/${org.id}/apiClient`, { token: org.token, body });
      expect(made.status, made.text).toBe(200);
      const { id, secret } = made.body;
      const token = await app.token({ id, secret });
      return { id, token, ask: ask(token) };
    },
    /** Creates a person who is bound to the channel partner. */
    person: async (channelPartnerId: string, role = 'VIEWER'): Promise<Bound & { email: string }> => {
      const { id, email, token } = await app.person(org.id, role);
      const bound = await app.request('PATCH', `/org/${org.id}/user/${id}`, {
        token: org.token,
        body: { channelPartnerId },
      });
      expect(bound.status, bound.text).toBe(200);
      return { id, email, token, ask: ask(token) };
    },
  };
}

export type Portal = ReturnType<typeof portalOf>;
