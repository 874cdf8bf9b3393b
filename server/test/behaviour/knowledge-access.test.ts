import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedRoutes } from '../../src/generate.ts';
import { neededFor, type RecordType, recordPath } from '../../src/knowledge/types.ts';
import { uploadFile } from '../generated/file-records.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
/** Records of each type, all with a common word in their names. */
let records: Record<RecordType, string>;
const word = 'quetzalcoatl';
const mistyped = 'quetzalcotl';

const post = async (path: string, body: object): Promise<string> => {
  const reply = await app.request('POST', `/org/${org.id}/${path}`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.id;
};

beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  const offer = await post('offer', {
    partner: 'MKA',
    name: `${word} offer`,
    info: { commits: [{ key: 'a', rate: 1 }] },
  });
  await app.drainJobs();
  await app.request('POST', `/org/${org.id}/sandbox/offer/${offer}/accept`, { token: org.token });
  await app.drainJobs();
  const [entitlement] = (await app.request('GET', `/org/${org.id}/entitlement`, { token: org.token })).body;
  await app.request('PATCH', `/org/${org.id}/entitlement/${entitlement.id}/name`, {
    token: org.token,
    body: { name: `${word} entitlement` },
  });
  records = {
    ARTICLE: await post('knowledge/article', { title: `${word} article` }),
    FILE: (await uploadFile(app, org, { content: word, name: `${word}.txt` })).id,
    SUPPORT_TICKET: await post('support/ticket', { name: `${word} ticket` }),
    PRODUCT: await post('product', { name: `${word} product` }),
    BUYER: await post('buyer', { name: `${word} buyer` }),
    OFFER: offer,
    ENTITLEMENT: entitlement.id,
  };
  await app.index();
});
afterAll(() => app.stop());

const types = () => Object.keys(records) as RecordType[];
const reading = [
  'files:read',
  'support:read',
  'products:read',
  'buyers:read',
  'offers:read',
  'entitlements:read',
];

let roles = 0;
async function tokenOf(permissions: readonly string[]): Promise<string> {
  const name = `READER_${++roles}`;
  await post('role', { name, permissions });
  return (await app.client(org.id, name as 'VIEWER')).token;
}

/** Requires that the record types that a caller finds equal the types that the caller may read. */
async function comparesWithReads(token: string): Promise<RecordType[]> {
  const search = async (q: string) =>
    (await app.request('GET', `/org/${org.id}/knowledge/search?q=${q}&limit=1000`, { token })).body;
  const readable: RecordType[] = [];
  for (const type of types()) {
    const { status } = await app.request('GET', recordPath(org.id, type, records[type]), { token });
    expect([200, 403]).toContain(status);
    if (status === 200) readable.push(type);
  }
  const all = await search(word);
  expect(all.items.map(({ type }: { type: string }) => type).sort()).toEqual([...readable].sort());
  expect(all.totalCount).toBe(readable.length);
  for (const { link } of all.items)
    expect((await app.request('GET', link, { token })).status, link).toBe(200);
  for (const type of types()) {
    const one = await search(`${word}&type=${type}`);
    expect([type, one.totalCount]).toEqual([type, readable.includes(type) ? 1 : 0]);
  }
  expect((await search(mistyped)).suggestion).toBe(readable.length > 0 ? word : undefined);
  return readable;
}

describe('search returns, counts and suggests only records that the caller may read', () => {
  test.each(['VIEWER', 'EDITOR', 'ADMIN'] as const)('%s', async (role) => {
    const { token } = await app.client(org.id, role);
    expect(await comparesWithReads(token)).toEqual(types());
  });

  const ofRoles = [
    [],
    ...reading.map((one) => [one]),
    ...reading.map((one) => reading.filter((each) => each !== one)),
  ];
  test.each(ofRoles.map((permissions) => ({ permissions, says: permissions.join(' ') || 'nothing more' })))(
    'a role of the organization that may read $says',
    async ({ permissions }) => {
      const all = ['knowledge:read', ...permissions];
      const found = await comparesWithReads(await tokenOf(all));
      expect(found).toEqual(types().filter((type) => all.includes(neededFor(type))));
    },
  );

  test('a search without knowledge:read is refused', async () => {
    const token = await tokenOf(reading);
    const reply = await app.request('GET', `/org/${org.id}/knowledge/search?q=${word}`, { token });
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  });

  test('a removed permission takes effect with the next search', async () => {
    await post('role', { name: 'FADING', permissions: ['knowledge:read', 'offers:read'] });
    const { token } = await app.client(org.id, 'FADING' as 'VIEWER');
    expect(await comparesWithReads(token)).toEqual(['ARTICLE', 'OFFER']);
    await app.request('PATCH', `/org/${org.id}/role/FADING`, {
      token: org.token,
      body: { permissions: ['knowledge:read'] },
    });
    expect(await comparesWithReads(token)).toEqual(['ARTICLE']);
  });

  test('a suspended organization can be searched, as it can be read', async () => {
    const { token } = await app.client(org.id, 'VIEWER');
    const become = (status: string) =>
      app.database.query('UPDATE organization SET status = $2 WHERE organization_id = $1', [org.id, status]);
    await become('SUSPENDED');
    try {
      expect(await comparesWithReads(token)).toEqual(types());
    } finally {
      await become('ACTIVE');
    }
  });

  test('records of another organization are never found', async () => {
    const other = await app.organization();
    for (const q of [word, mistyped]) {
      const reply = await app.request('GET', `/org/${other.id}/knowledge/search?q=${q}`, {
        token: other.token,
      });
      expect(reply.body).toEqual({ items: [], totalCount: 0 });
    }
    const foreign = await app.request('GET', `/org/${org.id}/knowledge/search?q=${word}`, {
      token: other.token,
    });
    expect(foreign.status).toBe(404);
    const article = await app.request('GET', `/org/${other.id}/knowledge/article/${records.ARTICLE}`, {
      token: other.token,
    });
    expect([article.status, article.body.code]).toEqual([404, 'knowledge_article_not_found']);
  });
});

test('each kind requires the permission of its GET, and results link to that GET', () => {
  const routes = describedRoutes();
  for (const type of types()) {
    const path = recordPath('{orgId}', type, '{id}').replace(/\{id\}$/, '');
    const read = routes.find(
      (route) =>
        route.method === 'GET' &&
        new RegExp(`^${path.replaceAll(/[{}]/g, '\\$&')}\\{\\w+\\}$`).test(route.path),
    );
    expect([type, read?.access]).toEqual([type, neededFor(type)]);
  }
});
