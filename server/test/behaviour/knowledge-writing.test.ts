import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passagesOf } from '../../src/knowledge/passages.ts';
import { replacePassages } from '../../src/knowledge/replace-passages.ts';
import { createInOrganization } from '../../src/platform/access/scope.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { countingRows } from '../rows-read.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const article = (id: string, title: string, sections: { headings: string[]; text: string }[]) =>
  passagesOf({ id, title, sections });

/** Replaces the passages of these articles; returns the number written and the rows read of a table. */
async function replace(
  org: TestOrganization,
  ids: string[],
  passages: ReturnType<typeof article>,
  table = 'knowledge_passage',
) {
  const counting = countingRows(app.app.database, table);
  const written = await createInOrganization(counting.database, app.app.newId)(org.id, 'test', (scope) =>
    replacePassages(scope, 'ARTICLE', ids, passages),
  );
  return { written, rows: counting.rows[0] as number };
}

const versions = async (org: TestOrganization): Promise<string[]> =>
  (
    await app.database.query(
      `SELECT id || ' ' || part || ' ' || xmin AS row FROM knowledge_passage WHERE organization_id = $1
       ORDER BY id, part`,
      [org.id],
    )
  ).rows.map(({ row }) => row);

/** Returns the stored vocabulary, and the vocabulary computed from the passages. */
const vocabulary = async (org: TestOrganization) => {
  const read = async (text: string) => (await app.database.query(text, [org.id])).rows;
  const kept = await read(
    'SELECT needs, word, uses::int FROM knowledge_word WHERE organization_id = $1 ORDER BY 1, 2',
  );
  const said = await read(`SELECT p.needs, v.word, count(*)::int AS uses FROM knowledge_passage p
      CROSS JOIN unnest(knowledge_vocabulary(p.part, p.title, p.headings)) AS v (word)
    WHERE p.organization_id = $1 GROUP BY 1, 2 ORDER BY p.needs, v.word`);
  return { kept, said };
};

describe('passages of a record', () => {
  test('are written only where they differ, and surplus passages are removed', async () => {
    const org = await app.organization();
    const sections = ['one', 'two', 'three'].map((text) => ({ headings: ['Part', text], text }));
    expect(await replace(org, ['art_1'], article('art_1', 'First', sections))).toMatchObject({ written: 3 });
    const before = await versions(org);
    expect(await replace(org, ['art_1'], article('art_1', 'First', sections))).toMatchObject({ written: 0 });
    expect(await versions(org)).toEqual(before);
    for (const changed of [
      { headings: ['Part', 'two'], text: 'second' },
      { headings: ['Part', 'second'], text: 'second' },
      { headings: ['Part'], text: 'second' },
    ]) {
      const last = await versions(org);
      sections[1] = changed;
      // One passage is removed and one added.
      expect(await replace(org, ['art_1'], article('art_1', 'First', sections))).toMatchObject({
        written: 2,
      });
      const now = await versions(org);
      expect(now.map((row, part) => row === last[part])).toEqual([true, false, true]);
    }
    const fewer = article('art_1', 'First', sections.slice(0, 1));
    expect(await replace(org, ['art_1'], fewer)).toMatchObject({ written: 2 });
    expect(await versions(org)).toEqual(before.slice(0, 1));
    // Simulates a change to the permission that the records require.
    await app.database.query(`UPDATE knowledge_passage SET needs = 'files:read' WHERE organization_id = $1`, [
      org.id,
    ]);
    expect(await replace(org, ['art_1'], fewer)).toMatchObject({ written: 2 });
  });

  test('have their words counted through additions, changes and removals', async () => {
    const org = await app.organization();
    const named = (id: string, title: string, ...headings: string[]) =>
      article(
        id,
        title,
        headings.map((heading) => ({ headings: [heading], text: 'text' })),
      );
    const steps: [string[], ReturnType<typeof article>][] = [
      [
        ['art_1', 'art_2'],
        [...named('art_1', 'Quagmire', 'Umbrella', 'Umbrella'), ...named('art_2', 'Quagmire', 'Violin')],
      ],
      [['art_1'], named('art_1', 'Periwinkle', 'Umbrella')],
      [['art_1', 'art_2', 'art_3'], named('art_3', 'Periwinkle', 'Quagmire')],
      [['art_3'], []],
    ];
    const words = [];
    for (const [ids, passages] of steps) {
      await replace(org, ids, passages);
      const { kept, said } = await vocabulary(org);
      expect(kept).toEqual(said);
      words.push(kept.map(({ word, uses }) => `${word} ${uses}`));
    }
    expect(words).toEqual([
      ['quagmire 2', 'umbrella 2', 'violin 1'],
      ['periwinkle 1', 'quagmire 1', 'umbrella 1', 'violin 1'],
      ['periwinkle 1', 'quagmire 1'],
      [],
    ]);
  });

  test('with unchanged words do not write the vocabulary', async () => {
    const org = await app.organization();
    await replace(org, ['art_1'], article('art_1', 'Quagmire', [{ headings: [], text: 'before' }]));
    const version = async () =>
      (await app.database.query('SELECT xmin FROM knowledge_word WHERE organization_id = $1', [org.id])).rows;
    const before = await version();
    expect(before).toHaveLength(1);
    await replace(org, ['art_1'], article('art_1', 'Quagmire', [{ headings: [], text: 'after' }]));
    expect(await version()).toEqual(before);
  });

  test('are read alone, however many others exist and whatever the statistics of the database', async () => {
    const org = await app.organization();
    // The statistics for planning are outdated.
    await app.database.query('ANALYZE knowledge_passage; ANALYZE knowledge_word');
    await app.database.query(
      `INSERT INTO knowledge_passage (organization_id, type, id, part, needs, title, headings, content)
       SELECT $1, 'ARTICLE', 'art_' || n, 0, 'knowledge:read', 'Record ' || n, '{}', 'text'
       FROM generate_series(1, 5000) n`,
      [org.id],
    );
    await app.database.query(
      `INSERT INTO knowledge_word (organization_id, needs, word, uses)
       SELECT $1, 'knowledge:read', 'word' || n, 1 FROM generate_series(1, 5000) n`,
      [org.id],
    );
    const ids = Array.from({ length: 10 }, (_, n) => `art_${n * 400 + 7}`);
    const renamed = (title: string) => ids.flatMap((id) => article(id, title, []));
    for (const table of ['knowledge_passage', 'knowledge_word']) {
      const changed = await replace(org, ids, renamed(`Quagmire of ${table}`), table);
      expect(changed.written).toBe(20);
      // Each passage is read, and looked up again for its removal.
      expect(changed.rows).toBeLessThanOrEqual(4 * ids.length);
    }
  });
});

