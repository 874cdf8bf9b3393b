import type { Database } from '../database/database.ts';
import type { RowOf } from '../database/rows.ts';
import type { Queryable, Row, Statement, Transaction } from '../database/statement.ts';
import type { AppError } from '../errors.ts';
import type { NewId } from '../ids.ts';
import type { Permission, Permissions } from './permissions.ts';

export type Actor = {
  type: 'API_CLIENT' | 'USER' | 'SERVICE';
  id: string;
  email?: string | undefined;
  name?: string | undefined;
};

/**
 * The scope of a use case: actor, organization and time. Every use case and query takes a scope as its first
 * argument.
 */
export type OrgScope = {
  readonly organizationId: string;
  readonly environment: string;
  readonly actor: Actor;
  /** The actor's permissions in this organization. An actor can grant only permissions that it has. */
  readonly permissions: Permissions;
  /** Returns the error for an operation that the actor may not call; absent for work without a caller. */
  readonly refusalOf?: (permission: Permission) => AppError | undefined;
  /** True when the actor is a user who signed in with a password only. */
  readonly lacksSecondFactor?: boolean;
  /** The actor's permissions in the second organization, for an operation that acts in two organizations. */
  readonly other?: { readonly organizationId: string; readonly permissions: Permissions };
  /** The record to which the actor is bound: row-level security limits the transaction to rows of this record. */
  readonly boundTo?: string;
  readonly requestId: string;
  /** The organization's time, for record times, expiry, terms and schedules. */
  readonly now: Date;
  /** The database's wall time, for tokens, leases and transport retries. */
  readonly wallNow: Date;
  readonly newId: NewId;
  /** The running job, if any. Jobs that this job enqueues are its children. */
  readonly jobId?: string;
  /** True while past data is written, when events and notifications are suppressed. */
  readonly isSilent?: true;
};

/** The service itself as the actor, with all permissions. */
export const serviceActor = {
  actor: { type: 'SERVICE', id: 'tradepost' },
  permissions: { has: () => true },
} as const;

/** A scope in a transaction that row-level security limits to this organization. */
export type OrgTransaction = OrgScope & Transaction;

/** Returns the scope of the same transaction with events disabled, for changes that a different event records. */
export const withoutEvents = (scope: OrgTransaction): OrgTransaction => ({ ...scope, isSilent: true });

/** Runs the work in a transaction of the organization, with the service as the actor. */
export type InOrganization = <T>(
  organizationId: string,
  requestId: string,
  work: (scope: OrgTransaction, found: readonly Row[][]) => Promise<T>,
  /**
   * The statements that are independent of the scope. They are sent with BEGIN, and their rows are passed to the work.
   */
  first?: readonly Statement[],
) => Promise<T>;

/**
 * Creates the function that runs jobs and inbound notifications, which have no caller. The organization's row is read
 * first, because the test clock in the row determines the transaction's time.
 */
export function createInOrganization(database: Database, newId: NewId): InOrganization {
  return (organizationId, requestId, work, first = []) =>
    database.transaction(
      async ({ query, send }) => {
        const [clock, ...found] = await Promise.all([
          enterOrganization({ query }, organizationId),
          ...first.map((statement) => query(statement)),
        ]);
        if (!clock) throw new Error(`organization ${organizationId} does not exist`);
        const scope = { organizationId, ...clock, ...serviceActor, requestId, newId, query, send };
        return work(scope, found);
      },
      'app',
      organizationId,
    );
}

/** Reads rows of an organization without locks, in one packet. Returns the rows and the wall time of the read. */
export type ReadInOrganization = (
  organizationId: string,
  statements: readonly Statement[],
) => Promise<{ readTime: Date; found: readonly Row[][] }>;

/** Creates the reader, which uses the shared connections instead of a pool connection. */
export function createReadInOrganization(database: Pick<Database, 'batch'>): ReadInOrganization {
  const find = createFindInOrganization(database);
  return async (organizationId, statements) => {
    const read = await find(organizationId, statements);
    if (!read) throw new Error(`organization ${organizationId} does not exist`);
    return { readTime: read.wallNow, found: read.found };
  };
}

/** Rows of an organization, with the wall time and the organization's time of the read. */
export type FoundInOrganization = Clock & { found: readonly Row[][] };

/**
 * Creates the reader for links of visitors, which may name an organization that does not exist: the same statements are
 * sent, and the result is undefined.
 */
