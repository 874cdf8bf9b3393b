import type { Database } from '../database/database.ts';
import type { RowOf } from '../database/rows.ts';
import type { Queryable, Row, Statement, Transacting } from '../database/statement.ts';
import type { AppError } from '../errors.ts';
import type { NewId } from '../ids.ts';
import type { Permission, Permissions } from './permissions.ts';

export type Actor = {
  type: 'API_CLIENT' | 'USER' | 'SERVICE';
  id: string;
  email?: string | undefined;
  name?: string | undefined;
};

/** The scope of a use case: in whose name, where and when it happens. Every use case and query takes one first. */
export type OrgScope = {
  readonly organizationId: string;
  readonly environment: string;
  readonly actor: Actor;
  /** What the actor may do here; nobody gives another more than it has itself. */
  readonly permissions: Permissions;
  /** Why an operation of the actor's that asks for a permission would be refused; absent where nobody calls. */
  readonly refusalOf?: (permission: Permission) => AppError | undefined;
  /** The actor is a person whose session was opened by password alone. */
  readonly lacksSecondFactor?: boolean;
  /** What it may do in the other organization of an operation that acts in two. */
  readonly other?: { readonly organizationId: string; readonly permissions: Permissions };
  /** What of the organization the actor is bound to: the transaction sees that, and no other's. */
  readonly boundTo?: string;
  readonly requestId: string;
  /** The organization's time: record times, expiry, terms, schedules. */
  readonly now: Date;
  /** The database's wall time: tokens, leases, retries of transport. */
  readonly wallNow: Date;
  readonly newId: NewId;
  /** The job that runs this, if one does: jobs that it enqueues are its children. */
  readonly jobId?: string;
  /** What is written is of the past: no event is recorded of it, so that nobody is notified of each. */
  readonly isSilent?: true;
};

/** The service itself, which may do everything. */
export const serviceActor = {
  actor: { type: 'SERVICE', id: 'tradepost' },
  permissions: { has: () => true },
} as const;

/** A scope inside a transaction that sees this organization only. */
export type OrgTransaction = OrgScope & Transacting;

/** Makes the scope of the same transaction in which no events are recorded: another event says all of what is done. */
export const silently = (scope: OrgTransaction): OrgTransaction => ({ ...scope, isSilent: true });

/** Runs the work in a transaction of the organization, in the name of the service itself. */
export type InOrganization = <T>(
  organizationId: string,
  requestId: string,
  work: (scope: OrgTransaction, found: readonly Row[][]) => Promise<T>,
  /** Statements that need nothing of the scope: they go with the transaction's beginning, and the work is given their rows. */
  first?: readonly Statement[],
) => Promise<T>;

/**
 * The scope in which jobs and inbound notifications act: no caller, the organization as the database has it.
 * The organization's row is read first, so that its clock is the one that the transaction runs by.
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

/** Reads rows of an organization by statements that lock nothing, in one packet; answers when that was, by the wall clock. */
export type ReadInOrganization = (
  organizationId: string,
  statements: readonly Statement[],
) => Promise<{ readTime: Date; found: readonly Row[][] }>;

/** Creates what reads in the name of the service itself, over the shared connections: it takes none from who needs one alone. */
export const createReadInOrganization =
  (database: Pick<Database, 'batch'>): ReadInOrganization =>
  async (organizationId, statements) => {
    const [entered = [], ...found] = await database.batch([enter(organizationId), ...statements]);
    const [clock] = entered as ClockRow[];
    if (!clock) throw new Error(`organization ${organizationId} does not exist`);
    return { readTime: clockOf(clock).wallNow, found };
  };

/**
 * Makes the scope of the same transaction in another organization: each statement is run there, and the transaction
 * goes back to its own. The name that it acts in is the service's, unless the caller's access there was checked
 * (`scope.other`).
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
    // Behind it in the same packet: nothing of the one is run in the other.
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
 * The same transaction as if the actor were not bound: for what it is told the outcome of, and no row. Each statement is run so, and the transaction goes back.
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

/** The statement that sets the organization of the transaction, and reads its clock: its row is seen from then on. */
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
