import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepAt, totpCode } from '../../src/authentication/totp.ts';
import { createJoinLink } from '../../src/organizations/index.ts';
import { beginSignIn, createBrowser } from '../browser.ts';
import { formsOf, tablesWith } from '../canaries.ts';
import { alertOf, createFactors, type EnrolledPerson, type Factors, fromBase32 } from '../factors.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, type People, password } from '../people.ts';

let app: TestApp;
let people: People;
let factors: Factors;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  people = createPeople(app);
  factors = createFactors(app, people);
  org = await app.organization();
});
afterAll(() => app.stop());

const status = async (token: string) => (await app.request('GET', '/user/me/secondFactor', { token })).body;
const failuresOf = async ({ id }: Pick<EnrolledPerson, 'id'>) => {
  const { rows } = await app.database.query(
    `SELECT failures, locked_until IS NOT NULL AS locked FROM sign_in_attempt
     WHERE person_id = $1 AND origin = '127.0.0.1'`,
    [id],
  );
  return rows[0];
};

describe('sign-in with an authenticator app', () => {
  test('asks for a code after the right password, and the session shows the factor', async () => {
    const person = await factors.enrolled();
    const { page } = await factors.firstStep(person.email);
    expect([page.status, page.text.includes('name="code"'), page.location]).toEqual([200, true, undefined]);
    expect(page.headers.getSetCookie().join()).not.toContain('tradepost_session');
    const { access = '' } = await factors.signIn(person.email, person.code());
    expect(decodeJwt(access).amr).toEqual(['pwd', 'otp', 'mfa']);
    const { body } = await app.request('GET', '/user/me/session', { token: access });
    expect(body.map(({ secondFactor }: { secondFactor: string }) => secondFactor)).toEqual(['TOTP', 'TOTP']);
  });

  test('accepts each code once: a replay and a code of an earlier step are refused', async () => {
    const person = await factors.enrolled();
    const code = person.code();
    expect((await factors.signIn(person.email, code)).access).toBeDefined();
    const replay = await factors.signIn(person.email, code);
    expect(alertOf(replay.answer)).toContain('already used');
    expect((await factors.signIn(person.email, person.code(-1))).access).toBeUndefined();
    expect((await factors.signIn(person.email, person.code(1))).access).toBeDefined();
  });

  test('accepts one of two simultaneous uses of a code', async () => {
    const person = await factors.enrolled();
    const code = person.code();
    const both = await Promise.all([factors.signIn(person.email, code), factors.signIn(person.email, code)]);
    expect(both.filter(({ access }) => access !== undefined)).toHaveLength(1);
  });

  test('shows the same page for a wrong password whether the person has a second factor or not', async () => {
    const [plain, enrolled] = [await people.account(), await factors.enrolled()];
    const pages = await Promise.all(
      [plain.email, enrolled.email, 'nobody@example.com'].map((email) =>
        factors.firstStep(email, undefined, 'wrong password'),
      ),
    );
    const shown = pages.map(({ page }) => [page.status, alertOf(page), page.text.includes('name="code"')]);
    expect(shown).toEqual([shown[0], shown[0], shown[0]]);
  });

  test('ends a pending sign-in in another browser, without its cookie, or after ten minutes', async () => {
    const person = await factors.enrolled();
    const { page, browser } = await factors.firstStep(person.email);
    const stranger = createBrowser(app.url);
    expect((await stranger.submit(page, { code: person.code() }, 'code')).status).toBe(403);
    const [, pending = ''] = /name="pending" value="([^"]*)"/.exec(page.text) ?? [];
    const own = (await factors.firstStep(person.email, stranger)).page;
    const stolen = await stranger.submit(own, { code: person.code(), pending }, 'code');
    expect([stolen.status, alertOf(stolen)]).toEqual([200, expect.stringContaining('another browser')]);
    const { vault, clock } = app.app;
    const kept = JSON.parse(vault.decrypt(pending, 'second step of a sign-in'));
    expect(kept.expiresAt - clock.now().getTime()).toBeLessThanOrEqual(600_000);
    const old = vault.encrypt(JSON.stringify({ ...kept, expiresAt: 1 }), 'second step of a sign-in');
    const late = await browser.submit(page, { code: person.code(), pending: old }, 'code');
    expect(alertOf(late)).toContain('has expired');
    expect((await browser.submit(page, { code: person.code() }, 'code')).status).toBe(303);
  });

  test('ends a pending sign-in when the password changes, which keeps the factor', async () => {
    const person = await factors.enrolled();
    const { page, browser } = await factors.firstStep(person.email);
    await app.request('POST', '/user/requestPasswordReset', { body: { email: person.email } });
    const token = await people.mailedToken(person.email);
    const reset = { token, password: 'a new password' };
    expect((await app.request('POST', '/user/resetPassword', { body: reset })).status).toBe(200);
    expect(alertOf(await browser.submit(page, { code: person.code() }, 'code'))).toContain('has expired');
    const again = await factors.firstStep(person.email, undefined, 'a new password');
    expect(again.page.text).toContain('name="code"');
  });
});

