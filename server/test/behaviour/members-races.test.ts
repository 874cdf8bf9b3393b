import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, startTestApp, type TestApp, type TestPerson } from '../harness.ts';
import { tokenAt } from '../other-token.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

/** Creates an organization with two ADMINs, one on each process. */
async function twoAdmins() {
  const org = await app.organization();
  const [ann, bob] = [await app.person(org.id, 'ADMIN'), await app.person(org.id, 'ADMIN')];
  return { org, ann, bob: { ...bob, token: await tokenAt(other, bob) } };
}

const adminsOf = async ({ id, token }: { id: string; token: string }): Promise<string[]> =>
  (await app.request('GET', `/org/${id}/user?role=ADMIN`, { token })).body.map(
    (row: { userID: string }) => row.userID,
  );
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();

test('of two ADMINs that simultaneously demote or remove each other one remains', async () => {
  for (const [method, body] of [
    ['PATCH', { role: 'VIEWER' }],
    ['DELETE', undefined],
  ] as const)
    for (let round = 0; round < 4; round++) {
      const { org, ann, bob } = await twoAdmins();
      const against = (program: TestApp, one: TestPerson, another: TestPerson) =>
        program.request(method, `/org/${org.id}/user/${another.id}`, {
          token: one.token,
          ...(body ? { body } : {}),
        });
      const replies = await Promise.all([against(app, ann, bob), against(other, bob, ann)]);
      // The later caller has lost its permission, or would remove the last ADMIN.
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect([403, 404, 409]).toContain(statuses(replies)[1]);
      expect(await adminsOf(org)).toHaveLength(1);
    }
});

test('a caller that was removed while its request waited has no effect', async () => {
  for (let round = 0; round < 4; round++) {
    const { org, ann, bob } = await twoAdmins();
    const cyd = await app.person(org.id, 'ADMIN');
    const against = (program: TestApp, one: TestPerson, another: TestPerson) =>
      program.request('DELETE', `/org/${org.id}/user/${another.id}`, { token: one.token });
    const replies = await Promise.all([against(app, ann, bob), against(other, bob, ann)]);
    expect(statuses(replies)).toEqual([200, 404]);
    const admins = await adminsOf(org);
    expect(admins).toHaveLength(2);
    expect(admins).toContain(cyd.id);
  }
});

test('of two ADMINs that leave simultaneously one remains', async () => {
  const { org, ann, bob } = await twoAdmins();
  const replies = await Promise.all([
    app.request('POST', `/org/${org.id}/leave`, { token: ann.token }),
    other.request('POST', `/org/${org.id}/leave`, { token: bob.token }),
  ]);
  expect(statuses(replies)).toEqual([200, 409]);
  expect(await adminsOf(org)).toHaveLength(1);
});

test('an address that is invited many times simultaneously has one invitation, valid with the last mail’s token', async () => {
  const { org, ann, bob } = await twoAdmins();
  const cyd = await app.person();
  const body = { email: cyd.email };
  const invite = (program: TestApp, { token }: TestPerson) =>
    program.request('POST', `/org/${org.id}/user`, { token, body });
  const replies = await Promise.all([1, 2, 3].flatMap(() => [invite(app, ann), invite(other, bob)]));
  expect(statuses(replies)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(new Set(replies.map((reply) => reply.body.userID)).size).toBe(1);
  await app.sendMails();
  const tokens = (await app.mails())
    .filter(({ to }) => to.includes(cyd.email))
    .map(({ text }) => /\?token=([\w-]+)/.exec(text)?.[1]);
  expect(new Set(tokens).size).toBe(6);
  const accepted = await Promise.all(
    tokens.map((token) =>
      app.request('POST', '/user/acceptInvitation', { token: cyd.token, body: { token } }),
    ),
  );
  expect(statuses(accepted)).toEqual([200, 404, 404, 404, 404, 404]);
});

test('simultaneous acceptance, withdrawal and another acceptance of an invitation take effect once', async () => {
  const { org, ann } = await twoAdmins();
  for (let round = 0; round < 3; round++) {
    const cyd = await app.person();
    const invited = await app.request('POST', `/org/${org.id}/user`, {
      token: ann.token,
      body: { email: cyd.email },
    });
    await app.sendMails();
    const mail = (await app.mails()).find(({ to }) => to.includes(cyd.email));
    const body = { token: /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] };
    const take = () => app.request('POST', '/user/acceptInvitation', { token: cyd.token, body });
    const withdraw = () =>
      app.request('DELETE', `/org/${org.id}/user/${invited.body.userID}`, { token: ann.token });
    const replies = await Promise.all([take(), withdraw(), take()]);
    expect(statuses(replies)).toEqual([200, 404, 404]);
  }
});

test('a role that is assigned during its deletion is either assigned or deleted', async () => {
  const { org, ann, bob } = await twoAdmins();
  const cyd = await app.person(org.id, 'VIEWER');
  for (let round = 0; round < 4; round++) {
    const name = `ROLE_${round}`;
    const role = { name, permissions: [] };
    await app.request('POST', `/org/${org.id}/role`, { token: ann.token, body: role });
    const [given, gone] = await Promise.all([
      app.request('PATCH', `/org/${org.id}/user/${cyd.id}`, { token: ann.token, body: { role: name } }),
      other.request('DELETE', `/org/${org.id}/role/${name}`, { token: bob.token }),
    ]);
    expect([given.status, gone.status]).toEqual(given.status === 200 ? [200, 409] : [400, 200]);
  }
});
