import type { OrgScope, OrgTransaction } from '../access/scope.ts';
import type { RowOf } from '../database/rows.ts';
import type { Statement } from '../database/statement.ts';
import type { JobDefinition } from './queue.ts';

/** An event of a record that is due by the organization's clock. */
export type UpcomingEvent = {
  at: string;
  kind: string;
  entity: string;
  entityId: string;
  name: string | null;
};

/** A job that waits for its due time. */
export type DueJob = { kind: string; at: Date; payload: unknown };

/** Describes the future effects of jobs of some kinds, based on the current records. */
export type UpcomingSource = {
  kinds: readonly string[];
  /**
   * Returns the future effect of each job; undefined for a job without effect, for example after a time was changed.
   */
  describe: (
    scope: OrgTransaction,
    jobs: readonly DueJob[],
  ) => Promise<readonly (UpcomingEvent | undefined)[]>;
};

/** A record with the key by which jobs refer to it: its id or another identifier. */
type KeyedRecord = { key: string; id: string; name: string | null };

type DueOf<Row, P> = {
  definition: JobDefinition<P>;
  keyOf: (payload: P) => string;
  /** Returns the kind of event that the job will cause, or undefined. */
  happens: (row: Row, due: { at: Date; payload: P }) => string | undefined;
};

/** Erases the payload's type, so that a list can contain definitions for several job kinds. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds has payloads of many types
export const due = <Row, P>(of: DueOf<Row, P>): DueOf<Row, any> => of;

/** Creates the source for records of one kind. All records of the jobs are read together. */
export function upcomingSource<Row extends KeyedRecord>({
  entity,
  jobs: known,
  find,
}: {
  entity: string;
  // biome-ignore lint/suspicious/noExplicitAny: a list of kinds has payloads of many types
  jobs: readonly DueOf<Row, any>[];
  find: (scope: OrgTransaction, keys: readonly string[]) => Promise<readonly Row[]>;
}): UpcomingSource {
  const byKind = new Map(known.map((one) => [one.definition.kind, one]));
  return {
    kinds: [...byKind.keys()],
    describe: async (scope, jobs) => {
      const named = jobs.map((job) => ({ ...job, of: byKind.get(job.kind) }));
      const keys = named.flatMap(({ of, payload }) => (of ? [of.keyOf(payload)] : []));
      const rows = new Map((await find(scope, [...new Set(keys)])).map((row) => [row.key, row]));
      return named.map(({ of, at, payload }) => {
        const row = of && rows.get(of.keyOf(payload));
        const kind = row && of.happens(row, { at, payload });
        if (!row || kind === undefined) return undefined;
        return { at: at.toISOString(), kind, entity, entityId: row.id, name: row.name };
      });
    },
  };
}

/**
 * The number of jobs per read, and the maximum number of reads. Several reads may be necessary because jobs without
 * effect are skipped.
 */
const portion = 200;
const mostPortions = 5;

type DueRow = RowOf<'job', 'id' | 'kind' | 'due_at' | 'payload'>;

/** Builds the statement that reads waiting jobs after a position, ordered by due time. */
export const selectDue = (
  scope: OrgScope,
  kinds: readonly string[],
  after: DueRow | undefined,
): Statement => ({
  name: 'upcoming_jobs',
  // The conditions match the index job_upcoming, which contains only jobs that were scheduled for later.
  text: `SELECT j.id, j.kind, j.due_at, j.payload FROM job j
         WHERE j.organization_id = $1 AND j.finished_at IS NULL AND j.clock = 'organization'
           AND j.due_at > j.creation_time AND j.kind = ANY ($2) AND (j.due_at, j.id) > ($3, $4)
         ORDER BY j.organization_id, j.due_at, j.id LIMIT ${portion}`,
  values: [scope.organizationId, kinds, after?.due_at ?? '-infinity', after?.id ?? ''],
});

/**
 * Reads the next due events of an organization without duplicates, soonest first.
 * @param most maximum number of events; fewer are returned when the first thousand jobs have fewer effects
 */
export async function readUpcoming(
  scope: OrgTransaction,
  sources: readonly UpcomingSource[],
  most: number,
): Promise<UpcomingEvent[]> {
  const kinds = sources.flatMap((source) => source.kinds);
  const found = new Map<string, UpcomingEvent>();
  let last: DueRow | undefined;
  for (let read = 0; read < mostPortions && found.size < most; read++) {
    const rows: DueRow[] = await scope.query<DueRow>(selectDue(scope, kinds, last));
    for (const one of await describe(scope, sources, rows))
      found.set(JSON.stringify([one.at, one.kind, one.entity, one.entityId]), one);
    last = rows.at(-1);
    if (rows.length < portion) break;
  }
  return [...found.values()].slice(0, most);
}

/** Describes jobs, in their order. */
async function describe(
  scope: OrgTransaction,
  sources: readonly UpcomingSource[],
  rows: readonly DueRow[],
): Promise<UpcomingEvent[]> {
  const described = await Promise.all(
    sources.map(async (source) => {
      const own = rows.filter(({ kind }) => source.kinds.includes(kind));
      if (own.length === 0) return [];
      const jobs = own.map(({ kind, due_at, payload }) => ({
        kind,
        at: new Date(due_at),
        payload: JSON.parse(payload),
      }));
      const found = await source.describe(scope, jobs);
      return own.map(({ id }, index) => [id, found[index]] as const);
    }),
  );
  const byJob = new Map(described.flat());
  return rows.flatMap(({ id }) => byJob.get(id) ?? []);
}
