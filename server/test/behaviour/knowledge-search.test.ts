import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchPassages } from '../../src/knowledge/index.ts';
import { selectFound } from '../../src/knowledge/store.ts';
import { createInOrganization } from '../../src/platform/access/scope.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { countingRows } from '../rows-read.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const ask = (path: string, token = org.token, organizationId = org.id): Promise<Reply> =>
  app.request('GET', `/org/${organizationId}/knowledge/${path}`, { token });
const search = async (q: string, more: Record<string, string> = {}) => {
  const reply = await ask(`search?${new URLSearchParams({ q, ...more })}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const post = async (path: string, body: object) => {
  const reply = await app.request('POST', `/org/${org.id}/${path}`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

describe('search results', () => {
  test('an article is found by its text once its event was indexed, and links to its page', async () => {
    const { id } = await post('knowledge/article', {
      title: 'Who approves discounts',
      body: '# Discounts\n\nUp to twenty percent: the account owner.\n\n## Beyond\n\nAsk the zanzibar desk.',
    });
    expect((await search('zanzibar')).totalCount).toBe(0);
    await app.index();
    const found = await search('zanzibar');
    expect(found).toEqual({
      totalCount: 1,
      items: [
        {
          type: 'ARTICLE',
          id,
          title: 'Who approves discounts',
          headings: ['Discounts', 'Beyond'],
          snippet: [
            { text: 'Ask the ', hit: false },
            { text: 'zanzibar', hit: true },
            { text: ' desk.', hit: false },
          ],
          link: `/org/${org.id}/knowledge/article/${id}`,
          score: expect.any(Number),
        },
      ],
    });
    const read = await app.request('GET', found.items[0].link, { token: org.token });
    expect(read.body.id).toBe(id);
  });
  test('the documentation of this build is found: guides, errors, operations', async () => {
    const guides = await search('webhook signature', { type: 'GUIDE' });
    expect(guides.items[0]).toMatchObject({
      type: 'GUIDE',
      link: expect.stringMatching(/^\/docs\/guides\//),
    });
    const failed = await search('quota_exceeded', { type: 'ERROR' });
    expect(failed.items[0]).toMatchObject({ id: 'quota_exceeded', link: '/docs/errors/quota_exceeded' });
    const operation = await search('create offer', { type: 'OPERATION' });
    expect(operation.items.map(({ id }: { id: string }) => id)).toContain('createOffer');
  });
  test('an accented letter is found in either Unicode form', async () => {
    const { id } = await post('knowledge/article', {
      title: 'Re\u0301solution',
      body: 'Cr\u00e8me bru\u0302le\u0301e',
    });
    await app.index();
    for (const q of ['r\u00e9solution', 're\u0301solution', 'br\u00fbl\u00e9e', 'cre\u0300me'])
      expect(
        (await search(q)).items.map((item: { id: string }) => item.id),
        q,
      ).toEqual([id]);
  });
  test('a misspelled word gets a suggestion from words that the caller may read', async () => {
    expect(await search('entitelment')).toEqual({ items: [], totalCount: 0, suggestion: 'entitlement' });
  });
});

describe('search syntax', () => {
  beforeAll(async () => {
    await post('knowledge/article', {
      title: 'Renewals',
      body: 'An offer renews itself. Nobody is running late.',
    });
    await post('knowledge/article', {
      title: 'Pricing of seats',
      body: 'Seats and renewals are priced by the year.',
    });
    await app.index();
  });
  const titles = async (q: string) =>
    (await search(q, { type: 'ARTICLE' })).items.map(({ title }: { title: string }) => title);

  test('matches any form of a word, and ranks names above texts', async () => {
    expect(await titles('renewal')).toEqual(['Renewals', 'Pricing of seats']);
    expect(await titles('RENEWING')).toEqual(['Renewals', 'Pricing of seats']);
  });
  test('supports phrases, alternatives and exclusions', async () => {
    expect(await titles('"offer renews"')).toEqual(['Renewals']);
    expect(await titles('"renews offer"')).toEqual([]);
    expect((await titles('running or seats')).sort()).toEqual(['Pricing of seats', 'Renewals']);
    expect(await titles('renewals -seat')).toEqual(['Renewals']);
    expect(await titles('renewals -seats')).toEqual(['Renewals']);
    expect(await titles('renewals -"priced by"')).toEqual(['Renewals']);
  });
  test.each([
    '',
    '   ',
    '-renewal',
    '-renewal -"seats of"',
    'the',
    'the and of',
    '!!!',
    '"',
    '""',
    '-',
    '- -',
    '&|!()<->:*',
    '-the',
  ])('an empty search finds nothing and reads nothing: %j', async (q) => {
    const counting = countingRows(app.app.database, 'knowledge_passage');
    expect(await search(q)).toEqual({ items: [], totalCount: 0 });
    await createInOrganization(counting.database, app.app.newId)(org.id, 'test', (scope) =>
      searchPassages(scope, { q, limit: 10, build: '' }),
    );
    expect(counting.rows).toEqual([0]);
  });
  test('500 characters and 32 words are the limits', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');
    expect((await ask(`search?q=${encodeURIComponent(words(32))}`)).status).toBe(200);
    const many = await ask(`search?q=${encodeURIComponent(words(33))}`);
    expect([many.status, many.body.errors]).toEqual([
      400,
      [{ pointer: 'q', message: 'must have at most 32 words' }],
    ]);
    expect((await ask(`search?q=${'x'.repeat(500)}`)).status).toBe(200);
    expect((await ask(`search?q=${'x'.repeat(501)}`)).status).toBe(400);
    for (const wrong of ['type=NOTHING', 'limit=0', 'limit=1001', 'offset=-1', 'limit=x'])
      expect([wrong, (await ask(`search?q=x&${wrong}`)).status]).toEqual([wrong, 400]);
  });
  test.each([
    `o'); DROP TABLE offer;--`,
    'a & b | !c',
    'foo:*',
    "'quoted' :A",
    '((((',
    '%\\_',
    'ﷺ 漢字 😀',
    '\u0001x\u0002',
    'a\tb',
  ])('operators of other syntaxes are text: %j', async (q) => {
    expect((await ask(`search?${new URLSearchParams({ q })}`)).status).toBe(200);
  });
  test('pages contain each record once', async () => {
    const all = await search('offer', { limit: '1000' });
    expect(all.items.length).toBe(Math.min(100, all.totalCount));
    const first = await search('offer', { limit: '7' });
    expect([first.items.length, first.nextOffset]).toEqual([7, 7]);
    const second = await search('offer', { limit: '7', offset: '7' });
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 14));
    const beyond = await search('offer', { offset: '1000000000' });
    expect(beyond).toEqual({ items: [], totalCount: all.totalCount });
    const keys = all.items.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('hostile text', () => {
  test('is returned unchanged, in parts that mark the matches, without markup', async () => {
    const body = '<img src=x onerror=alert(1)> \u0001kiwano\u0002 <b>kiwano</b> &lt;script&gt; \u0002\u0001';
    await post('knowledge/article', { title: '<script>kiwano</script>', body });
    await app.index();
    const { items } = await search('kiwano');
    const { snippet, title } = items[0];
    expect(title).toBe('<script>kiwano</script>');
    expect(snippet.filter(({ hit }: { hit: boolean }) => hit)).toEqual([
      { text: 'kiwano', hit: true },
      { text: 'kiwano', hit: true },
    ]);
    const text = snippet.map((segment: { text: string }) => segment.text).join('');
    for (const mark of ['\u0001', '\u0002']) expect(text).not.toContain(mark);
    expect(text).toContain('<img src=x onerror=alert(1)>');
  });
  test.each([
    ['a word of 100,000 letters', 'x'.repeat(100_000)],
    ['100,000 words', 'ab '.repeat(33_000)],
    ['letters of two halves', '😀'.repeat(50_000)],
    ['headings only', '# a\n'.repeat(20_000)],
    ['brackets without an end', '['.repeat(99_000)],
    ['links without an end', '[a]('.repeat(24_000)],
    ['bars and stars', '|*_`'.repeat(24_000)],
  ])('%s is searched like any other text', async (_, body) => {
    const { id } = await post('knowledge/article', { title: 'Heavy salsify', body });
    await app.index();
    expect((await search('salsify')).items.map((item: { id: string }) => item.id)).toContain(id);
    const { rows } = await app.database.query(
      'SELECT max(length(content)) AS longest, count(*)::int AS n FROM knowledge_passage WHERE organization_id = $1 AND id = $2',
      [org.id, id],
    );
    expect(rows[0].longest).toBeLessThanOrEqual(2000);
    expect(rows[0].n).toBeLessThanOrEqual(500);
  });
});

