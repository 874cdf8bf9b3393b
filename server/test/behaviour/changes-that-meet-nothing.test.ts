import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople } from '../people.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: object) =>
  app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
const made = async (path: string, body: object): Promise<string> => {
  const reply = await call('POST', path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.id ?? reply.body;
};
const member = async () => (await createPeople(app).account(org.id)).id;
const events = async () => Number((await app.database.query('SELECT count(*) AS n FROM event')).rows[0].n);

/** Hides the rows of a table from one SQL command without an error, as a wrong policy does. */
async function hiding<T>(table: string, command: 'UPDATE' | 'DELETE', work: () => Promise<T>): Promise<T> {
  await app.database.query(`CREATE POLICY hide ON ${table} AS RESTRICTIVE FOR ${command} USING (false)`);
  try {
    return await work();
  } finally {
    await app.database.query(`DROP POLICY hide ON ${table}`);
  }
}

type Ask = (id: string) => ReturnType<typeof call>;
const tier = { name: 'Gold', rank: 1, share: 10 };
test.each<[what: string, table: string, command: 'UPDATE' | 'DELETE', make: () => Promise<string>, ask: Ask]>(
  [
    ['removes a member', 'principal_grant', 'DELETE', member, (id) => call('DELETE', `user/${id}`)],
    [
      'changes the role of a member',
      'principal_grant',
      'UPDATE',
      member,
      (id) => call('PATCH', `user/${id}`, { role: 'VIEWER' }),
    ],
    [
      'changes the role of a client',
      'principal_grant',
      'UPDATE',
      () => made('apiClient', { name: 'Client', role: 'EDITOR' }),
      (id) => call('PATCH', `apiClient/${id}`, { role: 'VIEWER' }),
    ],
    [
      'deletes a contact',
      'contact',
      'DELETE',
      () => made('contact', { firstName: 'Ann', email: 'ann@example.com' }),
      (id) => call('DELETE', `contact/${id}`),
    ],
    [
      'deletes a tier',
      'channel_partner_tier',
      'DELETE',
      () => made('channelPartnerTier', tier),
      (id) => call('DELETE', `channelPartnerTier/${id}`),
    ],
    [
      'deletes an article',
      'knowledge_article',
      'DELETE',
      () => made('knowledge/article', { title: 'How', text: 'So.' }),
      (id) => call('DELETE', `knowledge/article/${id}`),
    ],
  ],
)(
  'a change without an affected row (%s) is an error and leaves no event',
  async (_, table, command, make, ask) => {
    const id = await make();
    const before = await events();
    const refused = await hiding(table, command, () => ask(id));
    expect(refused.status, refused.text).toBe(500);
    expect(await events()).toBe(before);
    expect((await ask(id)).status).toBe(200);
  },
);