describe('of records with very many passages', () => {
  // Each heading creates a short passage; only the number of passages matters.
  const body = Array.from({ length: 450 }, (_, n) => `# Medlar ${n}`).join('\n');
  const passagesIn = async (org: TestOrganization): Promise<number> =>
    (
      await app.database.query(
        'SELECT count(*)::int AS n FROM knowledge_passage WHERE organization_id = $1',
        [org.id],
      )
    ).rows[0].n;
  const write = async (org: TestOrganization, given: object) => {
    const request = { token: org.token, body: given };
    const reply = await app.request('POST', `/org/${org.id}/knowledge/article`, request);
    expect(reply.status, reply.text).toBe(200);
  };

  test('a transaction writes a bounded part, and the next continues after it', async () => {
    const org = await app.organization();
    for (let index = 0; index < 8; index++) await write(org, { title: `Medlar ${index}`, body });
    await app.dispatchEvents();
    await app.app.indexer.step();
    const first = await passagesIn(org);
    expect(first).toBeGreaterThanOrEqual(2000);
    expect(first).toBeLessThan(3000);
    await app.app.indexer.step();
    expect(await passagesIn(org)).toBe(8 * 450);
    const { kept, said } = await vocabulary(org);
    expect(kept).toEqual(said);
  });

  test('existing records are read in bounded parts too', async () => {
    const org = await app.organization();
    for (let index = 0; index < 8; index++) await write(org, { title: `Medlar ${index}`, body });
    await app.app.sealer.step();
    await app.database.query(
      'UPDATE notification_feed SET indexed_position = -1 WHERE organization_id = $1',
      [org.id],
    );
    await app.app.indexer.step();
    const isWaiting = async () =>
      (
        await app.database.query(
          `SELECT FROM job WHERE organization_id = $1 AND kind = 'knowledge.backfill' AND finished_at IS NULL`,
          [org.id],
        )
      ).rows.length > 0;
    const parts = [];
    while (await isWaiting()) {
      const before = await passagesIn(org);
      await app.app.worker.step();
      parts.push((await passagesIn(org)) - before);
    }
    expect(Math.max(...parts)).toBeGreaterThanOrEqual(2000);
    expect(Math.max(...parts)).toBeLessThan(3000);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(8 * 450);
  });
});
