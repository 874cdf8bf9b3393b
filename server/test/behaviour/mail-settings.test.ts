import { describe, expect, test } from 'vitest';
import { digestSchedule } from '../../src/notifications/mail/digest.ts';
import { findPeople, organizationName } from '../../src/organizations/index.ts';
import { openMailWorld } from '../mail-world.ts';

const { app, world, call, good, settle, configure, messages, mailsTo } = await openMailWorld();

const path = 'user/me/mailSettings';
const set = (settings: object, { token } = world.admin) => good('PATCH', path, settings, token);
const create = (name: string, token?: string) => good('POST', 'offer', { name }, token);
const subjects = () => mailsTo(world.admin.email).map(({ subject }) => subject);
/** Moves the organization's clock to the next noon, UTC, past the time of a daily digest. */
const toNextNoon = async () => {
  const { time } = await good('GET', 'sandbox/clock');
  const day = new Date(Date.parse(time) + 86_400_000).toISOString().slice(0, 10);
  await good('POST', 'sandbox/clock', { to: `${day}T12:00:00.000Z` });
  await settle();
  await settle();
};
/** Enables mail at noon, so that no daily digest becomes due during a test. */
const enableMail = async () => {
  await toNextNoon();
  await configure({ enableEmailNotification: true });
};
/** Returns the messages to a recipient about offers. */
const aboutOffers = async (to: string) =>
  (await messages()).filter(
    ({ recipient, info }: { recipient: string; info: { standardFields: { entity: { type: string } } } }) =>
      recipient === to && info.standardFields.entity.type === 'OFFER',
  );
const statesOf = async (recipient: string) =>
  (await aboutOffers(recipient)).map(({ status }: { status: string }) => status);

