import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiSweeps } from '../../src/api.ts';
import { createMaintenance } from '../../src/platform/database/maintenance.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { createBrowser } from '../browser.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { waitingForLocks } from '../locks.ts';
import { createPeople, type People, password } from '../people.ts';

let app: TestApp;
let people: People;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  people = createPeople(app);
  org = await app.organization();
});
afterAll(() => app.stop());

const post = (path: string, body: object, token?: string) => app.request('POST', path, { body, token });
const signUp = (body: object) => post('/user', { password, ...body });
const mailsTo = async (email: string) => {
  await app.sendMails();
  return (await app.mails()).filter(({ to }) => to.includes(email));
};
const pointers = (reply: { body: { errors?: { pointer: string }[] } }) =>
  (reply.body.errors ?? []).map(({ pointer }) => pointer);
const personCount = async () =>
  Number((await app.database.query('SELECT count(*) AS n FROM person')).rows[0].n);

const triesOf = async (id: string): Promise<number> => {
  const { rows } = await app.database.query(
    `SELECT failures FROM sign_in_attempt WHERE person_id = $1 AND origin = 'all networks'`,
    [id],
  );
  return rows[0]?.failures ?? 0;
};

/** Invites the address into an organization, and opens the page of the invitation. */
async function openInvitation({ id, token }: TestOrganization, email: string) {
  expect((await post(`/org/${id}/user`, { email, role: 'VIEWER' }, token)).status).toBe(200);
  const mail = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Invitation'));
  const { pathname, search } = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const browser = createBrowser(app.url);
  return { browser, page: await browser.open(`${pathname}${search}`) };
}

