import type { Database } from '../database/database.ts';
import type { RowOf } from '../database/rows.ts';
import type { Queryable, Row, Statement, Transacting } from '../database/statement.ts';
import type { NewId } from '../ids.ts';
import type { Permissions } from './permissions.ts';

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
  /** What it may do in the other organization of an operation that acts in two. */
  readonly other?: { readonly organizationId: string; readonly permissions: Permissions };
  readonly requestId: string;
  /** The organization's time: record times, expiry, terms, schedules. */
  readonly now: Date;
  /** The database's wall time: tokens, leases, retries of transport. */
  readonly wallNow: Date;
  readonly newId: NewId;
  /** The job that runs this, if one does: jobs that it enqueues are its children. */
  readonly jobId?: string;
};

/** The service itself, which may do everything. */
export const serviceActor = {
  actor: { type: 'SERVICE', id: 'tradepost' },
  permissions: { has: () => true },
} as const;

/** A scope inside a transaction that sees this organization only. */
export type OrgTransaction = OrgScope & Transacting;

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

const setOrganization = (organizationId: string): Statement => ({
  name: 'set_organization',
  text: `SELECT set_config('app.organization_id', $1, true)`,
  values: [organizationId],
});

type Clock = Pick<OrgScope, 'environment' | 'wallNow' | 'now'>;
type ClockRow = RowOf<'organization', 'environment' | 'clock_offset_ms'> & { wall_now: string };

/** Sets the organization of the transaction, and reads its clock: its row is seen from then on. */
async function enterOrganization(queryable: Queryable, organizationId: string): Promise<Clock | undefined> {
  const [row] = await queryable.query<ClockRow>({
    name: 'enter_organization_with_clock',
    text: `SELECT o.environment, o.clock_offset_ms, clock_timestamp() AS wall_now
           FROM (SELECT set_config('app.organization_id', $1, true) AS id OFFSET 0) entered
           CROSS JOIN LATERAL (
             SELECT environment, clock_offset_ms FROM organization
             WHERE organization_id = entered.id OFFSET 0) o`,
    values: [organizationId],
  });
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
