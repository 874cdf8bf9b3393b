import { expect, test } from 'vitest';
import { openWebhookWorld } from '../webhook-world.ts';

const { app, org, receiver, call, create, buyer } = await openWebhookWorld();

const stars = '********';
const secret = 'hush1';
/** Every view of past changes: the audit trail and the event feed. */
const trail = async (): Promise<string> => {
  for (let sealed = 1; sealed > 0; ) sealed = await app.app.sealer.step();
  const replies = [await call('GET', '/auditingEvent/query?page_size=100'), await call('GET', '/event')];
  for (const { status, text } of replies) expect(status, text).toBe(200);
  return replies.map(({ text }) => text).join();
};

test('secrets in the address of an endpoint are used for sending, and masked for every reader', async () => {
  const url = `${receiver.url}?token=${secret}&tenant=7`;
  const shown = `${receiver.url}?token=${stars}&tenant=7`;
  const id = await create({ url, scopes: ['CREATE.BUYER'] });
  const read = await call('GET', `/webhook/${id}`);
  expect(read.body.url).toBe(shown);
  const changed = await call('PATCH', `/webhook/${id}`, { ...read.body, description: 'Sent back' });
  expect([changed.status, changed.body.url], changed.text).toEqual([200, shown]);
  await buyer('Told');
  await app.sendWebhooks();
  expect(receiver.received.map(({ path }) => path)).toEqual([`/hooks?token=${secret}&tenant=7`]);
  receiver.clear();
  expect((await call('POST', `/webhook/${id}/test`)).status).toBe(200);
  await app.sendWebhooks();
  expect(receiver.received.map(({ json }) => json.data.url)).toEqual([shown]);

  for (const wrong of [shown.replace('tenant', 'other'), `https://thief.example/?token=${stars}`]) {
    const refused = await call('PATCH', `/webhook/${id}`, { url: wrong });
    expect([refused.status, refused.body.errors?.[0]?.pointer], refused.text).toEqual([400, '/url']);
  }
  expect((await call('POST', '/webhook', { url: shown })).status).toBe(400);
  const list = await call('GET', '/webhook');
  expect(list.text).toContain(shown);
  expect(list.text + (await trail())).not.toContain(secret);
});

test('random parts in the path of an endpoint are used for sending, and masked for every reader', async () => {
  const hook = '4f9aK2mQ8xZ1pL0sV7bN3cT5';
  const id = await create({ url: `${receiver.url}/T0/${hook}`, scopes: ['CREATE.BUYER'] });
  const read = await call('GET', `/webhook/${id}`);
  expect(read.body.url).toBe(`${receiver.url}/T0/${stars}`);
  const changed = await call('PATCH', `/webhook/${id}`, { url: read.body.url, description: 'Sent back' });
  expect(changed.status, changed.text).toBe(200);
  receiver.clear();
  await buyer('Told by path');
  await app.sendWebhooks();
  expect(receiver.received.map(({ path }) => path)).toContain(`/hooks/T0/${hook}`);
  const moved = await call('PATCH', `/webhook/${id}`, { url: `https://thief.example/T0/${stars}` });
  expect([moved.status, moved.body.errors?.[0]?.pointer], moved.text).toEqual([400, '/url']);
  expect((await call('GET', '/webhook')).text + (await trail())).not.toContain(hook);
});

test('the values of headers are sent only to the server for which they were entered', async () => {
  const headers = { Authorization: `Basic ${secret}`, 'X-Team': 'sales' };
  const id = await create({ url: `${receiver.url}/a`, headers, scopes: ['CREATE.CONTACT'] });
  const patch = (body: object) => call('PATCH', `/webhook/${id}`, body);
  const moved = `${receiver.url.replace(/:\d+/, ':1')}/a`;
  for (const sent of [
    {},
    { headers: { Authorization: stars, 'X-Team': stars } },
    { headers: { 'X-More': 'yes' } },
  ]) {
    const refused = await patch({ url: moved, ...sent });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/headers/Authorization',
      '/headers/X-Team',
    ]);
  }
  const part = await patch({ url: moved, headers: { Authorization: 'Basic new' } });
  expect([part.status, part.body.errors?.[0].pointer]).toEqual([400, '/headers/X-Team']);
  expect((await patch({ url: `${receiver.url}/b`, headers: { 'X-Team': stars } })).status).toBe(200);
  expect((await patch({ url: moved, headers: { Authorization: 'Basic new', 'X-Team': null } })).status).toBe(
    200,
  );
  const back = await patch({ url: `${receiver.url}/b`, headers: null });
  expect([back.status, back.body.headers], back.text).toEqual([200, {}]);
});

