import { randomBytes } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteClient, rotateClient } from '../src/organizations/index.ts';
import { permissions, portalPermissions } from '../src/organizations/roles/permissions.ts';
import { isChange, leastRole, otherMethods, roles, withoutToken } from './contract/access.ts';
import { createBillingRecords } from './generated/billing-records.ts';
import { contentType, goodBody, goodRaw } from './generated/bodies.ts';
import { idsOfSale } from './generated/entitlement-records.ts';
import { uploadText } from './generated/file-records.ts';
import { writeArticle } from './generated/knowledge-records.ts';
import { type FollowedOperation, followed } from './generated/operation-records.ts';
import {
  fillPath,
  isPublic,
  neededQuery,
  type Operation,
  ofNoRecord,
  operations,
  recordsOfPaths,
} from './generated/operations.ts';
import { partnerRecords } from './generated/partner-records.ts';
import { paidRecords } from './generated/payment-records.ts';
import { type AttributionRecords, createAttributionRecords } from './generated/portal-records.ts';
import { renewed } from './generated/renewals.ts';
import { sampled } from './generated/sample.ts';
import { createUsageRecords } from './generated/usage-records.ts';
import { createWebhookRecords } from './generated/webhook-records.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from './harness.ts';
import { keptMembers } from './kept-members.ts';

const minimum = ({ operationId }: Operation) => leastRole[operationId];
const guarded = operations.filter((operation) => !isPublic(operation));
/** partner-portal-operations.test.ts tests the operations for callers bound to a channel partner. */
const ofPortal = guarded.filter((operation) => minimum(operation) === 'CHANNEL_PARTNER');
const ofPeople = guarded.filter((operation) => minimum(operation) === 'PERSON');
const ofClients = guarded.filter((each) => !ofPeople.includes(each) && !ofPortal.includes(each));
const ofOrganization = ofClients.filter(({ path }) => path.includes('{orgId}'));
const ofRecord = ofOrganization.filter(({ path }) =>
  [...path.matchAll(/\{(\w+)\}/g)].some(([, name]) => !ofNoRecord.includes(name as string)),
);

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let owner: TestOrganization;
let stranger: TestOrganization;
let attributions: AttributionRecords;
let ids: Record<string, string> & FollowedOperation & Record<'orgId' | 'userId' | 'roleName', string>;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  [owner, stranger] = [await app.organization(), await app.organization()];
  const { token } = owner;
  const offer = await app.request('POST', `/org/${owner.id}/offer`, { token, body: gpuOffer });
  await app.drainJobs();
  const offerId: string = offer.body.id;
  await app.request('POST', `/org/${owner.id}/sandbox/offer/${offerId}/accept`, { token });
  await app.drainJobs();
  const [entitlement] = (await app.request('GET', `/org/${owner.id}/entitlement`, { token })).body;
  // A public product, which no caller can delete.
  const product = await app.request('POST', `/org/${owner.id}/product`, { token, body: {} });
  await app.request('PATCH', `/org/${owner.id}/product/${product.body.id}/publish`, { token });
  attributions = createAttributionRecords(app, owner);
  ids = {
    orgId: owner.id,
    offerId,
    ...(await idsOfSale(app, owner, entitlement)),
    productId: product.body.id,
    buyerId: entitlement.buyerID,
    contactId: await made('contact'),
    ...(await createBillingRecords(app, owner).ids()),
    ...(await createUsageRecords(app, owner).ids(undefined, async () => entitlement.id)),
    offerSetId: await made('offerSet'),
    ...(await paidRecords(app, owner, entitlement.buyerID)),
    ...(await createWebhookRecords(app, owner).ids()),
    fileId: await uploadText(app, owner),
    ticketId: await made('support/ticket'),
    ...(await partnerRecords(app, owner)),
    articleId: await writeArticle(app, owner),
    partner: 'MKA',
    ...(await followed(app, owner)),
    ...(await keptMembers(app, owner)),
  };
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const gpuOffer = { partner: 'MKA', info: { dimensions: [{ key: 'gpu', rate: 1 }] } };
const made = async (noun: string, name = 'x'): Promise<string> =>
  (await app.request('POST', `/org/${owner.id}/${noun}`, { token: owner.token, body: { name } })).body.id;

/** Returns the body and its content type, for operations with a body. */
function sent(operation: Operation, to: { orgId: string }) {
  const raw = goodRaw(operation, to, () => goodBody(operation, to));
  return raw === undefined ? {} : { raw, headers: { 'content-type': contentType(operation) } };
}