describe('R50 a member’s own mail settings', () => {
  test('are off by default, belong to the member, and refuse values that do not exist', async () => {
    const editor = await app.person(world.org.id, 'VIEWER');
    expect(await good('GET', path, undefined, editor.token)).toEqual({
      skipOwnActions: false,
      digest: 'NONE',
    });
    expect(await set({ digest: 'DAILY', skipOwnActions: true }, editor)).toEqual({
      skipOwnActions: true,
      digest: 'DAILY',
    });
    expect(await set({ digest: null, skipOwnActions: null }, editor)).toEqual({
      skipOwnActions: false,
      digest: 'NONE',
    });
    expect((await good('GET', path, undefined, world.admin.token)).digest).toBe('NONE');
    const wrong = await call('PATCH', path, { digest: 'WEEKLY' }, editor.token);
    expect([wrong.status, wrong.body.errors?.[0].pointer]).toEqual([400, '/digest']);
    expect((await call('GET', path)).body.code, 'an API client is not a member').toBe('member_not_found');
    const other = await app.organization();
    const foreign = await app.request('GET', `/org/${other.id}/${path}`, { token: editor.token });
    expect(foreign.status).toBe(404);
  });

  test('change only with the current tag, if the caller sends one', async () => {
    const editor = await app.person(world.org.id, 'EDITOR');
    const url = `/org/${world.org.id}/${path}`;
    const patch = (tag: string) =>
      app.request('PATCH', url, {
        token: editor.token,
        body: { digest: 'HOURLY' },
        headers: { 'if-match': tag },
      });
    const read = () => app.request('GET', url, { token: editor.token });
    const tag = (await read()).headers.get('etag') as string;
    const refused = await patch('"another"');
    expect([refused.status, refused.body.code]).toEqual([412, 'changed_meanwhile']);
    expect((await read()).body.digest).toBe('NONE');
    const done = await patch(tag);
    expect([done.status, done.headers.get('etag')]).toEqual([200, (await read()).headers.get('etag')]);
    expect((await patch(tag)).status).toBe(412);
  });

  test('skipOwnActions omits mail about own actions only; copies are sent anyway', async () => {
    const editor = await app.person(world.org.id, 'EDITOR');
    await set({ skipOwnActions: true });
    const ccRecipients = ['copy@example.com'];
    await configure({
      enableEmailNotification: true,
      emailNotificationScopeEventConfigs: { 'CREATE.OFFER': { roleGroups: ['ADMIN'], ccRecipients } },
    });
    await create('Mine', world.admin.token);
    await create('Theirs', editor.token);
    await settle();
    expect(subjects().filter((subject) => subject.includes('created'))).toEqual(['Offer created: Theirs']);
    expect(mailsTo('copy@example.com').map(({ subject }) => subject)).toEqual([
      'Offer created: Mine',
      'Offer created: Theirs',
    ]);
    expect(mailsTo(editor.email).map(({ subject }) => subject)).toContain('Offer ready: Mine');
  });

  test('a daily digest is one mail with each notification once, in the order of events', async () => {
    await enableMail();
    await set({ digest: 'DAILY' });
    await create('First');
    await settle();
    await create('Second');
    await settle();
    expect(mailsTo(world.admin.email)).toEqual([]);
    expect(new Set(await statesOf(world.admin.email))).toEqual(new Set(['PENDING']));
    await toNextNoon();
    const [mail, ...more] = mailsTo(world.admin.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Acme: 4 notifications');
    expect(mail?.text.match(/^- .*/gm)).toEqual([
      '- Offer created: First',
      '- Offer ready: First',
      '- Offer created: Second',
      '- Offer ready: Second',
    ]);
    expect(await statesOf(world.admin.email)).toEqual(Array(4).fill('DONE'));
    await toNextNoon();
    expect(mailsTo(world.admin.email)).toHaveLength(1);
  });

  test('switching the digest off sends the gathered notifications, and later mails one by one', async () => {
    await enableMail();
    await set({ digest: 'DAILY' });
    await create('Gathered');
    await settle();
    await set({ digest: 'NONE' });
    await settle();
    expect(subjects()).toEqual(['Acme: 2 notifications']);
    await create('Single');
    await settle();
    expect(subjects().slice(1)).toEqual(['Offer created: Single', 'Offer ready: Single']);
  });

  test('a digest that a crash interrupts loses and repeats nothing', async () => {
    await enableMail();
    await set({ digest: 'DAILY' });
    await create('Kept');
    await settle();
    await set({ digest: 'NONE' });
    const schedule = digestSchedule({
      addresses: { baseUrl: () => app.url },
      people: { organizationName, members: findPeople },
    });
    const { inOrganization } = app.app;
    const killed = inOrganization(world.org.id, 'test', async (scope) => {
      await schedule.recordDue(scope, scope.now);
      throw new Error('killed before the commit');
    });
    await expect(killed).rejects.toThrow('killed');
    const run = () => inOrganization(world.org.id, 'test', (scope) => schedule.recordDue(scope, scope.now));
    await Promise.all([run(), run()]);
    await settle();
    expect(subjects()).toEqual(['Acme: 2 notifications']);
  });

  test('messages for a digest of a former member become FAILED', async () => {
    const editor = await app.person(world.org.id, 'EDITOR');
    await enableMail();
    await set({ digest: 'DAILY' }, editor);
    await create('Late');
    await settle();
    await good('DELETE', `user/${editor.id}`);
    await toNextNoon();
    expect(mailsTo(editor.email)).toEqual([]);
    expect(new Set(await statesOf(editor.email))).toEqual(new Set(['FAILED']));
  });

  test('a digest that the mail server rejects is recorded as FAILED on its messages', async () => {
    await enableMail();
    await set({ digest: 'DAILY' });
    await create('Refused');
    await settle();
    world.refusal = { responseCode: 550, message: 'No such mailbox.' };
    await set({ digest: 'NONE' });
    await settle();
    const failed = await aboutOffers(world.admin.email);
    expect(failed).toMatchObject(
      Array(2).fill({ status: 'FAILED', errorMessage: expect.stringContaining('No such mailbox.') }),
    );
  });
});
