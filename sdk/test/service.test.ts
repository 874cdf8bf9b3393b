import { answerOf, createTradepost, type Tradepost, TradepostError } from '@tradepost/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../../server/test/harness.ts';
import { failure } from './played-service.ts';

let app: TestApp;
let org: TestOrganization;
let tradepost: Tradepost;
/** Faults of the connection for the next responses, which the service has sent and the client has not received. */
let losses = 0;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  tradepost = createTradepost({
    baseUrl: app.url,
    organization: org.id,
    clientId: org.client.id,
    clientSecret: org.client.secret,
    random: () => Math.random() / 2,
    time: { now: Date.now, wait: async () => {} },
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (url.endsWith('/oauth2/token') || losses === 0) return response;
      losses -= 1;
      await response.arrayBuffer();
      throw new TypeError('fetch failed');
    },
  });
});
afterAll(() => app.stop());

const contact = (index: number) => ({ emailAddress: `c${index}@example.com`, name: 'Ann Lee' });

describe('the client at the real service', () => {
  test('makes one change for one call, however often its response is lost', async () => {
    losses = 3;
    const addon = await tradepost.addons.create({ name: 'Onboarding', amount: 500 });
    expect(losses).toBe(0);
    expect((await tradepost.addons.list()).map(({ id }) => id)).toEqual([addon.id]);
    losses = 2;
    await tradepost.addons.update(addon.id, { amount: 600 });
    losses = 2;
    await tradepost.addons.delete(addon.id);
    expect(await tradepost.addons.list()).toEqual([]);
  });

  test('reports errors in a body, also of fields that would be ignored', async () => {
    const error = await failure(
      tradepost.offers.create({ partner: 'MKC', metaInfo: { discount: 20, discuont: 1 } as object }),
    );
    expect(error).toBeInstanceOf(TradepostError);
    const { status, code, errors, requestId } = error as TradepostError;
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(errors.map(({ pointer }) => pointer)).toContain('/metaInfo/discuont');
    expect(requestId).toMatch(/^req_/);
  });

  test('reads whole lists, page by page', async () => {
    await tradepost.contacts.batchCreate(Array.from({ length: 7 }, (_, index) => contact(index)));
    const found: (string | undefined)[] = [];
    for await (const { emailAddress } of tradepost.contacts.list({ limit: 3 })) found.push(emailAddress);
    expect(found).toEqual(Array.from({ length: 7 }, (_, index) => `c${index}@example.com`));
    const page = await tradepost.contacts.list({ limit: 2, count: true, order: 'desc' });
    expect(page.map(({ emailAddress }) => emailAddress)).toEqual(['c6@example.com', 'c5@example.com']);
    expect(answerOf(page)).toMatchObject({ total: 7, next: { limit: '2', order: 'desc' } });
  });

  test('changes a record only in the version of the given tag', async () => {
    const addon = await tradepost.addons.create({ name: 'Training', amount: 100 });
    const ifMatch = answerOf(await tradepost.addons.get(addon.id))?.etag;
    expect(await tradepost.addons.update(addon.id, { amount: 200 }, { ifMatch })).toMatchObject({
      info: { amount: 200 },
    });
    const late = tradepost.addons.update(addon.id, { amount: 300 }, { ifMatch });
    expect(await failure(late)).toMatchObject({ status: 412, code: 'changed_meanwhile' });
  });

  test('follows events from a position on as they happen, and continues after a lost connection', async () => {
    await app.dispatchEvents();
    const { position } = await tradepost.events.read();
    const { eventID } = await tradepost.sandbox.triggerEvent({ scope: 'ACCEPT.OFFER' });
    await app.dispatchEvents();
    losses = 2;
    for await (const event of tradepost.events.follow({ after: position })) {
      expect(event).toMatchObject({
        type: 'ACCEPT.OFFER',
        eventID,
        organizationID: org.id,
        entityType: 'OFFER',
      });
      expect(event.info?.position).toBe(position + 1);
      break;
    }
    expect(losses).toBe(0);
    const end = new AbortController();
    const waiting = tradepost.events.follow({ signal: end.signal }).next();
    setImmediate(() => end.abort());
    expect(await failure(waiting)).toMatchObject({ name: 'AbortError' });
  });

  test('becomes a client of another organization with the same token', async () => {
    expect(await failure(tradepost.in('org_0').offers.list())).toMatchObject({ status: 404 });
    expect((await tradepost.in(org.id).organizations.get()).id).toBe(org.id);
  });

  test('reports refused credentials', async () => {
    const wrong = createTradepost({ baseUrl: app.url, clientId: org.client.id, clientSecret: 'wrong' });
    expect(await failure(wrong.organizations.list())).toMatchObject({ code: 'token_refused', status: 401 });
  });

  test('returns responses other than JSON unchanged', async () => {
    const answer = await tradepost.request('GET', '~/usageRecordGroup', { headers: { accept: 'text/csv' } });
    expect(answer.text).toMatch(/^id,.*\r\n#end,0/);
    const file = new Blob(['Terms'], { type: 'text/plain' });
    expect(await tradepost.files.upload({ file, purpose: 'EULA' })).toMatchObject({ purpose: 'EULA' });
  });
});
