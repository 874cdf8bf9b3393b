import { withLogin } from './login.ts';
import { type LoginState, type RoleState, readLoginState } from './login-state.ts';
import type { DatabaseRoles } from './roles.ts';
import { takeOver } from './take-over.ts';

/** A missing right of the database login, with the statements that an administrator runs to grant the right. */
export type MissingRight = Readonly<{ problem: string; statements: readonly string[] }>;

/**
 * The error for a database login with insufficient rights. The message ends with the statements that grant the rights.
 */
export class DatabaseRightsMissing extends Error {
  override readonly name = 'DatabaseRightsMissing';
}

/**
 * Requires that the login in DATABASE_URL has all necessary rights, and that row-level security restricts its roles.
 * @param migrates whether the service applies pending migrations
 * @throws DatabaseRightsMissing with the statements that grant the missing rights
 */
export async function requireLoginRights(
  connectionString: string,
  roles: DatabaseRoles,
  migrates: boolean,
): Promise<void> {
  const options = { applicationName: 'tradepost check' };
  const state = await withLogin(connectionString, options, (client) => readLoginState(client, roles));
  requireSameRoles(state);
  const lacks = missingRights(state, migrates);
  if (lacks.length === 0) return;
  throw new DatabaseRightsMissing(
    [
      `DATABASE_URL: the login ${state.login} cannot run the service in the database ${state.database}:`,
      ...lacks.map(({ problem }) => `- ${problem}`),
      'Run these statements in that database as an administrator, and start again:',
      '',
      ...lacks.flatMap(({ statements }) => statements),
    ].join('\n'),
  );
}

/** Requires the role names of the first start, because tables are granted only to these roles. */
function requireSameRoles({ policyRoles, app, system }: LoginState): void {
  const { app: firstApp, system: firstSystem } = policyRoles;
  if (firstApp === null || firstSystem === null) return;
  if (firstApp === app.name && firstSystem === system.name) return;
  throw new DatabaseRightsMissing(
    `DATABASE_APP_ROLE, DATABASE_SYSTEM_ROLE: the database was set up for the roles ${firstApp} and ${firstSystem}, ` +
      `not for ${app.name} and ${system.name}. Set DATABASE_APP_ROLE=${firstApp} and DATABASE_SYSTEM_ROLE=${firstSystem}.`,
  );
}

/** Lists the missing rights. A database without migrations is skipped unless the service applies migrations. */
export function missingRights(state: LoginState, migrates: boolean): MissingRight[] {
  if (!state.isMigrated && !migrates) return [];
  const roles = [state.app, state.system];
  return [
    ...schemaLacks(state, migrates),
    ...roles.flatMap((role) => roleLacks(state, role)),
    ...ownerLacks(state, migrates),
    ...policyLacks(state),
  ];
}

function schemaLacks(state: LoginState, migrates: boolean): MissingRight[] {
  const { acting, database, schema } = state;
  const lacks: MissingRight[] = [];
  if (!state.schemaExists)
    lacks.push({
      problem: `the schema ${schema} does not exist`,
      statements: [`CREATE SCHEMA ${schema} AUTHORIZATION ${acting};`],
    });
  else {
    const wanted = [
      ...(state.mayUseSchema ? [] : ['USAGE']),
      ...(migrates && !state.mayCreateInSchema ? ['CREATE'] : []),
    ];
    if (wanted.length > 0)
      lacks.push({
        problem: `${acting} has no right to ${wanted.map(inWords).join(' and ')} the schema ${schema}`,
        statements: [`GRANT ${wanted.join(', ')} ON SCHEMA ${schema} TO ${acting};`],
      });
  }
  if (!state.isMigrated && state.lacksExtensions && !state.mayCreateInDatabase)
    lacks.push({
      problem: `${acting} is not allowed to create the extensions for full-text search in the database`,
      statements: [`GRANT CREATE ON DATABASE ${database} TO ${acting};`],
    });
  if (state.isMigrated && !migrates && !state.mayReadMigrations)
    lacks.push({
      problem: `${acting} is not allowed to read the list of migrations`,
      statements: [`GRANT SELECT ON ${schema}.schema_migration TO ${acting};`],
    });
  return lacks;
}

const inWords = (right: string): string => (right === 'CREATE' ? 'create tables in' : 'use');

function roleLacks(state: LoginState, role: RoleState): MissingRight[] {
  const { login, schema } = state;
  const { name } = role;
  const lacks: MissingRight[] = [];
  if (!role.exists) {
    if (state.isMigrated || !state.mayCreateRoles)
      lacks.push({
        problem: `the role ${name} does not exist, and ${login} is not allowed to create it`,
        statements: [`CREATE ROLE ${name} NOLOGIN;`, `GRANT ${name} TO ${login};`],
      });
  } else if (!role.mayTake && (state.isMigrated || !role.mayJoin))
    lacks.push({
      problem: `${login} cannot switch to the role ${name}`,
      // Since PostgreSQL 16, membership does not imply the right to SET ROLE.
      statements: [`GRANT ${name} TO ${login}${role.isMember ? ' WITH SET TRUE' : ''};`],
    });
  if (!role.mayUseSchema && state.schemaExists && (state.isMigrated || !state.mayShareSchema))
    lacks.push({
      problem: `the role ${name} has no right to use the schema ${schema}`,
      statements: [`GRANT USAGE ON SCHEMA ${schema} TO ${name};`],
    });
  if (role.superuser || role.bypassesPolicies)
    lacks.push({
      problem: `the role ${name} ${role.superuser ? 'is a superuser' : 'bypasses row-level security'}`,
      statements: [
        `ALTER ROLE ${name}${role.superuser ? ' NOSUPERUSER' : ''}${role.bypassesPolicies ? ' NOBYPASSRLS' : ''};`,
      ],
    });
  return lacks;
}

function ownerLacks(state: LoginState, migrates: boolean): MissingRight[] {
  const { acting, schema } = state;
  const roles = [state.app.name, state.system.name];
  const owners = state.foreignOwners.filter((owner) => migrates || roles.includes(owner));
  if (owners.length === 0) return [];
  const former = owners.filter((owner) => !roles.includes(owner));
  return [
    {
      problem: `tables of the service are owned by ${owners.join(', ')} instead of ${acting}`,
      statements: [takeOver({ schema, owners, former, owner: acting })],
    },
  ];
}

function policyLacks({ schema, app, system, appIsSystem, unprotected }: LoginState): MissingRight[] {
  const lacks: MissingRight[] = [];
  // A superuser has the rights of every role.
  if (appIsSystem && !app.superuser)
    lacks.push({
      problem: `the role ${app.name} is a member of ${system.name}, which sees every organization`,
      statements: [`REVOKE ${system.name} FROM ${app.name};`],
    });
  if (unprotected.length > 0)
    lacks.push({
      problem: `row-level security is not enabled and forced on ${unprotected.join(', ')}`,
      statements: unprotected.map(
        (table) => `ALTER TABLE ${schema}.${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`,
      ),
    });
  return lacks;
}
