import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import pg from 'pg';

/** The query builder, as the program makes it: its statements run nowhere. */
export const createBuilder = () =>
  new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** Functions of the sources that do what cannot be followed: this one loads the library as no import shows. */
export const replaced = new Map<string, () => unknown>([
  [
    'queryBuilder',
    () => {
      const builder = createBuilder();
      return { builder, sql, compile: (query: RawBuilder<unknown>) => query.compile(builder) };
    },
  ],
]);

/** What names stand for that no source declares. What is not here is unknown. */
export const knownGlobals = new Map<string, unknown>([
  ['sql', sql],
  ['pg', { escapeIdentifier: pg.escapeIdentifier }],
  ['Object', Object],
  ['Math', Math],
  ['Number', Number],
  ['String', String],
  ['Boolean', Boolean],
  ['Array', Array],
]);
