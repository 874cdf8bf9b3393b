import { appendFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder to which each worker writes the statements of the service under test. */
    sentStatements: string;
  }
}

/** A statement that the service under test sent to PostgreSQL; the name of an unnamed statement is empty. */
export type SentStatement = { name: string; text: string };

/** An argument of a `pg` client: a text, a statement, or the service's batch of statements. */
type Query = string | Partial<SentStatement> | { statements: readonly SentStatement[] };
type Client = { connectionParameters: { application_name?: string } };

const names = new Set<string>();
const texts = new Set<string>();
let isRecording = false;

/**
 * Records each statement that the service sends from this process once, in a file of the process. The file is
 * written immediately, because a worker may be killed at any time. Connections of the service have an
 * application name; connections of tests do not.
 */
export function recordSentStatements(): void {
  if (isRecording) return;
  isRecording = true;
  const file = path.join(inject('sentStatements'), `${process.pid}.jsonl`);
  const record = ({ name = '', text = '' }: Partial<SentStatement>) => {
    if (texts.has(text) && names.has(name)) return;
    texts.add(text);
    names.add(name);
    appendFileSync(file, `${JSON.stringify({ name, text })}\n`);
  };
  const { prototype } = pg.Client as unknown as { prototype: { query(...given: unknown[]): unknown } };
  const { query } = prototype;
  prototype.query = function (this: Client, ...given) {
    if (this.connectionParameters.application_name?.startsWith('tradepost'))
      for (const statement of statementsIn(given[0] as Query)) record(statement);
    return query.apply(this, given);
  };
}

function statementsIn(query: Query): readonly Partial<SentStatement>[] {
  if (typeof query === 'string') return [{ text: query }];
  return 'statements' in query ? query.statements : [query];
}
