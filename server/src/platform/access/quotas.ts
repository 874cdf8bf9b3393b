import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Queryable, Row, Statement } from '../database/statement.ts';
import { type AppError, errors } from '../errors.ts';
import type { OrgScope, OrgTransaction } from './scope.ts';

/**
 * The definition of how much of something an organization may have. Its maximum stands in the database,
 * `organization_quota`.
 */
export type QuotaDefinition = {
  name: string;
  /** What is counted, for people. */
  description: string;
  /** Counts of one day (UTC, by the organization's clock) and not of all time. */
  perDay?: true;
  /** Answers one row with `used`, and reads no more than `atMost` rows. Absent while there is nothing to count. */
  count?: (scope: OrgScope, atMost: number) => Statement;
};

/** The reservation by which an operation was admitted. */
export type QuotaReservation = {
  /** The refusal, by a count that was just made. */
  full?: AppError | undefined;
  /** Where little is left: the transaction that makes the record counts for itself. */
  exact?: ExactCount | undefined;
};

/** Counts in the transaction that makes the record, where little is left. */
export type ExactCount = {
  /**
   * Runs the transaction after those of this process that draw on the same quota: waiting in the database, each would
   * occupy a connection.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Answers the refusal, if any. Locks the quota until the end of the transaction, so that no two use the same unit.
   */
  refusalIn(queryable: Queryable): Promise<AppError | undefined>;
};

export type Quotas = {
  /**
   * Runs an operation that draws on a quota, with its units reserved for as long as it runs.
   * @param uses whether the operation used the units
   * @param units how many it draws, one when absent
   */
  reserve<T>(
    scope: OrgScope,
    name: string,
    work: (reservation: QuotaReservation) => Promise<T>,
    uses: (result: T) => boolean,
    units?: number,
  ): Promise<T>;
};

type Known = { maximum: number; counted: number; readAt: number; day: string; added: number };

/** The age that a count may have by which an operation is let in by. */
const keptMs = 60_000;

/**
 * The bound of exact counts: where no more than this is left, each operation counts in its own transaction, one after
 * the other.
 */
const exactBelow = 1000;

/**
 * Quotas by soft counts as long as much is left: what this process counted at most a minute ago, has added since, and
 * has under way. Nothing is written then, and nothing waits. Where little is left, as with every small quota, the
 * transaction itself counts, under a lock: no maximum is exceeded, however many processes there are.
 */
export function createQuotas(deps: {
  database: Pick<Database, 'batch'>;
  definitions: readonly QuotaDefinition[];
}): Quotas {
  const definitions = new Map(deps.definitions.map((definition) => [definition.name, definition]));
  const memory = new LRUCache<string, Known>({ max: 10_000 });
  const reading = new Map<string, Promise<Known>>();
  const underWay = createTally();
  const inTurn = createTurns();
  const keyOf = (scope: OrgScope, name: string) => `${scope.organizationId} ${name}`;

  const read = async (scope: OrgScope, definition: QuotaDefinition): Promise<Known> => {
    const [, limits] = await deps.database.batch([enter(scope), selectMaximum(scope, definition.name)]);
    const maximum = maximumOf(limits?.[0], definition);
    const count = definition.count?.(scope, maximum + 1);
    const [, counts] = count ? await deps.database.batch([enter(scope), count]) : [];
    return {
      maximum,
      counted: usedOf(counts?.[0]),
      readAt: scope.wallNow.getTime(),
      day: dayOf(scope.now),
      added: 0,
    };
  };

  /** All who ask at one time share one count. */
  const refresh = (scope: OrgScope, definition: QuotaDefinition): Promise<Known> => {
    const key = keyOf(scope, definition.name);
    const under = reading.get(key);
    if (under) return under;
    const begun = read(scope, definition)
      .then((known) => {
        memory.set(key, known);
        return known;
      })
      .finally(() => reading.delete(key));
    reading.set(key, begun);
    return begun;
  };

  const left = (known: Known) => known.maximum - known.counted - known.added;
  const isFresh = (known: Known, scope: OrgScope, { perDay }: QuotaDefinition) =>
    scope.wallNow.getTime() - known.readAt < keptMs && (!perDay || known.day === dayOf(scope.now));

  /** A refusal is never decided from memory. */
  const knownOf = async (scope: OrgScope, definition: QuotaDefinition, units: number): Promise<Known> => {
    const known = memory.get(keyOf(scope, definition.name));
    if (known && isFresh(known, scope, definition) && left(known) >= units) return known;
    return refresh(scope, definition);
  };

  return {
    reserve: async (scope, name, work, uses, units = 1) => {
      const definition = definitions.get(name);
      if (!definition) throw new Error(`there is no quota ${name}`);
      const key = keyOf(scope, name);
      const noted = async (reservation: QuotaReservation) => {
        const result = await work(reservation);
        const known = memory.get(key);
        if (known && uses(result)) known.added += units;
        return result;
      };
      const known = await knownOf(scope, definition, units);
      if (left(known) < units) return noted({ full: exceeded(scope, definition, known.maximum) });
      const { count } = definition;
      if (count && left(known) - underWay.of(key) <= exactBelow * units)
        return noted({
          exact: {
            inTurn: (turn) => inTurn(key, turn),
            refusalIn: (queryable) => refusalIn(queryable, scope, { ...definition, count }, units),
          },
        });
      return underWay.during(key, units, () => noted({}));
    },
  };
}