describe('wrong codes', () => {
  test('count as failed attempts, which neither the right password nor a reset clears, and lock', async () => {
    const person = await factors.enrolled();
    const wrong = person.code() === '000000' ? '111111' : '000000';
    for (let nr = 1; nr <= 4; nr++) await factors.signIn(person.email, wrong);
    expect(await failuresOf(person)).toEqual({ failures: 8, locked: false });
    await app.request('POST', '/user/requestPasswordReset', { body: { email: person.email } });
    const token = await people.mailedToken(person.email);
    await app.request('POST', '/user/resetPassword', { body: { token, password } });
    const { page, browser } = await factors.firstStep(person.email);
    await browser.submit(page, { code: wrong }, 'code');
    expect(await failuresOf(person)).toEqual({ failures: 10, locked: true });
    const locked = await browser.submit(page, { code: person.code() }, 'code');
    expect(locked.status).toBe(200);
    await people.asSystem(
      'UPDATE sign_in_attempt SET locked_until = clock_timestamp() WHERE person_id = $1',
      [person.id],
    );
    expect((await browser.submit(page, { code: person.code() }, 'code')).status).toBe(303);
    expect(await failuresOf(person)).toEqual({ failures: 0, locked: false });
  });

  test('are subject to the rate limit of their network', async () => {
    const strict = await startTestApp({ database: app.database, environment: { SIGN_IN_RATE: '3' } });
    const browser = createBrowser(strict.url);
    const person = await factors.enrolled();
    const page = await browser.open(beginSignIn(strict.url).target);
    const step = await browser.submit(page, { email: person.email, password }, 'password');
    const statuses = [];
    for (let nr = 1; nr <= 3; nr++)
      statuses.push((await browser.submit(step, { code: 'wrong' }, 'code')).status);
    expect(statuses).toEqual([200, 200, 429]);
    await strict.stop();
  });
});