describe('cost of a search', () => {
  const many = 3000;
  let large: TestOrganization;
  beforeAll(async () => {
    large = await app.organization();
    await app.database.query(
      `INSERT INTO knowledge_passage (organization_id, type, id, part, needs, title, headings, content)
       SELECT $1, 'ARTICLE', 'art_' || n, 0, CASE WHEN n % 2 = 0 THEN 'knowledge:read' ELSE 'offers:read' END,
         'Common ' || n, '{}', 'usual text ' || CASE WHEN n % 250 = 0 THEN 'rarity' ELSE '' END FROM generate_series(1, $2::integer) n`,
      [large.id, many],
    );
  });
  const read = async (wanted: string, permissions: string[]) => {
    const counting = countingRows(app.app.database, 'knowledge_passage');
    const inOrganization = createInOrganization(counting.database, app.app.newId);
    const found = await inOrganization(large.id, 'test', (scope) =>
      scope.query(
        selectFound({
          wanted,
          excluded: '',
          permissions,
          types: undefined,
          build: '',
          ofEach: 1,
          limit: 5,
          offset: 0,
          isMarked: true,
        }),
      ),
    );
    return { total: found[0]?.total, rows: counting.rows[0] as number };
  };

  test('a rare word reads its matches only, by the index, as the application role', async () => {
    const all = await read('rarity', ['knowledge:read', 'offers:read']);
    expect(all.total).toBe(12);
    // The index entries, their rows, and the page again.
    expect(all.rows).toBeLessThanOrEqual(3 * 12 + 2 * 5);
    expect((await read('rarity', [])).total).toBe(0);
    expect((await read('nothing', ['knowledge:read'])).rows).toBe(0);
  });
  test('counting ends at a thousand', async () => {
    expect((await read('usual', ['knowledge:read', 'offers:read'])).total).toBe(1000);
    expect((await read('usual -rarity', ['knowledge:read'])).total).toBe(1000);
  });
  test('a search without an organization finds nothing, and only the program may search', async () => {
    const ask = 'SELECT total, type FROM search_knowledge($1, $2, $3, NULL, $4, 1, 10, 0, false)';
    const values = ['usual', '', ['knowledge:read'], ''];
    const found = await app.app.database.transaction(({ query }) =>
      query({ name: 'search_of_nobody', text: ask, values }),
    );
    expect(found).toEqual([{ total: 0, type: null }]);
    const { rows } = await app.database.query(
      `SELECT p.proname FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.proname LIKE '%knowledge%'
         AND (has_function_privilege('public', p.oid, 'EXECUTE')
           OR NOT EXISTS (SELECT FROM unnest(p.proconfig) c WHERE c = 'search_path=public, pg_temp'))`,
    );
    expect(rows).toEqual([]);
  });
});

test('without the extensions search works as before, without suggestions', async () => {
  const bare = await startTestApp();
  try {
    await bare.database.query('DROP EXTENSION btree_gin CASCADE; DROP EXTENSION pg_trgm CASCADE');
    const own = await bare.organization();
    const other = await bare.organization();
    await bare.request('POST', `/org/${own.id}/knowledge/article`, {
      token: own.token,
      body: { title: 'Jicama', body: 'jicama' },
    });
    await bare.index();
    const asking = async (who: TestOrganization, q: string) =>
      (await bare.request('GET', `/org/${who.id}/knowledge/search?q=${q}`, { token: who.token })).body;
    expect((await asking(own, 'jicama')).totalCount).toBe(1);
    expect(await asking(other, 'jicama')).toEqual({ items: [], totalCount: 0 });
    expect(await asking(own, 'jicamma')).toEqual({ items: [], totalCount: 0 });
    // The extensions are created again where possible.
    await bare.database.query('CALL prepare_knowledge_search()');
    expect((await asking(own, 'jicamma')).suggestion).toBe('jicama');
  } finally {
    await bare.stop();
  }
});