/** Creates a count of how many there are of each key at this moment. */
function createTally() {
  const tally = new Map<string, number>();
  const of = (key: string): number => tally.get(key) ?? 0;
  const during = async <T>(key: string, units: number, work: () => Promise<T>): Promise<T> => {
    tally.set(key, of(key) + units);
    try {
      return await work();
    } finally {
      if (of(key) === units) tally.delete(key);
      else tally.set(key, of(key) - units);
    }
  };
  return { of, during };
}

/** One after the other for each key. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    const clear = () => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(clear, clear);
    return turn;
  };
}

/**
 * Takes units of a quota for what no operation of a caller's does.
 * @throws 429 when there are not as many left
 */
export async function requireQuota(
  scope: OrgTransaction,
  definition: QuotaDefinition,
  units = 1,
): Promise<void> {
  const { count } = definition;
  const refused = count && (await refusalIn(scope, scope, { ...definition, count }, units));
  if (refused) throw refused;
}

/** Counts under the lock that keeps other transactions from adding, until the end of this one. */
async function refusalIn(
  { query }: Queryable,
  scope: OrgScope,
  definition: QuotaDefinition & Required<Pick<QuotaDefinition, 'count'>>,
  units: number,
): Promise<AppError | undefined> {
  await query(acquireQuotaLock(scope, definition.name));
  const [limit] = await query(selectMaximum(scope, definition.name));
  const maximum = maximumOf(limit, definition);
  const [counted] = await query(definition.count(scope, maximum));
  return usedOf(counted) + units <= maximum ? undefined : exceeded(scope, definition, maximum);
}

function maximumOf(row: Row | undefined, { name }: QuotaDefinition): number {
  const maximum = row?.maximum as number | undefined;
  if (maximum === undefined) throw new Error(`there is no quota ${name}`);
  return maximum;
}

/** Reads what a counting statement answered. */
export const usedOf = (row: Row | undefined): number => Number(row?.used ?? 0);

const enter = (scope: OrgScope): Statement => ({
  name: 'enter_organization',
  text: `SELECT set_config('app.organization_id', $1, true)`,
  values: [scope.organizationId],
});

const acquireQuotaLock = (scope: OrgScope, name: string): Statement => ({
  name: 'lock_quota_of_organization',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('quota' || chr(10) || $1 || chr(10) || $2, 0))`,
  values: [scope.organizationId, name],
});

const selectMaximum = (scope: OrgScope, name: string): Statement => ({
  name: 'select_quota_maximum',
  text: 'SELECT q.maximum FROM organization_quota q WHERE q.organization_id = $1 AND q.name = $2',
  values: [scope.organizationId, name],
});

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
const dayS = 86_400;

/**
 * Makes the error of a quota that is used up, with the headers of draft-ietf-httpapi-ratelimit-headers; when to come
 * again only where waiting helps.
 */
export function exceeded(
  scope: Pick<OrgScope, 'now'>,
  { name, perDay }: Pick<QuotaDefinition, 'name' | 'perDay'>,
  maximum: number,
): AppError {
  const restOfDayS = dayS - (Math.floor(scope.now.getTime() / 1000) % dayS);
  return errors.quota_exceeded(
    `The quota ${name} is ${maximum}${perDay ? ' a day' : ''}, and all of it is used.`,
    {
      headers: {
        'ratelimit-policy': `"${name}";q=${maximum}${perDay ? `;w=${dayS}` : ''}`,
        ratelimit: `"${name}";r=0${perDay ? `;t=${restOfDayS}` : ''}`,
        ...(perDay ? { 'retry-after': String(restOfDayS) } : {}),
      },
    },
  );
}
