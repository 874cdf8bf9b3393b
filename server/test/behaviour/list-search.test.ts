import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
/** Another organization, with the same names. */
let other: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  other = await app.organization();
  for (const { id } of [org, other]) await app.database.query(fill(id));
});
afterAll(() => app.stop());

/** Names with special characters of patterns, statements and screens, and one text that all other names contain. */
const names = [
  'Müller und Ärzte',
  '100% of it',
  'per_cent',
  String.raw`back\slash`,
  `'; DROP TABLE offer; --`,
  'مرحبا بالعالم',
  'עסקה ראשונה',
  '采购合同',
  '🚀 launch',
  '<b>bold</b>',
  `${'long '.repeat(59)}end`,
  '   spaces   ',
  'null',
];
const listed = names.map((name, n) => `(${n + 1}, '${name.replaceAll("'", "''")}')`).join(', ');

const fill = (organizationId: string) => `
  SET ROLE tradepost_system;
  INSERT INTO offer (organization_id, id, offer_type, status, name, external_id, info, meta_info, creation_time, last_update_time)
    SELECT '${organizationId}', 'ofr_x' || n, 'PRIVATE', 'PENDING_ACCEPTANCE', name, 'Sbo-' || n || '_%', '{}', '{}',
      '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 day', now() FROM (VALUES ${listed}) AS v (n, name);
  INSERT INTO offer (organization_id, id, offer_type, status, info, meta_info, creation_time, last_update_time)
    SELECT '${organizationId}', 'ofr_y' || n, 'PRIVATE', 'DRAFT', '{}', '{}', now(), now() FROM generate_series(1, 3) n;
  INSERT INTO entitlement (organization_id, id, status, name, external_id, partner, info, meta_info, creation_time, last_update_time)
    SELECT '${organizationId}', 'ent_x' || n, 'ACTIVE', name, 'agmt-' || n, 'MKA', '{}', '{}', now(), now()
    FROM (VALUES ${listed}) AS v (n, name);
  INSERT INTO product (organization_id, id, status, name, external_id, creation_time, last_update_time)
    SELECT '${organizationId}', 'prd_x' || n, 'PUBLIC', name, 'prod-' || n, now(), now() FROM (VALUES ${listed}) AS v (n, name);
  INSERT INTO buyer (organization_id, id, name, info, creation_time, last_update_time)
    SELECT '${organizationId}', 'buy_x' || n, name, jsonb_build_object('emailAddress', 'Buyer' || n || '@Example.com',
      'customerId', 'Customer-' || n), now(), now() FROM (VALUES ${listed}) AS v (n, name);
  INSERT INTO buyer_account (organization_id, partner, external_id, buyer_id, creation_time)
    SELECT '${organizationId}', 'MKA', 'Account-' || n, 'buy_x' || n, now() FROM generate_series(1, 3) n;
  INSERT INTO contact (organization_id, id, name, email, creation_time, last_update_time)
    SELECT '${organizationId}', 'con_x' || n, name, 'Contact' || n || '@Example.com', now(), now()
    FROM (VALUES ${listed}) AS v (n, name);
  RESET ROLE`;

const get = (query: string, owner = org) =>
  app.request('GET', `/org/${owner.id}/${query}`, { token: owner.token });
async function found(noun: string, text: string, more = ''): Promise<string[]> {
  const reply = await get(`${noun}?search=${encodeURIComponent(text)}${more}`);
  expect([text, reply.status, reply.text.slice(0, 300)]).toEqual([text, 200, expect.anything()]);
  return reply.body.map(({ id }: { id: string }) => id);
}
const nouns = { offer: 'ofr', entitlement: 'ent', product: 'prd', buyer: 'buy', contact: 'con' } as const;
const each = Object.entries(nouns);