export const createFindInOrganization =
  (database: Pick<Database, 'batch'>) =>
  async (
    organizationId: string,
    statements: readonly Statement[],
  ): Promise<FoundInOrganization | undefined> => {
    const [entered = [], ...found] = await database.batch([enter(organizationId), ...statements]);
    const [clock] = entered as ClockRow[];
    return clock && { ...clockOf(clock), found };
  };
export type FindInOrganization = ReturnType<typeof createFindInOrganization>;

/**
 * Creates the scope of the same transaction in another organization. Each statement switches to that organization and
 * back. The actor is the service, unless the caller's access there was checked (`scope.other`).
 */
export async function inOther(scope: OrgTransaction, organizationId: string): Promise<OrgTransaction> {
  const send: OrgTransaction['send'] = (statement) => {
    scope.send(setOrganization(organizationId));
    scope.send(statement);
    scope.send(setOrganization(scope.organizationId));
  };
  const query: OrgTransaction['query'] = (statement) => {
    scope.send(setOrganization(organizationId));
    const rows = scope.query<never>(statement);
    // The switch is sent in the same packet, so that statements of this organization never run in the other
    // organization.
    scope.send(setOrganization(scope.organizationId));
    return rows;
  };
  const clock = await readClock({ query }, organizationId);
  if (!clock) throw new Error(`organization ${organizationId} does not exist`);
  const { other, requestId, newId } = scope;
  const who =
    other?.organizationId === organizationId
      ? { actor: scope.actor, permissions: other.permissions }
      : serviceActor;
  return { organizationId, ...clock, ...who, requestId, newId, query, send };
}

/**
 * Creates the scope of the same transaction without the actor's binding, for checks whose rows are not returned to the
 * actor. Each statement lifts the binding and restores it.
 */
export function pastBinding(scope: OrgTransaction): OrgTransaction {
  const { boundTo, ...others } = scope;
  if (boundTo === undefined) return scope;
  const send: OrgTransaction['send'] = (statement) => {
    scope.send(setBinding(''));
    scope.send(statement);
    scope.send(setBinding(boundTo));
  };
  const query: OrgTransaction['query'] = (statement) => {
    scope.send(setBinding(''));
    const rows = scope.query<never>(statement);
    scope.send(setBinding(boundTo));
    return rows;
  };
  return { ...others, query, send };
}

const setBinding = (bindingId: string): Statement => ({
  name: 'set_binding',
  text: `SELECT set_config('app.binding_id', $1, true)`,
  values: [bindingId],
});

const setOrganization = (organizationId: string): Statement => ({
  name: 'set_organization',
  text: `SELECT set_config('app.organization_id', $1, true)`,
  values: [organizationId],
});

type Clock = Pick<OrgScope, 'environment' | 'wallNow' | 'now'>;
type ClockRow = RowOf<'organization', 'environment' | 'clock_offset_ms'> & { wall_now: string };

/**
 * Builds the statement that sets the transaction's organization and reads the organization's clock. Later statements
 * are limited to rows of this organization.
 */
const enter = (organizationId: string): Statement => ({
  name: 'enter_organization_with_clock',
  text: `SELECT o.environment, o.clock_offset_ms, clock_timestamp() AS wall_now
         FROM (SELECT set_config('app.organization_id', $1, true) AS id OFFSET 0) entered
         CROSS JOIN LATERAL (
           SELECT environment, clock_offset_ms FROM organization
           WHERE organization_id = entered.id OFFSET 0) o`,
  values: [organizationId],
});

async function enterOrganization(queryable: Queryable, organizationId: string): Promise<Clock | undefined> {
  const [row] = await queryable.query<ClockRow>(enter(organizationId));
  return row && clockOf(row);
}

async function readClock(queryable: Queryable, organizationId: string): Promise<Clock | undefined> {
  const [row] = await queryable.query<ClockRow>({
    name: 'read_organization_clock',
    text: `SELECT environment, clock_offset_ms, clock_timestamp() AS wall_now
           FROM organization WHERE organization_id = $1`,
    values: [organizationId],
  });
  return row && clockOf(row);
}

function clockOf(row: ClockRow): Clock {
  const wallNow = new Date(row.wall_now);
  return {
    environment: row.environment,
    wallNow,
    now: new Date(wallNow.getTime() + row.clock_offset_ms),
  };
}