const info = {
  eulaType: 'CUSTOM',
  eulaUrl: `https://user:${secret}@docs.example/eula.pdf`,
  additionalEulaUrls: [
    `https://docs.example/a.pdf?sig=${secret}&sv=1`,
    `https://docs.example/b.pdf?key=${secret}`,
  ],
  resellerEulaType: 'CUSTOM',
  resellerEulaUrl: `https://docs.example/r.pdf?X-Amz-Signature=${secret}`,
  additionalResellerEulaUrls: [`https://docs.example/s.pdf?password=${secret}`],
};
const shownInfo = {
  ...info,
  eulaUrl: `https://${stars}@docs.example/eula.pdf`,
  additionalEulaUrls: [
    `https://docs.example/a.pdf?sig=${stars}&sv=${stars}`,
    `https://docs.example/b.pdf?key=${stars}`,
  ],
  resellerEulaUrl: `https://docs.example/r.pdf?X-Amz-Signature=${stars}`,
  additionalResellerEulaUrls: [`https://docs.example/s.pdf?password=${stars}`],
};
const storedInfo = async (id: string) =>
  (await app.database.query('SELECT info FROM offer WHERE id = $1', [id])).rows[0].info;

test('secrets in addresses of agreements are stored, and masked for every reader', async () => {
  await create({ scopes: ['CREATE.OFFER', 'UPDATE.OFFER'] });
  const original = { originalEulaInfo: { eulaUrl: info.eulaUrl } };
  const draft = await call('POST', '/draftOffer', { name: 'Kept', info, metaInfo: original });
  expect([draft.status, draft.body.info], draft.text).toMatchObject([200, shownInfo]);
  const { id } = draft.body;

  const read = await call('GET', `/offer/${id}`);
  expect(read.body.metaInfo.originalEulaInfo).toEqual({ eulaUrl: shownInfo.eulaUrl });
  const saved = await call('POST', '/draftOffer', { ...read.body, name: 'Sent back' });
  expect([saved.status, saved.body.id, saved.body.info], saved.text).toMatchObject([200, id, shownInfo]);
  expect(await storedInfo(id)).toMatchObject(info);
  const patched = await call('PATCH', `/offer/${id}/metaInfo`, { ...read.body.metaInfo, internalNote: 'x' });
  expect([patched.status, patched.body.originalEulaInfo], patched.text).toEqual([
    200,
    { eulaUrl: shownInfo.eulaUrl },
  ]);
  const { rows } = await app.database.query('SELECT meta_info FROM offer WHERE id = $1', [id]);
  expect(rows[0].meta_info.originalEulaInfo).toEqual(original.originalEulaInfo);

  const found = await call('POST', '/offer/validate', saved.body);
  expect(found.text).not.toContain('contains a masked secret');
  const submitted = await call('POST', '/offer', saved.body);
  expect([submitted.status, submitted.body.id, submitted.body.info], submitted.text).toMatchObject([
    200,
    id,
    shownInfo,
  ]);
  expect(await storedInfo(id)).toMatchObject(info);

  await app.dispatchEvents();
  await app.sendWebhooks();
  expect(receiver.received.length).toBeGreaterThan(0);
  const list = await call('GET', '/offer');
  expect(list.body.map((offer: { id: string }) => offer.id)).toContain(id);
  const bodies = receiver.received.map(({ body }) => body).join();
  expect(bodies + list.text + (await trail()) + saved.text + submitted.text + patched.text).not.toContain(
    secret,
  );
});

test('masked values of another record are refused by field: they have no stored value', async () => {
  for (const path of ['/offer', '/draftOffer']) {
    const reply = await call('POST', path, { name: 'Copied', info: shownInfo });
    expect(reply.status, reply.text).toBe(400);
    const pointers = reply.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(
      expect.arrayContaining(['/info/eulaUrl', '/info/additionalEulaUrls/0', '/info/additionalEulaUrls/1']),
    );
    expect(pointers).toEqual(
      expect.arrayContaining(['/info/resellerEulaUrl', '/info/additionalResellerEulaUrls/0']),
    );
  }
});

test('the full address of an agreement is returned to callers who may change the offer, and masked for readers', async () => {
  const viewer = await app.client(org.id, 'VIEWER');
  const eulaUrl = info.eulaUrl;
  const made = await call('POST', '/offer', { name: 'Opened', info: { eulaUrl } });
  expect(made.status, made.text).toBe(200);
  const asked = (token: string) => app.request('GET', `/org/${org.id}/offer/${made.body.id}/eula`, { token });
  expect((await asked(org.token)).text).toContain(eulaUrl);
  const shown = (await asked(viewer.token)).text;
  expect(shown).toContain(shownInfo.eulaUrl);
  expect(shown).not.toContain(secret);
});
