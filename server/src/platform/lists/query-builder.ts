import { createRequire } from 'node:module';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';

type Library = typeof import('kysely');
/** Kysely, used only to build SQL text; statements are executed elsewhere. */
export type QueryBuilder = {
  builder: Kysely<Record<string, Record<string, unknown>>>;
  sql: Library['sql'];
  compile(query: RawBuilder<unknown>): CompiledQuery;
};

let made: QueryBuilder | undefined;

/**
 * Returns the query builder. Its library is loaded when the first list is read. Loading uses `require`, because
 * statements are built synchronously.
 */
export function queryBuilder(): QueryBuilder {
  made ??= make(createRequire(import.meta.url)('kysely') as Library);
  return made;
}

function make(library: Library): QueryBuilder {
  const { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } = library;
  const builder = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { builder, sql, compile: (query) => query.compile(builder) };
}