async function call(
  operation: Operation,
  token: string | undefined,
  to: { orgId: string } = ids,
  program = app,
): Promise<Reply> {
  // Attributions need an offer that is not accepted; the offer in `ids` is accepted.
  const at = to === ids ? { ...ids, ...(await attributions.ids(operation)) } : to;
  const path = `${fillPath(operation.path, at)}${neededQuery(operation, at)}`;
  const reply = await program.request(operation.method, path, { token, ...sent(operation, at) });
  if (reply.status !== 200) return reply;
  attributions.used(operation);
  Object.assign(ids, await renewed(app, owner, { operation, ids }));
  return reply;
}

const onBothPrograms = (operation: Operation, tokens: readonly string[]): Promise<Reply[]> =>
  Promise.all([app, other].map((program, index) => call(operation, tokens[index], ids, program)));

const expectUnauthenticated = (reply: Reply, operation: Operation) => {
  expect(reply.status, `${operation.operationId}: ${reply.text}`).toBe(401);
  expect(reply.body).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer /);
};

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

type Forgery = {
  key?: CryptoKey;
  header?: object;
  claims?: Record<string, unknown>;
  issuer?: string;
  audience?: string;
};

/** Signs a token as the service does, with some claims replaced. */
async function sign(expiresInS: number, forgery: Forgery = {}): Promise<string> {
  const { kid, key } = await app.app.keys.current();
  const unsigned = new SignJWT({ client_id: owner.client.id, ver: 1, ...forgery.claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid, ...forgery.header })
    .setIssuer(forgery.issuer ?? app.url)
    .setAudience(forgery.audience ?? app.url)
    .setSubject(owner.client.id)
    .setIssuedAt(seconds(-7200))
    .setExpirationTime(seconds(expiresInS))
    .setJti(randomBytes(8).toString('hex'));
  return unsigned.sign(forgery.key ?? key);
}

describe('coverage', () => {
  test('R3 the operations without a token are a closed list', () => {
    const open = app.app.routes
      .filter(({ access }) => access === 'public')
      .map(({ operationId }) => operationId);
    expect(open.sort()).toEqual(withoutToken);
  });

  test('R3 every operation requires a permission that a role can grant', () => {
    const asked = app.app.routes.map(({ access }) => access).filter((access) => access.includes(':'));
    const known: readonly string[] = [...permissions, ...portalPermissions];
    expect(asked.filter((permission) => !known.includes(permission))).toEqual([]);
  });

  test('R3 every operation of the document has a route, with a permission to change where it changes something', () => {
    const covered = [...withoutToken, ...Object.keys(leastRole)];
    expect(app.app.routes.map(({ operationId }) => operationId).sort()).toEqual(covered.sort());
    expect(operations.filter(({ operationId }) => !covered.includes(operationId))).toEqual([]);
    const others = app.app.routes.filter(
      ({ access, method }) => access.includes(':') && (method === 'GET') !== access.endsWith(':read'),
    );
    expect(others.map(({ operationId }) => operationId)).toEqual(otherMethods);
  });
});

