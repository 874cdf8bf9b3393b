import type pg from 'pg';
import type { DatabaseRoles } from './roles.ts';

/** One of the service's two database roles. Names are quoted as SQL identifiers. */
export type RoleState = Readonly<{
  name: string;
  exists: boolean;
  superuser: boolean;
  bypassesPolicies: boolean;
  /** Whether the login is a member of the role. */
  isMember: boolean;
  /** Whether the login may SET ROLE to the role. */
  mayTake: boolean;
  /** Whether the login may grant itself the role, as the first migration does. */
  mayJoin: boolean;
  mayUseSchema: boolean;
}>;

/**
 * The rights of the database login, and the state of the service's database objects. Names are quoted as SQL
 * identifiers.
 */
export type LoginState = Readonly<{
  login: string;
  /** The role whose rights apply before SET ROLE: the login, unless the address sets another role. */
  acting: string;
  database: string;
  schema: string;
  mayCreateRoles: boolean;
  mayCreateInDatabase: boolean;
  /** Whether the database lacks extensions for full-text search that the server has available. */
  lacksExtensions: boolean;
  schemaExists: boolean;
  mayUseSchema: boolean;
  mayCreateInSchema: boolean;
  /** Whether the login may grant USAGE on the schema to the two roles, as the first migration does. */
  mayShareSchema: boolean;
  /** Whether any migration has been applied. */
  isMigrated: boolean;
  mayReadMigrations: boolean;
  app: RoleState;
  system: RoleState;
  /** Whether the request role has the rights of the system role, which can read every organization. */
  appIsSystem: boolean;
  /** The owners of the service's tables that must not own tables, or whose rights the login lacks. */
  foreignOwners: readonly string[];
  /** Tables whose policies are not enforced. */
  unprotected: readonly string[];
  /** The roles in the policies of the tables; null without policies. */
  policyRoles: Readonly<{ app: string | null; system: string | null }>;
}>;

/** An SQL expression for the schema that the migrations use. */
const schema = `coalesce(current_schema(), 'public')::text`;

const selectLogin = `
  SELECT quote_ident(session_user) AS login, quote_ident(current_user) AS acting,
    quote_ident(current_database()) AS database, quote_ident(s.name) AS schema,
    r.rolsuper OR r.rolcreaterole AS "mayCreateRoles",
    has_database_privilege(current_user, current_database(), 'CREATE') AS "mayCreateInDatabase",
    EXISTS (SELECT FROM pg_available_extensions WHERE name IN ('btree_gin', 'pg_trgm') AND installed_version IS NULL)
      AS "lacksExtensions",
    n.oid IS NOT NULL AS "schemaExists",
    coalesce(has_schema_privilege(current_user, n.oid, 'USAGE'), false) AS "mayUseSchema",
    coalesce(has_schema_privilege(current_user, n.oid, 'CREATE'), false) AS "mayCreateInSchema",
    coalesce(has_schema_privilege(current_user, n.oid, 'USAGE WITH GRANT OPTION'), false) AS "mayShareSchema",
    t.oid IS NOT NULL AS "isMigrated",
    coalesce(has_table_privilege(current_user, t.oid, 'SELECT'), false) AS "mayReadMigrations"
  FROM (SELECT ${schema} AS name) s
    JOIN pg_roles r ON r.rolname = session_user
    LEFT JOIN pg_namespace n ON n.nspname = s.name
    LEFT JOIN pg_class t ON t.relname = 'schema_migration' AND t.relnamespace = n.oid`;

// Since PostgreSQL 16, SET ROLE depends on the membership, and CREATEROLE alone does not allow joining a role.
const selectRole = `
  SELECT quote_ident($1) AS name, r.oid IS NOT NULL AS exists, coalesce(r.rolsuper, false) AS superuser,
    coalesce(r.rolbypassrls, false) AS "bypassesPolicies",
    coalesce(pg_has_role(session_user, r.oid, 'MEMBER'), false) AS "isMember",
    coalesce(pg_has_role(session_user, r.oid,
      CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END), false) AS "mayTake",
    coalesce(pg_has_role(session_user, r.oid, 'MEMBER WITH ADMIN OPTION')
      OR current_setting('server_version_num')::integer < 160000 AND NOT r.rolsuper
        AND (SELECT rolcreaterole FROM pg_roles WHERE rolname = session_user), false) AS "mayJoin",
    coalesce(has_schema_privilege(r.oid, n.oid, 'USAGE'), has_schema_privilege('public', n.oid, 'USAGE'), false)
      AS "mayUseSchema"
  FROM (SELECT ${schema} AS name) s
    LEFT JOIN pg_roles r ON r.rolname = $1 LEFT JOIN pg_namespace n ON n.nspname = s.name`;

/** An SQL expression for the service's tables: the tables granted to one of its roles, and the list of migrations. */
const ownTables = `
  SELECT c.oid, c.relname, c.relowner, c.relrowsecurity AND c.relforcerowsecurity AS secured FROM pg_class c
  WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ${schema}) AND c.relkind IN ('r', 'p', 'v')
    AND (c.relname = 'schema_migration'
      OR EXISTS (SELECT FROM aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee WHERE r.rolname IN ($1, $2)))`;

const selectTables = `
  WITH own AS (${ownTables}), roles AS (SELECT oid FROM pg_roles WHERE rolname IN ($1, $2))
  SELECT
    ARRAY(SELECT DISTINCT quote_ident(pg_get_userbyid(relowner)) FROM own
      WHERE relowner IN (SELECT oid FROM roles) OR NOT pg_has_role(current_user, relowner, 'USAGE')) AS "foreignOwners",
    ARRAY(SELECT quote_ident(relname) FROM own WHERE NOT secured AND oid IN (SELECT polrelid FROM pg_policy) ORDER BY 1)
      AS unprotected,
    coalesce((SELECT pg_has_role(a.oid, s.oid, 'USAGE') FROM pg_roles a, pg_roles s WHERE a.rolname = $1 AND s.rolname = $2), false)
      AS "appIsSystem"`;

const selectPolicyRoles = `
  SELECT min(quote_ident(r.rolname)) FILTER (WHERE p.polname = 'organization_scope') AS app,
    min(quote_ident(r.rolname)) FILTER (WHERE p.polname = 'system_scope') AS system
  FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_roles r ON r.oid = ANY (p.polroles)
  WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ${schema})`;

/** Reads the rights and objects on which the service depends. */
export async function readLoginState(client: pg.Client, roles: DatabaseRoles): Promise<LoginState> {
  const one = async (text: string, values: string[] = []) => (await client.query(text, values)).rows[0];
  const both = [roles.app, roles.system];
  return {
    ...(await one(selectLogin)),
    app: await one(selectRole, [roles.app]),
    system: await one(selectRole, [roles.system]),
    ...(await one(selectTables, both)),
    policyRoles: await one(selectPolicyRoles),
  };
}
