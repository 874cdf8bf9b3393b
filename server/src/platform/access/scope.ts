import type { Database } from '../database/database.ts';
import type { RowOf } from '../database/rows.ts';
import type { Queryable, Row, Statement } from '../database/statement.ts';
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
export type OrgTransaction = OrgScope & Queryable;

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
      async (queryable) => {
        const [, clock, ...found] = await Promise.all([
          queryable.query(setOrganization(organizationId)),
          readClock(queryable, organizationId),
          ...first.map((statement) => queryable.query(statement)),
        ]);
        if (!clock) throw new Error(`organization ${organizationId} does not exist`);
        const scope = { organizationId, ...clock, ...serviceActor, requestId, newId, query: queryable.query };
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
  const query: OrgTransaction['query'] = async (statement) => {
    await scope.query(setOrganization(organizationId));
    const rows = await scope.query<never>(statement);
    await scope.query(setOrganization(scope.organizationId));
    return rows;
  };
  const clock = await readClock({ query }, organizationId);
  if (!clock) throw new Error(`organization ${organizationId} does not exist`);
  const { other, requestId, newId } = scope;
  const who =
    other?.organizationId === organizationId
      ? { actor: scope.actor, permissions: other.permissions }
      : serviceActor;
  return { organizationId, ...clock, ...who, requestId, newId, query };
}

const setOrganization = (organizationId: string): Statement => ({
  name: 'set_organization',
  text: `SELECT set_config('app.organization_id', $1, true)`,
  values: [organizationId],
});

type Clock = Pick<OrgScope, 'environment' | 'wallNow' | 'now'>;

async function readClock(queryable: Queryable, organizationId: string): Promise<Clock | undefined> {
  const [row] = await queryable.query<
    RowOf<'organization', 'environment' | 'clock_offset_ms'> & { wall_now: string }
  >({
    name: 'read_organization_clock',
    text: `SELECT environment, clock_offset_ms, clock_timestamp() AS wall_now
           FROM organization WHERE organization_id = $1`,
    values: [organizationId],
  });
  if (!row) return undefined;
  const wallNow = new Date(row.wall_now);
  return {
    environment: row.environment,
    wallNow,
    now: new Date(wallNow.getTime() + row.clock_offset_ms),
  };
}