describe('R3 a token', () => {
  let expired: string;
  beforeAll(async () => {
    expired = await sign(-60);
  });

  test.each(sampled(guarded))('$operationId requires a token', async (operation) => {
    expectUnauthenticated(await call(operation, undefined), operation);
  });

  test.each(sampled(guarded))('$operationId refuses a foreign or expired token', async (operation) => {
    const [, payload, signature] = owner.token.split('.');
    const altered = `${owner.token.split('.')[0]}.${payload?.slice(0, -2)}AA.${signature}`;
    for (const token of ['nonsense', 'a.b.c', altered, expired])
      expectUnauthenticated(await call(operation, token), operation);
  });

  test('with valid signature, audience and expiry is accepted', async () => {
    const token = await sign(600);
    for (const operation of sampled(ofClients)) {
      const reply = await call(operation, token);
      expect([401, 403], operation.operationId).not.toContain(reply.status);
    }
  });

  test('is refused when any of its values is wrong', async () => {
    const [operation] = ofClients as [Operation];
    const foreign = await generateKeyPair('RS256', { extractable: true });
    const { kid } = await app.app.keys.current();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(owner.token.split('.')[1] as string, 'base64url').toString());
    const published = (await app.request('GET', '/.well-known/jwks.json')).body.keys[0];
    const hmac = new TextEncoder().encode(JSON.stringify(published));
    const forged = [
      await sign(600, { key: foreign.privateKey }),
      await sign(600, { key: foreign.privateKey, header: { jwk: await exportJWK(foreign.publicKey) } }),
      await sign(600, { key: foreign.privateKey, header: { kid: 'key_unknown' } }),
      await sign(600, { header: { typ: 'JWT' } }),
      await sign(600, { issuer: 'http://127.0.0.1:1' }),
      await sign(600, { audience: 'http://127.0.0.1:1' }),
      await sign(600, { claims: { ver: 2 } }),
      await sign(600, { claims: { ver: 0 } }),
      await sign(600, { claims: { ver: undefined } }),
      await sign(600, { claims: { ver: 'one' } }),
      await sign(600, { claims: { ver: 1e12 } }),
      await sign(600, { claims: { principal_type: 'USER' } }),
      await sign(600, { claims: { principal_type: 'OTHER' } }),
      `${part({ alg: 'none', typ: 'at+jwt', kid })}.${part(claims)}.`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid }).sign(hmac),
    ];
    for (const token of forged) expectUnauthenticated(await call(operation, token), operation);
  });

  test('of an API client is refused where a person’s token is required', async () => {
    for (const operation of sampled(ofPeople)) {
      const { token } = await app.person();
      expect((await call(operation, owner.token)).body).toMatchObject({ status: 403, code: 'forbidden' });
      expect([401, 403, 500], operation.operationId).not.toContain((await call(operation, token)).status);
    }
  });

  test('is read from the Authorization header only', async () => {
    const basic = `Basic ${Buffer.from(`${owner.client.id}:${owner.client.secret}`).toString('base64')}`;
    for (const authorization of [basic, owner.token, 'Bearer', `Bearer  ,${owner.token}`])
      expect((await app.request('GET', '/org', { headers: { authorization } })).status).toBe(401);
    expect((await app.request('GET', `/org?access_token=${owner.token}`)).status).toBe(401);
    const { status } = await app.request('GET', '/org', {
      headers: { authorization: `bearer ${owner.token}` },
    });
    expect(status).toBe(200);
  });
});

describe('another tenant', () => {
  test.each(sampled([...ofOrganization, ...ofPortal]))(
    '$operationId responds as for an unknown organization',
    async (operation) => {
      const theirs = await call(operation, stranger.token);
      const none = await call(operation, stranger.token, { ...ids, orgId: 'org_00000000000000000000000000' });
      expect(theirs.status, theirs.text).toBe(404);
      expect({ ...theirs.body, instance: '', requestId: '' }).toEqual({
        ...none.body,
        instance: '',
        requestId: '',
      });
    },
  );

  test.each(sampled(ofRecord))(
    '$operationId does not find another tenant’s record in its own organization',
    async (operation) => {
      const theirs = await call(operation, stranger.token, { ...ids, orgId: stranger.id });
      const none = await call(operation, stranger.token, { orgId: stranger.id });
      expect(theirs.status, theirs.text).toBe(404);
      expect({ ...theirs.body, instance: '', requestId: '' }).toEqual({
        ...none.body,
        instance: '',
        requestId: '',
      });
      const { status, text } = await call(operation, owner.token);
      expect(status, `${operation.path} needs a record (${recordsOfPaths}): ${text}`).not.toBe(404);
    },
  );

  test('lists have no records of another tenant', async () => {
    const { token, id } = stranger;
    expect((await app.request('GET', '/org', { token })).body.map((row: { id: string }) => row.id)).toEqual([
      id,
    ]);
    for (const list of ['offer', 'entitlement'])
      expect((await app.request('GET', `/org/${id}/${list}`, { token })).body).toEqual([]);
  });
});

