/** The options of `takeOver`. All names are quoted as SQL identifiers. */
export type TakeOver = Readonly<{
  schema: string;
  /** The owners whose objects are transferred. */
  owners: readonly string[];
  /** The owners to which policies may apply. */
  former: readonly string[];
  owner: string;
}>;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const rolesOf = (names: readonly string[]): string =>
  `ARRAY[${names.map(literal).join(', ')}]::regrole[]::oid[]`;

/**
 * Builds the statement that transfers tables, views, sequences, functions and procedures of a schema to another owner,
 * and replaces the old owner in policies. Objects of extensions are unchanged; sequences of columns follow their
 * tables.
 */
export const takeOver = ({ schema, owners, former, owner }: TakeOver): string => `DO $take_over$
DECLARE
  found record;
BEGIN
  FOR found IN SELECT c.oid::regclass AS name FROM pg_class c
    WHERE c.relnamespace = ${literal(schema)}::regnamespace AND c.relowner = ANY (${rolesOf(owners)})
      AND c.relkind IN ('r', 'p', 'v', 'S') AND NOT EXISTS (SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
          AND (d.deptype = 'e' OR c.relkind = 'S' AND d.deptype IN ('a', 'i'))) LOOP
    EXECUTE format('ALTER TABLE %s OWNER TO %s', found.name, ${literal(owner)});
  END LOOP;
  FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc p
    WHERE p.pronamespace = ${literal(schema)}::regnamespace AND p.proowner = ANY (${rolesOf(owners)})
      AND NOT EXISTS (SELECT FROM pg_depend d
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') LOOP
    EXECUTE format('ALTER ROUTINE %s OWNER TO %s', found.name, ${literal(owner)});
  END LOOP;
  FOR found IN SELECT polname, polrelid::regclass AS name FROM pg_policy
    WHERE polroles && ${rolesOf(former)} AND polrelid IN (SELECT oid FROM pg_class
      WHERE relnamespace = ${literal(schema)}::regnamespace) LOOP
    EXECUTE format('ALTER POLICY %I ON %s TO %s', found.polname, found.name, ${literal(owner)});
  END LOOP;
END
$take_over$;`;
