import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

test('an administrator connects an API client and a partner, sells, and finds each step in the audit trail and the operations', async () => {
  const org = await app.organization();
  const ann = await app.person(org.id, 'ADMIN');
  const call = async (method: string, path: string, body?: object, token = ann.token) => {
    const reply = await app.request(method, `/org/${org.id}${path}`, { token, ...(body ? { body } : {}) });
    expect(reply.status, `${method} ${path} ${reply.text}`).toBe(200);
    return reply.body;
  };

  // The organization’s own API client, whose secret is shown once.
  const client = await call('POST', '/apiClient', { name: 'Storefront', role: 'EDITOR' });
  const known = (await call('GET', '/apiClient')).find(({ id }: { id: string }) => id === client.id);
  expect(known).toMatchObject({ name: 'Storefront', role: 'EDITOR' });
  expect(JSON.stringify(known)).not.toContain(client.secret);
  const program = await app.token({ id: client.id, secret: client.secret });

  // A partner integration, whose credentials are never returned, and a setting.
  const credentials = { refreshToken: 'only-for-the-partner' };
  await call('POST', '/integration', { partner: 'CRMA', service: 'CRM', credentials });
  expect(await call('POST', '/integration/CRMA/CRM/verify')).toBe(true);
  expect(JSON.stringify(await call('GET', '/integration'))).not.toContain(credentials.refreshToken);
  await call('PATCH', '/privateOfferConfigInfo', { reviewers: ['ann'] });

  // The API client creates an offer.
  const offer = await call('POST', '/offer', { partner: 'MKA', name: 'Deal' }, program);
  await app.drainJobs();
  const [operation] = await call('GET', `/operation?offerId=${offer.id}`, undefined, program);
  expect(operation).toMatchObject({ status: 'COMPLETED' });
  const details = await call('GET', `/v2/operation/${operation.id}?hasChildren=true`, undefined, program);
  expect(details).toMatchObject({ id: operation.id, type: 'TemporalWorkflow', memo: { offerId: offer.id } });

  // Rotate the secret without an overlap, so that the old secret expires immediately.
  const renewed = await call('POST', `/apiClient/${client.id}/rotateSecret`, { overlapHours: 0 });
  expect((await app.request('GET', '/org', { token: program })).status).toBe(401);
  expect(await app.token({ id: client.id, secret: renewed.secret })).toBeTruthy();
  expect(await call('DELETE', `/apiClient/${client.id}`)).toBe(client.id);

  // Each audit entry has the actor of its step.
  while ((await app.app.sealer.step()) > 0);
  const trail = await call('GET', '/auditingEvent/query?page_size=100&s=position:asc');
  const steps = trail.data.map(
    (entry: { eventType: string; body: { actor: { entityType: string } }; status: string }) =>
      `${entry.eventType} ${entry.body.actor.entityType} ${entry.status}`,
  );
  expect(steps).toEqual(
    expect.arrayContaining([
      'CREATE.API_CLIENT USER AUDITED',
      'CREATE.INTEGRATION USER AUDITED',
      'UPDATE.ORGANIZATION USER AUDITED',
      'CREATE.OFFER API_CLIENT AUDITED',
      'ROTATE_SECRET.API_CLIENT USER AUDITED',
      'DELETE.API_CLIENT USER AUDITED',
    ]),
  );
  for (const secret of [client.secret, renewed.secret, credentials.refreshToken])
    expect(JSON.stringify(trail)).not.toContain(secret);
  const query = encodeURIComponent(`(and (= entity_type OFFER) (= actor_id '${client.id}'))`);
  const ofOffer = await call('GET', `/auditingEvent/query?q=${query}`);
  expect(ofOffer.data.map(({ body }: { body: { entityId: string } }) => body.entityId)).toEqual([offer.id]);
  expect(await call('GET', `/auditingEvent/${ofOffer.data[0].id}`)).toEqual(ofOffer.data[0]);
});