/** Occupies all password workers with slow hashes; returns a function that ends them, once they have begun. */
async function occupyPasswords(): Promise<{ end: Promise<unknown> }> {
  const { email, id } = await people.account();
  const slow = `scrypt$131072$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  await people.asSystem('UPDATE person SET password_hash = $2 WHERE id = $1', [id, slow]);
  const tries = [1, 2].map(() => people.signIn(email).catch(() => undefined));
  await expect.poll(() => triesOf(id)).toBe(2);
  return { end: Promise.all(tries) };
}

describe('an account', () => {
  test('is created when the link in the mail is opened, and not before', async () => {
    const before = await personCount();
    const reply = await signUp({ email: 'New.Person@Example.com', name: 'New Person' });
    expect([reply.status, reply.body]).toEqual([200, { status: 'VERIFICATION_SENT' }]);
    expect(await personCount()).toBe(before);
    const [mail] = await mailsTo('new.person@example.com');
    expect(mail?.text).toContain(`${app.url}/oauth2/verifyEmail?token=tpl_`);
    const token = await people.mailedToken('new.person@example.com');
    const verified = await post('/user/verifyEmail', { token, password });
    expect([verified.status, verified.body]).toEqual([200, { status: 'VERIFIED' }]);
    expect(pointers(await post('/user/verifyEmail', { token, password }))).toEqual(['/token']);
    const signed = await people.signedIn('new.person@example.com');
    const me = await app.request('GET', '/user/me', { token: signed.access });
    expect(me.body).toEqual({
      id: expect.stringMatching(/^usr_/),
      email: 'new.person@example.com',
      name: 'New Person',
      hasPassword: true,
      emailVerifiedAt: expect.any(String),
      creationTime: expect.any(String),
      lastUpdateTime: expect.any(String),
    });
  });

  test('is requested with the same response and the same rows, whether the address is known or not', async () => {
    const { email } = await people.account();
    const counts = async () =>
      (
        await app.database.query(
          `SELECT (SELECT count(*) FROM person_token) AS tokens, (SELECT count(*) FROM outgoing_mail) AS mails`,
        )
      ).rows[0];
    const difference = async (work: () => Promise<{ text: string; status: number }>) => {
      const before = await counts();
      const { text, status } = await work();
      const after = await counts();
      return { text, status, tokens: after.tokens - before.tokens, mails: after.mails - before.mails };
    };
    for (const ask of [signUp, (body: object) => post('/user/requestPasswordReset', body)]) {
      const known = await difference(() => ask({ email }));
      const unknown = await difference(() => ask({ email: `nobody.${known.text.length}@example.com` }));
      expect(known).toEqual(unknown);
      expect(known).toMatchObject({ status: 200, tokens: 1, mails: 1 });
    }
    const subjects = (await mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).toContain('You already have a Tradepost account');
  });

  test('belongs to the person who opened the link, not to the first requester', async () => {
    const email = 'contested@example.com';
    await signUp({ email, password: 'the attacker’s own' });
    await signUp({ email, password });
    const token = await people.mailedToken(email);
    const others = await post('/user/verifyEmail', { token, password: 'the attacker’s own' });
    expect(pointers(others)).toEqual(['/password']);
    await post('/user/verifyEmail', { token, password });
    expect((await people.signedIn(email)).access).toEqual(expect.any(String));
    const first = (await mailsTo(email))[0];
    const stale = /token=(\S+)/.exec(first?.text ?? '')?.[1];
    expect((await post('/user/verifyEmail', { token: stale, password })).status).toBe(400);
  });

  test.each([
    [{ email: 'no address' }, '/email'],
    [{ email: 'short@example.com', password: 'x'.repeat(11) }, '/password'],
    [{ email: 'long@example.com', password: 'x'.repeat(201) }, '/password'],
    [{ email: 'same.as.mail@example.com', password: 'Same.As.Mail@example.com' }, '/password'],
    [{ email: 'a@example.com', name: 'x'.repeat(201) }, '/name'],
    [{ password }, '/email'],
  ])('is refused for %j, by field', async (body, pointer) => {
    const reply = await signUp(body);
    expect([reply.status, pointers(reply)]).toEqual([400, [pointer]]);
  });

  test('sends an address at most five mails an hour', async () => {
    const email = 'flooded@example.com';
    for (let nr = 0; nr < 4; nr++) await signUp({ email });
    for (let nr = 0; nr < 4; nr++)
      expect((await post('/user/requestPasswordReset', { email })).body).toEqual({ status: 'RESET_SENT' });
    expect(await mailsTo(email)).toHaveLength(5);
  });

  test('sends no more mails for simultaneous requests', async () => {
    const email = 'flooded.at.once@example.com';
    await Promise.all(Array.from({ length: 60 }, () => post('/user/requestPasswordReset', { email })));
    expect(await mailsTo(email)).toHaveLength(5);
  });

  test('cannot be created by a link older than a day', async () => {
    const email = 'slow@example.com';
    await signUp({ email });
    const token = await people.mailedToken(email);
    const { rows } = await app.database.query(
      'SELECT extract(epoch FROM expires_at - creation_time)::int AS seconds FROM person_token WHERE email = $1',
      [email],
    );
    expect(rows[0].seconds).toBe(86_400);
    await app.database.query('UPDATE person_token SET expires_at = clock_timestamp() WHERE email = $1', [
      email,
    ]);
    expect((await post('/user/verifyEmail', { token, password })).status).toBe(400);
  });
});

describe('a forgotten password', () => {
  test('is replaced by a link in a mail once, which ends every session', async () => {
    const { email } = await people.account(org.id);
    const signed = await people.signedIn(email);
    await post('/user/requestPasswordReset', { email: email.toUpperCase() });
    const token = await people.mailedToken(email);
    expect(await people.works(signed.access), 'asking changes nothing').toBe(200);
    expect(pointers(await post('/user/resetPassword', { token, password: 'short' }))).toEqual(['/password']);
    const reset = await post('/user/resetPassword', { token, password: 'a new password' });
    expect(reset.body).toEqual({ status: 'PASSWORD_CHANGED' });
    expect(await people.works(signed.access)).toBe(401);
    expect((await people.refresh(signed.refresh)).body.error).toBe('invalid_grant');
    expect((await app.request('GET', `/org/${org.id}/offer`, { token: signed.access })).status).toBe(401);
    expect((await post('/user/resetPassword', { token, password: 'once more now' })).status).toBe(400);
    const again = await people.signedIn(email, 'a new password');
    expect(await people.works(again.access)).toBe(200);
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Your password was changed');
  });

  test('cannot be replaced by the link that confirms an address, or by an expired or invalid link', async () => {
    await signUp({ email: 'crossed@example.com' });
    const other = await people.mailedToken('crossed@example.com');
    for (const token of [other, 'tpl_x', ''])
      expect(pointers(await post('/user/resetPassword', { token, password: 'a new password' }))).toEqual([
        '/token',
      ]);
    const { email } = await people.account();
    await post('/user/requestPasswordReset', { email });
    const token = await people.mailedToken(email);
    await app.database.query('UPDATE person_token SET expires_at = clock_timestamp() WHERE email = $1', [
      email,
    ]);
    expect((await post('/user/resetPassword', { token, password: 'a new password' })).status).toBe(400);
  });

  test('cannot sign in by a page or a change that used the old password', async () => {
    const { email, id } = await people.account(org.id);
    const { access: token } = await people.signedIn(email);
    await post('/user/requestPasswordReset', { email });
    const reset = await people.mailedToken(email);
    const inviting = await app.organization();
    const { browser, page } = await openInvitation(inviting, email);
    // A second process, whose password workers are free.
    const other = await startTestApp({ database: app.database });
    const busy = await occupyPasswords();
    const body = { password: 'the password of a thief', currentPassword: password };
    const late = [
      people.signIn(email).then(
        ({ back }) => back.address.href,
        () => 'the page again',
      ),
      app.request('PATCH', '/user/me', { token, body }).then(({ status }) => status),
      browser.submit(page, { password }, 'password').then(({ text }) => text.includes('role="alert"')),
    ];
    await expect.poll(() => triesOf(id)).toBe(3);
    const done = { token: reset, password: 'a new password' };
    expect((await other.request('POST', '/user/resetPassword', { body: done })).status).toBe(200);
    await other.stop();
    expect(await Promise.all(late)).toEqual(['the page again', 400, true]);
    await busy.end;
    const { rows } = await app.database.query('SELECT id FROM person_session WHERE person_id = $1', [id]);
    expect(rows).toEqual([]);
    const members = `/org/${inviting.id}/user?email=${email}`;
    const invited = await app.request('GET', members, { token: inviting.token });
    expect(invited.body).toMatchObject([{ status: 'INVITED' }]);
    expect(await people.works((await people.signedIn(email, 'a new password')).access)).toBe(200);
  });

  test('waits for a simultaneous change of the password, which invalidates its link', async () => {
    const { email, id } = await people.account();
    await post('/user/requestPasswordReset', { email });
    const token = await people.mailedToken(email);
    const holder = new pg.Client({ connectionString: app.database.connectionString });
    await holder.connect();
    try {
      await holder.query('BEGIN; SET LOCAL ROLE tradepost_system');
      await holder.query('UPDATE person SET password_hash = password_hash WHERE id = $1', [id]);
      const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
      const reset = post('/user/resetPassword', { token, password: 'a new password' });
      await waitingForLocks(app.database, rows[0].pid, 1);
      await holder.query('DELETE FROM person_token WHERE email = $1', [email]);
      await holder.query('COMMIT');
      expect(pointers(await reset)).toEqual(['/token']);
    } finally {
      await holder.end();
    }
    expect(await people.works((await people.signedIn(email)).access)).toBe(200);
  });

  test('unlocks a locked account', async () => {
    const { email, id } = await people.account();
    await people.asSystem(
      `INSERT INTO sign_in_attempt (person_id, origin, failures, locked_until, expires_at)
       VALUES ($1, '127.0.0.1', 12, clock_timestamp() + interval '1 h', clock_timestamp() + interval '2 d')`,
      [id],
    );
    await post('/user/requestPasswordReset', { email });
    await post('/user/resetPassword', { token: await people.mailedToken(email), password: 'a new password' });
    expect(await people.works((await people.signedIn(email, 'a new password')).access)).toBe(200);
  });

  test('works by the pages that the mails link to, and opening a page changes nothing', async () => {
    const email = 'by.pages@example.com';
    await signUp({ email });
    const browser = createBrowser(app.url);
    const link = async () => /(http\S+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] as string;
    const verify = await browser.open(await link());
    expect((await createBrowser(app.url).submit(verify, {})).status, 'without the cookie').toBe(403);
    const others = await browser.submit(verify, { password: 'another password' });
    expect(others.text).toContain('does not match the password chosen at sign-up');
    expect((await browser.submit(others, { password })).text).toContain('You can sign in now');
    const ask = await browser.open('/oauth2/resetPassword');
    expect((await browser.submit(ask, { email: 'nonsense' })).text).toContain('not a valid e-mail address');
    expect((await browser.submit(ask, { email })).text).toContain('is being sent');
    const choose = await browser.open(await link());
    const refused = await browser.submit(choose, { password: 'short' });
    expect(refused.text).toContain('must have 12 to 200 characters');
    expect((await browser.submit(refused, { password: 'a new password' })).text).toContain('was changed');
    expect((await browser.submit(choose, { password: 'a new password' })).status).toBe(400);
    expect(await people.works((await people.signedIn(email, 'a new password')).access)).toBe(200);
  });
});

describe('a person', () => {
  test('can change and remove its name', async () => {
    const { access } = await people.signedIn((await people.account()).email);
    const patch = (body: object) => app.request('PATCH', '/user/me', { token: access, body });
    expect((await patch({ name: 'Ann <b>Lee</b>' })).body.name).toBe('Ann <b>Lee</b>');
    expect((await patch({})).body.name).toBe('Ann <b>Lee</b>');
    expect(await patch({ name: null }).then(({ body }) => 'name' in body)).toBe(false);
  });

  test('changes the password with the current password, which ends the other sessions', async () => {
    const { email } = await people.account();
    const [mine, other] = [await people.signedIn(email), await people.signedIn(email)];
    const patch = (body: object) => app.request('PATCH', '/user/me', { token: mine.access, body });
    const wish = { password: 'a new password', name: 'Changed too' };
    for (const body of [wish, { ...wish, currentPassword: 'wrong' }])
      expect(pointers(await patch(body))).toEqual(['/currentPassword']);
    expect(pointers(await patch({ password: 'short', currentPassword: password }))).toEqual(['/password']);
    expect((await app.request('GET', '/user/me', { token: mine.access })).body.name).not.toBe('Changed too');
    expect((await patch({ ...wish, currentPassword: password })).body.name).toBe('Changed too');
    expect([await people.works(mine.access), await people.works(other.access)]).toEqual([200, 401]);
    expect((await people.refresh(mine.refresh)).status).toBe(200);
    expect(await people.works((await people.signedIn(email, 'a new password')).access)).toBe(200);
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Your password was changed');
  });

  test('can list its own sessions, page by page, with the current session marked', async () => {
    const { email } = await people.account();
    const signed = [await people.signedIn(email), await people.signedIn(email), await people.signedIn(email)];
    await people.signedIn((await people.account()).email);
    const { access } = signed[1] as (typeof signed)[number];
    const list = (query = '') => app.request('GET', `/user/me/session${query}`, { token: access });
    const { body, headers } = await list('?count=true');
    expect(headers.get('x-total-count')).toBe('3');
    expect(body.map(({ current }: { current: boolean }) => current)).toEqual([false, true, false]);
    expect(body[0]).toEqual({
      id: expect.stringMatching(/^ses_/),
      creationTime: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      idleExpiresAt: expect.any(String),
      authMethod: 'PASSWORD',
      clientID: 'tradepost-console',
      userAgent: 'A browser',
      ipAddress: '127.0.0.1',
      current: false,
    });
    const first = await list('?limit=2');
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] as string;
    const second = await app.request('GET', next, { token: access });
    expect([...first.body, ...second.body]).toEqual(body);
    expect(second.headers.get('link')).toBeNull();
    expect((await list('?offset=2')).body).toEqual(body.slice(2));
  });

  test('can end its own sessions only', async () => {
    const { email } = await people.account();
    const [mine, other] = [await people.signedIn(email), await people.signedIn(email)];
    const stranger = await app.person();
    const end = (id: string) => app.request('DELETE', `/user/me/session/${id}`, { token: mine.access });
    for (const id of [stranger.sessionId, 'ses_00000000000000000000000000']) {
      const reply = await end(id);
      expect([reply.status, reply.body.code]).toEqual([404, 'session_not_found']);
    }
    expect(await people.works(stranger.token)).toBe(200);
    const list = (await app.request('GET', '/user/me/session', { token: mine.access })).body;
    const theOther = list.find(({ current }: { current: boolean }) => !current).id;
    expect((await end(theOther)).body).toBe(theOther);
    expect([await people.works(mine.access), await people.works(other.access)]).toEqual([200, 401]);
    const out = await app.request('POST', '/user/me/signOut', { token: mine.access });
    expect(out.body).toEqual({ status: 'SIGNED_OUT' });
    expect(await people.works(mine.access)).toBe(401);
    expect((await people.refresh(mine.refresh)).body.error).toBe('invalid_grant');
  });

  test('has no rows in the tables of sign-in once deleted', async () => {
    const { email, id } = await people.account(org.id);
    await people.signedIn(email);
    await people.asSystem('DELETE FROM person WHERE id = $1', [id]);
    const { rows } = await app.database.query(
      `SELECT (SELECT count(*)::int FROM person_session WHERE person_id = $1) AS sessions,
         (SELECT count(*)::int FROM principal_grant WHERE principal_id = $1) AS grants`,
      [id],
    );
    expect(rows).toEqual([{ sessions: 0, grants: 0 }]);
  });
});

test('expired rows are deleted', async () => {
  const { email } = await people.account();
  const signed = await people.signedIn(email);
  await signUp({ email: 'swept@example.com' });
  for (const table of ['person_session', 'authorization_code', 'person_token'])
    await app.database.query(`UPDATE ${table} SET expires_at = now() - interval '2 days'`);
  await createMaintenance({
    sweeps: apiSweeps,
    database: app.app.database,
    log: createLog('silent'),
  }).sweep();
  const { rows } = await app.database.query(
    `SELECT (SELECT count(*)::int FROM person_session) + (SELECT count(*)::int FROM authorization_code)
       + (SELECT count(*)::int FROM person_token) + (SELECT count(*)::int FROM refresh_token) AS n`,
  );
  expect(rows).toEqual([{ n: 0 }]);
  expect(await people.works(signed.access)).toBe(401);
});
