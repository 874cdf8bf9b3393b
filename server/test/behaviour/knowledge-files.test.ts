import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readText } from '../../src/files/read-text.ts';
import { writePdf } from '../../src/platform/pdf/index.ts';
import { uploadFile } from '../generated/file-records.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const paragraphs = (...texts: string[]) =>
  `<?xml version="1.0"?><w:document><w:body>${texts
    .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
    .join('')}</w:body></w:document>`;
const zip = (files: Record<string, Uint8Array>) =>
  zipSync({ '[Content_Types].xml': strToU8('<Types/>'), ...files }, { level: 1 });

const upload = async (content: string | Uint8Array, name: string): Promise<string> =>
  (await uploadFile(app, org, { content: content as string, name })).id;
const search = async (q: string) =>
  (await app.request('GET', `/org/${org.id}/knowledge/search?q=${q}&type=FILE`, { token: org.token })).body;

describe('the text of a file is found', () => {
  test.each([
    ['terms.txt', async () => 'The plain cassowary.', 'cassowary'],
    [
      'page.html',
      async () =>
        '<html><style>a{hidden:1}</style><p>The <b>marked</b> ocelot &amp; more</p><script>x</script>',
      'ocelot',
    ],
    [
      'agreement.pdf',
      async () =>
        new Uint8Array(
          await writePdf([{ kind: 'text', text: 'The printed axolotl.' }], { title: 'x', at: new Date(0) }),
        ),
      'axolotl',
    ],
    [
      'letter.docx',
      async () => zip({ 'word/document.xml': strToU8(paragraphs('First', 'The typed pangolin &amp; co')) }),
      'pangolin',
    ],
  ])('of %s', async (name, make, word) => {
    const id = await upload(await make(), name);
    await app.index();
    const { items, totalCount } = await search(word);
    expect([totalCount, items[0].id, items[0].title]).toEqual([1, id, name]);
    expect(items[0].snippet).toContainEqual({ text: word, hit: true });
    const deleted = await app.request('DELETE', `/org/${org.id}/file/${id}`, { token: org.token });
    expect(deleted.status, deleted.text).toBe(200);
    await app.index();
    expect((await search(word)).totalCount).toBe(0);
  });

  test('except text that HTML hides from readers', async () => {
    await upload(
      '<html><script>narwhal()</script><!-- narwhal --><style>.narwhal{}</style>shown</html>',
      'a.html',
    );
    await app.index();
    expect((await search('narwhal')).totalCount).toBe(0);
  });

  test('unless the file is deleted before it was read', async () => {
    const id = await upload('The hasty capybara.', 'hasty.txt');
    await app.app.sealer.step();
    await app.app.indexer.step();
    await app.request('DELETE', `/org/${org.id}/file/${id}`, { token: org.token });
    await app.drainJobs();
    await app.index();
    expect((await search('capybara')).totalCount).toBe(0);
  });
});

describe('a file that is made to exhaust resources', () => {
  const zeros = (bytes: number) => zip({ 'word/document.xml': new Uint8Array(bytes) });

  test.each([
    ['a DOCX of nothing', docx, () => zip({})],
    ['a DOCX that ends too soon', docx, () => zeros(1_000_000).subarray(0, 200)],
    ['a PDF of nothing', 'application/pdf', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['no kind that is read', 'image/png', () => Buffer.from('x')],
  ])('%s is refused, and the process goes on', async (_, type, make) => {
    expect(await readText(type, make())).toHaveProperty('problem');
  });

  test('a long text is read up to a limit, and found by that part', async () => {
    const text = `opossum ${'word '.repeat(400_000)} wolverine`;
    const read = await readText('text/plain', Buffer.from(text));
    expect('text' in read && read.text.length).toBe(1_000_000);
    await upload(text, 'long.txt');
    await app.index();
    expect([(await search('opossum')).totalCount, (await search('wolverine')).totalCount]).toEqual([1, 0]);
    const { rows } = await app.database.query(
      `SELECT max(part) AS last FROM knowledge_passage WHERE organization_id = $1 AND title = 'long.txt'`,
      [org.id],
    );
    expect(rows[0].last).toBeLessThan(500);
  });

  test('is found by its name if it is stored anyway', async () => {
    await upload(zeros(26_000_000), 'wombat.docx');
    await app.index();
    expect((await search('wombat')).totalCount).toBe(1);
    const { rows } = await app.database.query(
      `SELECT outcome FROM job WHERE kind = 'files.read' AND outcome LIKE 'indexed by name only%'`,
    );
    expect(rows.map(({ outcome }) => outcome)).toContain('indexed by name only: it is too large to be read');
  });
});
