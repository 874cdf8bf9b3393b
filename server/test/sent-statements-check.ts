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

/** Reads what the workers of a run wrote. The last line of a worker that was killed may be incomplete. */
const readSent = (folder: string): SentStatement[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as SentStatement),
  );

/** Tables that tests create in databases of their own; the migrated database has none of them. */
const ofTests = /\bpg_temp\.|\bsample\b/;

/** Whether PostgreSQL can prepare a statement there; those that set or lock something name no columns. */
const canBePrepared = (text: string): boolean =>
  /^[\s(]*(SELECT|WITH|INSERT|UPDATE|DELETE|VALUES)\b/i.test(text) && !ofTests.test(text);

/** Has PostgreSQL prepare each statement against the migrated database, and lists those that it refuses. */
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

/** Whether every test file of the project ran with all of its cases, and none failed. */
async function isWholeRun(project: TestProject): Promise<boolean> {
  if (share < 1) return false;
  const { testFiles } = await project.globTestFiles();
  const passed = project.vitest.state
    .getFiles()
    .filter(({ projectName, result }) => projectName === project.name && result && result.state !== 'fail')
    .map(({ filepath }) => filepath);
  return project.config.testNamePattern === undefined && testFiles.every((file) => passed.includes(file));
}

/** Lists the statements of the sources that no test sent, beside those for which that is known. */
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
  const advice = 'Write a test that sends them, or delete them: nothing else shows that they are right.';
  return [`No test sends these statements of server/src. ${advice}\n${beyond.join('\n')}`];
}

/** @throws when PostgreSQL refuses a statement that was sent, or a whole run sent too few of those in the sources */
export async function checkSentStatements(
  project: TestProject,
  folder: string,
  connectionString: string,
): Promise<void> {
  // Slow tests send little else, and to schemas of their own.
  if (project.name !== 'service') return;
  const sent = readSent(folder);
  const problems = await prepareAll(sent, connectionString);
  if (await isWholeRun(project)) problems.push(...listUnsent(sent));
  if (problems.length === 0) return;
  // What a teardown throws is only printed.
  process.exitCode = 1;
  throw new Error(problems.join('\n\n'));
}
