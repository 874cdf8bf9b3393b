import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../src/organizations/roles/permissions.ts';
import { leastRole } from '../contract/access.ts';
import { contentType, goodBody, goodRaw } from '../generated/bodies.ts';
import { fillPath, isPublic, neededQuery, type Operation, operations } from '../generated/operations.ts';
import { sampled } from '../generated/sample.ts';
import type { Reply, TestApp, TestOrganization } from '../harness.ts';
import { type Bound, portalOf } from '../portal.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

const guarded = operations.filter((operation) => !isPublic(operation));
const ofPortal = guarded.filter(({ operationId }) => leastRole[operationId] === 'CHANNEL_PARTNER');
const ofAccount = guarded.filter(({ operationId }) => leastRole[operationId] === 'PERSON');
const others = guarded.filter(
  (operation) =>
    operation.operationId !== 'listOrganizations' &&
    !ofPortal.includes(operation) &&
    !ofAccount.includes(operation),
);
const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'EVERYTHING'];

let app: TestApp;
let org: TestOrganization;
let channelPartnerId: string;
const clients: Bound[] = [];
const people: Bound[] = [];

beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  const portal = portalOf(app, org);
  const everything = { name: 'EVERYTHING', permissions: [...permissions] };
  await app.request('POST', `/org/${org.id}/role`, { token: org.token, body: everything });
  // One ADMIN remains unbound, because the last ADMIN cannot be bound.
  await app.person(org.id, 'ADMIN');
  channelPartnerId = (await portal.partner()).id;
  for (const role of roles) {
    clients.push(await portal.client(channelPartnerId, role));
    people.push(await portal.person(channelPartnerId, role));
  }
});
afterAll(() => app.stop());

/** Dummy parameters; an operation does not read its parameters if the permission is missing. */
const anything = new Proxy({} as Record<string, string>, {
  get: (_, name) => (name === 'orgId' ? org.id : name === 'partner' ? 'MKA' : 'none'),
  has: () => true,
});

function call(operation: Operation, token: string): Promise<Reply> {
  const to = { orgId: org.id };
  const raw = goodRaw(operation, to, () => goodBody(operation, to));
  const sent = raw === undefined ? {} : { raw, headers: { 'content-type': contentType(operation) } };
  const path = `${fillPath(operation.path, anything as { orgId: string })}${neededQuery(operation, to)}`;
  return app.request(operation.method, path, { token, ...sent });
}

describe('a person bound to a channel partner, whatever its role', () => {
  test('is tested with every operation of an organization, of its own account and of the portal', () => {
    expect(others.length).toBeGreaterThan(200);
    expect(others.every(({ path }) => path.startsWith('/org/{orgId}'))).toBe(true);
    expect(ofPortal.every(({ path }) => path.startsWith('/org/{orgId}/partnerPortal/'))).toBe(true);
    expect(ofPortal.length).toBeGreaterThan(1);
    expect(guarded.filter(({ path }) => path.includes('/partnerPortal/'))).toEqual(ofPortal);
  });

  test.each(sampled(others))('$operationId is refused', async (operation) => {
    for (const { token } of [...clients, ...people])
      expect((await call(operation, token)).body).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test.each(sampled(ofPortal))('$operationId is allowed', async (operation) => {
    for (const { token } of [...clients, ...people])
      expect([401, 403, 500], operation.operationId).not.toContain((await call(operation, token)).status);
  });

  test.each(sampled(ofAccount))('$operationId is refused to a program, as to a person', async (operation) => {
    for (const { token } of clients) expect((await call(operation, token)).status).toBe(403);
  });
});
