import type pg from 'pg';

type Query = pg.Pool['query'];

/** The observable parts of a schema as text, each with its object. */
const parts = [
  `SELECT 'column ' || c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull
     || coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), '')
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0 AND NOT a.attisdropped`,
  `SELECT 'table ' || c.relname, c.relrowsecurity || ' ' || c.relforcerowsecurity || ' '
     || coalesce((SELECT string_agg(x::text, ',' ORDER BY x::text) FROM unnest(c.relacl) x WHERE x::text LIKE 'tradepost%'), '')
     || coalesce(' ' || c.reloptions::text, '')
   FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')`,
  `SELECT 'index ' || c.relname, pg_get_indexdef(c.oid) FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i'`,
  `SELECT 'constraint ' || c.conrelid::regclass || ' ' || c.conname, pg_get_constraintdef(c.oid) FROM pg_constraint c
   WHERE c.connamespace = 'public'::regnamespace AND c.conrelid <> 0`,
  `SELECT 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
   FROM pg_trigger t WHERE NOT t.tgisinternal`,
  `SELECT 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
   FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')`,
  `SELECT 'policy ' || p.polrelid::regclass || ' ' || p.polname, p.polcmd::text || ' ' || p.polroles::regrole[]::text || ' '
     || coalesce(pg_get_expr(p.polqual, p.polrelid), '') || ' ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
   FROM pg_policy p`,
];

/** Returns each object in the schema and its definition. */
export async function schemaOf(query: Query): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of parts)
    for (const { what, how } of (await query(`SELECT what, how FROM (${part}) x (what, how) ORDER BY 1`))
      .rows)
      found[what] = how;
  return found;
}