describe('roles', () => {
  const tokens: string[] = [];
  beforeAll(async () => {
    for (const role of roles) tokens.push((await app.client(owner.id, role)).token);
  });

  test.each(sampled(ofOrganization))(
    '$operationId refuses lower roles and accepts the others',
    async (operation) => {
      const least = roles.indexOf(minimum(operation) as (typeof roles)[number]);
      expect(least).toBeGreaterThanOrEqual(0);
      for (const [rank, role] of roles.entries()) {
        const reply = await call(operation, tokens[rank]);
        if (rank < least) expect(reply.body, role).toMatchObject({ status: 403, code: 'forbidden' });
        else expect([401, 403, 500], `${role} ${reply.text}`).not.toContain(reply.status);
      }
    },
  );

  test.each(sampled(ofPortal))('$operationId refuses every organization role', async (operation) => {
    for (const token of tokens)
      expect((await call(operation, token)).body).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('an unknown role has no permissions', async () => {
    const { client, token } = await app.client(owner.id, 'ADMIN');
    await setRole(client.id, 'OWNER');
    for (const operation of sampled(ofOrganization)) expect((await call(operation, token)).status).toBe(403);
  });
});

const setRole = (clientId: string, role: string) =>
  app.database.query(
    `SET ROLE tradepost_system; UPDATE principal_grant SET role = '${role}' WHERE principal_id = '${clientId}'; RESET ROLE`,
  );

/** Returns a caller whose access both processes have cached. */
async function warmed(role: (typeof roles)[number]) {
  const { client } = await app.client(owner.id, role);
  const tokens = [await app.token(client), await other.token(client)];
  const [list] = ofOrganization.filter(({ operationId }) => operationId === 'listOffers') as [Operation];
  for (const reply of await onBothPrograms(list, tokens)) expect(reply.status).toBe(200);
  return { client, tokens };
}

const clientDeps = () => ({ database: app.app.database, newId: app.app.newId, randomBytes });

describe('effective immediately on every program', () => {
  test('a deleted client is refused by every operation', async () => {
    const { client, tokens } = await warmed('ADMIN');
    expect(await deleteClient(clientDeps(), client.id)).toBe(true);
    for (const operation of sampled(ofClients))
      for (const reply of await onBothPrograms(operation, tokens)) expectUnauthenticated(reply, operation);
    await expect(app.token(client)).rejects.toThrow('invalid_client');
  });

  test('after a rotation, old tokens of a client are refused by every operation, and new ones accepted', async () => {
    const { client, tokens } = await warmed('ADMIN');
    const secret = (await rotateClient(clientDeps(), client.id)) as string;
    for (const operation of sampled(ofClients))
      for (const reply of await onBothPrograms(operation, tokens)) expectUnauthenticated(reply, operation);
    await expect(other.token(client)).rejects.toThrow('invalid_client');
    const renewed = { id: client.id, secret };
    const fresh = [await app.token(renewed), await other.token(renewed)];
    for (const reply of await onBothPrograms(ofClients[0] as Operation, fresh))
      expect(reply.status).toBe(200);
  });

  test('a revoked role and a granted one take effect', async () => {
    const { client, tokens } = await warmed('ADMIN');
    const changes = sampled(ofOrganization.filter((each) => minimum(each) !== 'VIEWER'));
    for (const role of ['VIEWER', 'EDITOR', 'ADMIN', 'VIEWER'] as const) {
      await setRole(client.id, role);
      for (const operation of changes) {
        const allowed = roles.indexOf(role) >= roles.indexOf(minimum(operation) as 'ADMIN');
        for (const reply of await onBothPrograms(operation, tokens))
          expect(reply.status === 403, `${operation.operationId} as ${role}: ${reply.text}`).toBe(!allowed);
      }
    }
  });

  test('a revoked grant gives no access to the organization', async () => {
    const { client, tokens } = await warmed('ADMIN');
    await app.database.query('DELETE FROM principal_grant WHERE principal_id = $1', [client.id]);
    for (const operation of sampled(ofOrganization))
      for (const reply of await onBothPrograms(operation, tokens)) expect(reply.status).toBe(404);
    expect((await app.request('GET', '/org', { token: tokens[0] })).body).toEqual([]);
  });

  test('a suspended organization is read-only, a deleted one is not found', async () => {
    const org = await app.organization();
    const to = { orgId: org.id };
    const setStatus = (status: string) =>
      app.database.query(
        `SET ROLE tradepost_system; UPDATE organization SET status = '${status}' WHERE organization_id = '${org.id}'; RESET ROLE`,
      );
    const writes = ofOrganization.filter((each) => isChange(each) && each.tags?.[0] !== 'Support');
    const list = ofOrganization.filter(({ operationId }) => operationId === 'listOffers');
    for (const operation of list) expect((await call(operation, org.token, to)).status).toBe(200);
    await setStatus('SUSPENDED');
    for (const operation of list) expect((await call(operation, org.token, to)).status).toBe(200);
    for (const operation of sampled(writes))
      expect((await call(operation, org.token, to)).body, operation.operationId).toMatchObject({
        status: 403,
        code: 'organization_suspended',
      });
    await setStatus('DELETED');
    for (const operation of sampled(ofOrganization))
      expect((await call(operation, org.token, to)).status).toBe(404);
  });
});
