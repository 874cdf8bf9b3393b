import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openProject, type Project } from './house/sql/program.ts';
import { type Report, readStatements } from './house/sql/report.ts';

/**
 * Statements that PostgreSQL cannot read whole, as the sources do not say all of their text: these numbers may only
 * shrink. Unread are the text of migrations, and transfers between tables that are read from the catalog.
 */
const most = { readInPart: 6, unread: 4, apart: 1 };

const server = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const database = `tp_statements_${randomBytes(6).toString('hex')}`;

let admin: pg.Client;
let client: pg.Client;
let project: Project;

const connect = async (connectionString: string) => {
  const opened = new pg.Client({ connectionString });
  await opened.connect();
  return opened;
};

const reportOf = (folder: string): Promise<Report> =>
  readStatements(project.sourcesIn(path.join(server, folder)), client);

beforeAll(async () => {
  project = openProject(path.join(server, 'tsconfig.json'));
  admin = await connect(inject('server'));
  await admin.query(`CREATE DATABASE ${database} TEMPLATE ${inject('template')}`);
  const url = new URL(inject('server'));
  url.pathname = `/${database}`;
  client = await connect(url.href);
});
afterAll(async () => {
  project?.close();
  await client?.end();
  await admin?.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await admin?.end();
});

describe('the statements of the program', () => {
  let report: Report;
  beforeAll(async () => {
    report = await reportOf('src');
    const { read, readInPart, unread, apart } = report;
    console.log(
      `SQL: ${read} statements read whole, ${readInPart.length} in part, ${unread.length} not; ${apart.length} texts are in none`,
    );
  });

  test('have no name that the migrated database does not have', () => {
    expect(report.findings).toEqual([]);
  });

  test('are all read, but for a few whose number only shrinks', () => {
    const { read, readInPart, unread, apart } = report;
    expect(read).toBeGreaterThan(500);
    expect(readInPart.length, readInPart.join('\n')).toBeLessThanOrEqual(most.readInPart);
    expect(unread.length, unread.join('\n')).toBeLessThanOrEqual(most.unread);
    expect(apart.length, apart.join('\n')).toBeLessThanOrEqual(most.apart);
  });
});

test('names that are wrong are found where they are, in each part of a statement, with what is most like them', async () => {
  const { findings, readInPart, apart } = await reportOf('test/house/sql/planted');
  const column = (name: string) => `column ${name} does not exist`;
  const like = (name: string) => `Perhaps you meant to reference the column "${name}".`;
  expect(findings).toEqual([
    `statements.ts:14: b.idd: ${column('b.idd')}. ${like('b.id')}`,
    `statements.ts:15: expire_tme: ${column('"expire_tme"')}. ${like('o.expire_time')}`,
    `statements.ts:15: o.end_tme: ${column('o.end_tme')}. ${like('o.end_time')}`,
    `statements.ts:24: t.removed_since: ${column('t.removed_since')}`,
    `statements.ts:28: nme: ${column('"nme" of relation "buyer"')}. Perhaps you meant "buyer.name".`,
    `statements.ts:29: EXCLUDED.descripion: ${column('excluded.descripion')}. ${like('excluded.description')}`,
    `statements.ts:29: descripton: ${column('"descripton" of relation "buyer"')}. Perhaps you meant "buyer.description".`,
    `statements.ts:30: q.organisation_id: ${column('q.organisation_id')}. ${like('q.organization_id')}`,
    `statements.ts:37: attemps: ${column('"attemps" of relation "job"')}. Perhaps you meant "job.attempts".`,
    `statements.ts:38: u.wantd: ${column('u.wantd')}. ${like('u.wanted')}`,
    `statements.ts:39: late.line: ${column('late.line')}. ${like('late.lane')}`,
    `statements.ts:45: nam: ${column('"nam"')}. ${like('person.name')}`,
    `statements.ts:49: offers: relation "offers" does not exist`,
    `statements.ts:49: relation "offers" does not exist; the rest of it was not read`,
    `statements.ts:5: o.nmae: ${column('o.nmae')}. ${like('o.name')}`,
  ]);
  expect(readInPart).toEqual(['statements.ts:52']);
  expect(apart).toEqual(['statements.ts:47: AND o.status = 1']);
});