/** The checks run with the index, and in a database without the extension. */
describe.each(['by the index', 'without the extensions'])('search, %s', (how) => {
  beforeAll(async () => {
    if (how === 'by the index') return;
    await app.database.query('DROP EXTENSION btree_gin CASCADE; DROP EXTENSION pg_trgm CASCADE');
  });

  test.each(each)('%ss by any part of their names, as plain text', async (noun, prefix) => {
    const parts = names.flatMap((name, n) => {
      const characters = Array.from(name.trim());
      const middle = Math.floor(characters.length / 2);
      const some = [characters, characters.slice(0, 3), characters.slice(middle - 1), characters.slice(0, 1)];
      return some.map((part) => [part.join('').trim(), n] as const).filter(([part]) => part !== '');
    });
    for (const [part, n] of parts) {
      const expected = names.flatMap((name, at) =>
        name.toLowerCase().includes(part.toLowerCase()) ? [`${prefix}_x${at + 1}`] : [],
      );
      expect(expected).toContain(`${prefix}_x${n + 1}`);
      const ids = await found(noun, part);
      // A short part may also occur in an address.
      expect(ids, part).toEqual(expect.arrayContaining(expected));
      if (part.length >= 3 && !/^[a-z]+$/i.test(part)) expect(ids.sort(), part).toEqual(expected.sort());
      const large = part.toUpperCase();
      expect(await found(noun, large), large).toEqual(expect.arrayContaining(expected));
    }
  });

  test.each(each)('%ss by the beginning of their ids', async (noun, prefix) => {
    const all = names.map((_, n) => `${prefix}_x${n + 1}`);
    expect(await found(noun, `${prefix}_x`)).toEqual(expect.arrayContaining(all));
    expect(await found(noun, `${prefix}_x13`)).toEqual([`${prefix}_x13`]);
    expect(await found(noun, `${prefix.toUpperCase()}_X13`)).toEqual([`${prefix}_x13`]);
    // Only the beginning of an id matches, because ids are copied from their beginning.
    expect(await found(noun, '_x13')).toEqual([]);
  });

  test('by ids at marketplaces, addresses and customer numbers', async () => {
    expect(await found('offer', 'Sbo-3_%')).toEqual(['ofr_x3']);
    expect(await found('offer', 'Sbo-1')).toHaveLength(5);
    expect(await found('offer', 'Sbo-%')).toEqual([]);
    expect(await found('entitlement', 'agmt-7')).toEqual(['ent_x7']);
    expect(await found('product', 'prod-13')).toEqual(['prd_x13']);
    expect(await found('buyer', 'Account-2')).toEqual(['buy_x2']);
    expect(await found('buyer', 'Customer-13')).toEqual(['buy_x13']);
    expect(await found('buyer', 'BUYER13@')).toEqual(['buy_x13']);
    expect(await found('contact', 'contact13@EXAMPLE')).toEqual(['con_x13']);
    expect(await found('contact', '@example.com')).toHaveLength(names.length);
  });

  test('members and API clients', async () => {
    const person = await app.person(org.id);
    const me = await app.request('GET', `/org/${org.id}/user/${person.id}`, { token: org.token });
    const { email } = me.body;
    expect(await found('user', email.slice(1).toUpperCase())).toEqual([person.id]);
    expect(await found('user', person.id.slice(0, -1))).toContain(person.id);
    const body = { name: 'Nightly_100%', role: 'VIEWER' };
    const made = await app.request('POST', `/org/${org.id}/apiClient`, { token: org.token, body });
    expect(await found('apiClient', 'y_100%')).toEqual([made.body.id]);
    expect(await found('apiClient', made.body.id)).toEqual([made.body.id]);
    expect(await found('apiClient', 'y%100')).toEqual([]);
    await app.request('DELETE', `/org/${org.id}/apiClient/${made.body.id}`, { token: org.token });
  });

  test('combined with the other filters, counted, and without deleted records', async () => {
    const all = await found('offer', 'ofr_');
    expect(all).toHaveLength(names.length + 3);
    expect(await found('offer', 'ofr_', '&status=DRAFT')).toEqual(['ofr_y1', 'ofr_y2', 'ofr_y3']);
    expect(await found('offer', 'ofr_', '&from=2026-01-03&to=2026-01-05')).toEqual(['ofr_x2', 'ofr_x3']);
    const counted = await get('offer?search=ofr_&count=true&limit=1');
    expect(counted.headers.get('x-total-count')).toBe(String(all.length));
    await app.database.query(
      `UPDATE offer SET status = 'DELETED' WHERE organization_id = '${org.id}' AND id = 'ofr_y3'`,
    );
    expect(await found('offer', 'ofr_y')).toEqual(['ofr_y1', 'ofr_y2']);
    await app.database.query(
      `UPDATE offer SET status = 'DRAFT' WHERE organization_id = '${org.id}' AND id = 'ofr_y3'`,
    );
  });

  test('without results of another organization, and without text that the rows hide', async () => {
    const [mine] = (await get('offer?search=launch')).body;
    const [theirs] = (await get('offer?search=launch', other)).body;
    expect([mine.organizationID, theirs.organizationID]).toEqual([org.id, other.id]);
  });

  test('page by page in both orders, each row once', async () => {
    for (const order of ['asc', 'desc'])
      for (const text of ['ofr_', 'o', 'Sbo-1']) {
        const whole = await found('offer', text, `&order=${order}`);
        const seen: string[] = [];
        let next: string | undefined =
          `/org/${org.id}/offer?search=${text}&order=${order}&limit=2&fields=name`;
        while (next) {
          const reply: Awaited<ReturnType<typeof get>> = await app.request('GET', next, { token: org.token });
          seen.push(...reply.body.map(({ id }: { id: string }) => id));
          next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
        }
        expect(seen).toEqual(whole);
      }
  });
});

test('with an empty text as no filter, a text that is too long as a 400, and a cursor for its own text only', async () => {
  const all = (await get('offer')).body.length;
  for (const empty of ['', '%20', '%20%09%20'])
    expect((await get(`offer?search=${empty}`)).body).toHaveLength(all);
  expect(await found('offer', 'x'.repeat(500))).toEqual([]);
  for (const [query, pointer] of [
    [`search=${'x'.repeat(501)}`, 'search'],
    ['search=%00', 'search'],
    ['search=a&search=b', 'search'],
    ['serach=a', 'serach'],
  ]) {
    const reply = await get(`offer?${query}`);
    expect([query, reply.status, reply.body.errors?.[0].pointer]).toEqual([query, 400, pointer]);
  }
  const link = (await get('offer?search=ofr_&limit=1')).headers.get('link') ?? '';
  const cursor = /cursor=([\w-]+)/.exec(link)?.[1];
  for (const query of ['', '&search=ofr', '&search=ofr_&from=2020-01-01', '&search=ofr_&to=2090-01-01'])
    expect([query, (await get(`offer?cursor=${cursor}${query}`)).status]).toEqual([query, 400]);
  expect((await get(`offer?cursor=${cursor}&search=ofr_`)).status).toBe(200);
});