describe('recovery codes', () => {
  test('are ten, sign in once each in any letter case, and are stored as hashes', async () => {
    const person = await factors.enrolled();
    expect(new Set(person.recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = person.recoveryCodes;
    const { access = '' } = await factors.signIn(person.email, ` ${first.toLowerCase()} `);
    expect(decodeJwt(access).amr).toEqual(['pwd', 'otp', 'mfa']);
    expect((await factors.signIn(person.email, first)).access).toBeUndefined();
    expect(await status(access)).toEqual({
      totp: true,
      totpSince: expect.any(String),
      recoveryCodesLeft: 9,
      passkeys: [],
    });
    const forms = [second, second.replaceAll('-', '')].flatMap(formsOf);
    expect(await tablesWith(app.database, forms)).toEqual([]);
  });

  test('are accepted once by two simultaneous uses', async () => {
    const person = await factors.enrolled();
    const code = person.recoveryCodes[0] as string;
    const both = await Promise.all([factors.signIn(person.email, code), factors.signIn(person.email, code)]);
    expect(both.filter(({ access }) => access !== undefined)).toHaveLength(1);
  });

  test('are invalid for another person', async () => {
    const [one, two] = [await factors.enrolled(), await factors.enrolled()];
    expect((await factors.signIn(one.email, two.recoveryCodes[0] as string)).access).toBeUndefined();
    expect((await factors.signIn(one.email, two.code())).access).toBeUndefined();
  });

  test('are replaced by new codes with the password', async () => {
    const person = await factors.enrolled();
    const wrong = await factors.post('recoveryCodes', person.access, { currentPassword: 'wrong' });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/currentPassword']);
    const renewed = await factors.post('recoveryCodes', person.access, { currentPassword: password });
    expect(renewed.headers.get('cache-control')).toBe('no-store');
    expect((await factors.signIn(person.email, person.recoveryCodes[0] as string)).access).toBeUndefined();
    expect((await factors.signIn(person.email, renewed.body.recoveryCodes[0])).access).toBeDefined();
  });
});

describe('an authenticator app', () => {
  test('is active from its confirmation, and requires the password', async () => {
    const { email } = await people.account();
    const { access } = await people.signedIn(email);
    for (const currentPassword of ['', 'wrong'])
      expect((await factors.post('totp', access, { currentPassword })).status).toBe(400);
    expect((await factors.post('totp/confirm', access, { code: '123456' })).status).toBe(400);
    const begun = await factors.post('totp', access, { currentPassword: password });
    expect(begun.body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining(`otpauth://totp/Tradepost:${encodeURIComponent(email)}?secret=`),
    });
    expect(await tablesWith(app.database, formsOf(begun.body.secret))).toEqual([]);
    expect(await status(access)).toEqual({ totp: false, recoveryCodesLeft: 0, passkeys: [] });
    expect((await people.signedIn(email)).access).toEqual(expect.any(String));
    for (const path of ['totp/remove', 'recoveryCodes'])
      expect((await factors.post(path, access, { currentPassword: password })).body.code).toBe(
        'no_second_factor',
      );
  });

  test('does not accept the code that confirmed it for a sign-in', async () => {
    const { email } = await people.account();
    const { access } = await people.signedIn(email);
    const { body } = await factors.post('totp', access, { currentPassword: password });
    const code = totpCode(fromBase32(body.secret), stepAt(app.app.clock.now()));
    expect((await factors.post('totp/confirm', access, { code })).status).toBe(200);
    expect((await factors.signIn(email, code)).access).toBeUndefined();
  });

  test('is replaced once the new one is confirmed, and removed with its codes', async () => {
    const person = await factors.enrolled();
    const next = await factors.enrol(person.access);
    expect((await factors.signIn(person.email, person.code())).access).toBeUndefined();
    const { access = '' } = await factors.signIn(person.email, next.code());
    expect((await factors.post('totp/remove', access, { currentPassword: 'wrong' })).status).toBe(400);
    const removed = await factors.post('totp/remove', access, { currentPassword: password });
    expect(removed.body).toEqual({ totp: false, recoveryCodesLeft: 0, passkeys: [] });
    const session = await people.signedIn(person.email);
    expect(decodeJwt(session.access).amr).toEqual(['pwd']);
    await app.sendMails();
    const subjects = (await app.mails())
      .filter(({ to }) => to[0] === person.email)
      .map((mail) => mail.subject);
    expect(subjects.slice(-3)).toEqual([
      'An authenticator app was added to your account',
      'An authenticator app was added to your account',
      'The authenticator app was removed from your account',
    ]);
  });

  test('can be changed only in a session that was opened with it', async () => {
    const { id, email } = await people.account();
    const [first, second] = [await people.signedIn(email), await people.signedIn(email)];
    await factors.enrol(first.access);
    for (const path of ['totp', 'totp/remove', 'recoveryCodes']) {
      const reply = await factors.post(path, second.access, { currentPassword: password });
      expect([path, reply.status, reply.body.code]).toEqual([path, 403, 'second_factor_required']);
    }
    const body = { password: 'the password of a thief', currentPassword: password };
    const changed = await app.request('PATCH', '/user/me', { token: second.access, body });
    expect([changed.status, changed.body.code]).toEqual([403, 'second_factor_required']);
    expect(await people.works(first.access)).toBe(200);
    await people.asSystem('DELETE FROM person WHERE id = $1', [id]);
    const { rows } = await app.database.query(
      `SELECT person_id FROM person_totp WHERE person_id = $1
       UNION ALL SELECT person_id FROM person_recovery_code WHERE person_id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
  });
});

test('a program on a person’s machine inherits the second factor of the browser session', async () => {
  const person = await factors.enrolled();
  const { page, browser } = await factors.firstStep(person.email);
  await browser.submit(page, { code: person.code() }, 'code');
  const begun = beginSignIn(app.url, {
    client_id: 'tradepost-cli',
    redirect_uri: 'http://127.0.0.1:8123/callback',
  });
  const back = await browser.submit(await browser.open(begun.target), {}, 'continue');
  const code = new URL(back.location ?? '').searchParams.get('code') as string;
  const { body } = await people.exchange({ begun, code });
  expect(decodeJwt(body.access_token).amr).toEqual(['pwd', 'otp', 'mfa']);
});

describe('an invitation', () => {
  const invite = async (email: string) => {
    const body = { email, role: 'VIEWER' };
    const reply = await app.request('POST', `/org/${org.id}/user`, { token: org.token, body });
    expect(reply.status, reply.text).toBe(200);
    await app.sendMails();
    const mail = (await app.mails()).findLast(
      ({ to, subject }) => to.includes(email) && subject.startsWith('Invitation'),
    );
    return /https?:\S+/.exec(mail?.text ?? '')?.[0] as string;
  };

  test('is accepted by password and code of a person with a second factor, and refused without the code', async () => {
    const person = await factors.enrolled();
    const target = await invite(person.email);
    const browser = createBrowser(app.url);
    const page = await browser.open(target);
    const without = await browser.submit(page, { password }, 'password');
    const wrong = await browser.submit(page, { password: 'wrong', code: person.code() }, 'password');
    expect([alertOf(without), alertOf(wrong)]).toEqual([
      expect.stringContaining('password or code is wrong'),
      alertOf(without),
    ]);
    const joined = await browser.submit(page, { password, code: person.code() }, 'password');
    expect([joined.status, joined.location]).toEqual([303, `/console/org/${org.id}`]);
  });
});

test('a join link takes password and code of a person with a second factor, which the session then has', async () => {
  const person = await factors.enrolled();
  const link = await app.app.database.transaction(
    (queryable) =>
      createJoinLink(
        queryable,
        { newId: app.app.newId, random: randomBytes },
        { organizationId: org.id, role: 'VIEWER', now: app.app.clock.now() },
      ),
    'system',
  );
  const browser = createBrowser(app.url);
  const page = await browser.open(link);
  const without = await browser.submit(page, { email: person.email, password });
  expect(alertOf(without)).toContain('password or code is wrong');
  const joined = await browser.submit(page, { email: person.email, password, code: person.code() });
  expect([joined.status, joined.location]).toEqual([303, '/console/']);
  const { rows } = await app.database.query(
    'SELECT second_factor FROM person_session WHERE person_id = $1 ORDER BY creation_time DESC LIMIT 1',
    [person.id],
  );
  expect(rows).toEqual([{ second_factor: 'TOTP' }]);
});
