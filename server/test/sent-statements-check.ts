import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { share } from './generated/sample.ts';
import { isTest, readSources } from './house/sources.ts';
import { namesOfStatements } from './house/sql-faults.ts';
import type { SentStatement } from './sent-statements.ts';

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const listed = at('unsent-statements.txt');

/** Reads the files of a run's workers. The last line of a killed worker's file may be incomplete. */
const readSent = (folder: string): SentStatement[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as SentStatement),
  );

/** Tables that tests create in separate databases and that the migrated database lacks. */
const ofTests = /\bpg_temp\.|\bsample\b/;

/**
 * Returns whether PostgreSQL can prepare a statement. SET and LOCK cannot be prepared; they do not refer to
 * columns.
 */
const canBePrepared = (text: string): boolean =>
  /^[\s(]*(SELECT|WITH|INSERT|UPDATE|DELETE|VALUES)\b/i.test(text) && !ofTests.test(text);

/** Prepares each statement on the migrated database and lists those that PostgreSQL rejects. */
async function prepareAll(sent: readonly SentStatement[], connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const refused: string[] = [];
  const named = new Map(sent.map(({ name, text }) => [text, name]));
  try {
    for (const [text, name] of named) {
      if (!canBePrepared(text)) continue;
      await client.query(`PREPARE sent AS ${text}\n; DEALLOCATE sent`).catch(({ message }: Error) => {
        refused.push(
          `PostgreSQL cannot prepare ${name || 'a statement without a name'}: ${message}\n${text}`,
        );
      });
    }
  } finally {
    await client.end();
  }
  return refused;
}

/** Returns whether every test file of the project ran completely without failures. */
async function isWholeRun(project: TestProject): Promise<boolean> {
  if (share < 1) return false;
  const { testFiles } = await project.globTestFiles();
  const passed = project.vitest.state
    .getFiles()
    .filter(({ projectName, result }) => projectName === project.name && result && result.state !== 'fail')
    .map(({ filepath }) => filepath);
  return project.config.testNamePattern === undefined && testFiles.every((file) => passed.includes(file));
}

/**
 * Lists the statements in the sources that tests did not send, compared with the list of known unsent
 * statements.
 */
function listUnsent(sent: readonly SentStatement[]): string[] {
  const names = new Set(sent.map(({ name }) => name));
  const sources = readSources(at('../src'), /\.ts$/).filter((source) => !isTest(source));
  const unsent = [...new Set(namesOfStatements(sources))].filter((name) => !names.has(name)).sort();
  const known = readFileSync(listed, 'utf8').split('\n').filter(Boolean);
  const needless = known.filter((name) => !unsent.includes(name));
  if (needless.length > 0)
    console.warn(`Remove from ${listed}, as tests send them or they are gone: ${needless.join(', ')}`);
  const beyond = unsent.filter((name) => !known.includes(name));
  if (beyond.length === 0) return [];
  const advice = 'Write a test that sends them, or delete them: no other check verifies them.';
  return [`No test sends these statements of server/src. ${advice}\n${beyond.join('\n')}`];
}

/**
 * Checks the statements of a run.
 * @throws if PostgreSQL rejects a sent statement, or if a complete run did not send every statement in the
 * sources
 */
export async function checkSentStatements(
  project: TestProject,
  folder: string,
  connectionString: string,
): Promise<void> {
  // Slow tests send few additional statements, and use separate schemas.
  if (project.name !== 'service') return;
  const sent = readSent(folder);
  const problems = await prepareAll(sent, connectionString);
  if (await isWholeRun(project)) problems.push(...listUnsent(sent));
  if (problems.length === 0) return;
  // An error in a teardown is only printed, so the exit code is set too.
  process.exitCode = 1;
  throw new Error(problems.join('\n\n'));
}
