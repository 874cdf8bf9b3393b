import { createRequire } from 'node:module';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';

type Library = typeof import('kysely');
/** Kysely as a builder only: it makes SQL text, the statements run elsewhere. */
export type QueryBuilder = {
  builder: Kysely<Record<string, Record<string, unknown>>>;
  sql: Library['sql'];
  compile(query: RawBuilder<unknown>): CompiledQuery;
};

let made: QueryBuilder | undefined;

/**
 * The builder of statements, whose library is loaded at the first list that is read. Statements are made between the
 * steps of a request, which cannot wait: hence by `require`.
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
