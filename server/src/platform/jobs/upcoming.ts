import type { OrgScope, OrgTransaction } from '../access/scope.ts';
import type { RowOf } from '../database/rows.ts';
import type { Statement } from '../database/statement.ts';
import type { JobDefinition } from './queue.ts';

/** Something of a record that falls due by the organization's clock. */
export type Upcoming = { at: string; kind: string; entity: string; entityId: string; name: string | null };

/** A job that waits for its time. */
export type DueJob = { kind: string; at: Date; payload: unknown };

/** What some kinds of jobs will do, by the records as they are now. */
export type UpcomingSource = {
  kinds: readonly string[];
  /** Answers for each job what falls due, or nothing where it will find nothing to do, as after a time was moved. */
  describe: (scope: OrgTransaction, jobs: readonly DueJob[]) => Promise<readonly (Upcoming | undefined)[]>;
};

/** A record that jobs name by its key: its id, or what others call it. */
type Keyed = { key: string; id: string; name: string | null };

type DueOf<Row, P> = {
  definition: JobDefinition<P>;
  keyOf: (payload: P) => string;
  /** The kind of what happens to the record, if something does. */
  happens: (row: Row, due: { at: Date; payload: P }) => string | undefined;
};

/** Binds the payload's type, which a list of several kinds of jobs does not name. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds has payloads of many types
export const due = <Row, P>(of: DueOf<Row, P>): DueOf<Row, any> => of;

/** Makes the source of what falls due of records of one kind: all that the jobs name are read at once. */
export function upcomingSource<Row extends Keyed>({
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

/** Jobs that are read at once, and how often at most: what waits in vain is passed over, and not without end. */
const portion = 200;
const mostPortions = 5;

type DueRow = RowOf<'job', 'id' | 'kind' | 'due_at' | 'payload'>;

/** Jobs that wait for a time of the organization's clock, soonest first, behind a position. */
export const selectDue = (
  scope: OrgScope,
  kinds: readonly string[],
  after: DueRow | undefined,
): Statement => ({
  name: 'upcoming_jobs',
  // In the words of the index job_upcoming: it has those only that were written for later.
  text: `SELECT j.id, j.kind, j.due_at, j.payload FROM job j
         WHERE j.organization_id = $1 AND j.finished_at IS NULL AND j.clock = 'organization'
           AND j.due_at > j.creation_time AND j.kind = ANY ($2) AND (j.due_at, j.id) > ($3, $4)
         ORDER BY j.organization_id, j.due_at, j.id LIMIT ${portion}`,
  values: [scope.organizationId, kinds, after?.due_at ?? '-infinity', after?.id ?? ''],
});

/**
 * Reads what falls due next in an organization, soonest first, each once.
 * @param most how much; less where so much was moved that a thousand jobs have fewer to do
 */
export async function readUpcoming(
  scope: OrgTransaction,
  sources: readonly UpcomingSource[],
  most: number,
): Promise<Upcoming[]> {
  const kinds = sources.flatMap((source) => source.kinds);
  const found = new Map<string, Upcoming>();
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

/** In the order of the jobs. */
async function describe(
  scope: OrgTransaction,
  sources: readonly UpcomingSource[],
  rows: readonly DueRow[],
): Promise<Upcoming[]> {
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
