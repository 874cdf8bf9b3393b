import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Queryable, Row, Statement } from '../database/statement.ts';
import { type AppError, errors } from '../errors.ts';
import type { OrgScope, OrgTransaction } from './scope.ts';

/** A quota: the maximum number of records of one type in an organization. The limits are in `organization_quota`. */
export type QuotaDefinition = {
  name: string;
  /** The description of the counted records, for the documentation. */
  description: string;
  /** True if the quota counts only the current day (UTC, by the organization's clock). */
  perDay?: true;
  /**
   * Builds the statement that returns one row with `used` and reads at most `atMost` rows. Absent for a quota that is
   * not counted yet.
   */
  count?: (scope: OrgScope, atMost: number) => Statement;
};

/** The result of checking a quota before an operation runs. */
export type QuotaReservation = {
  /** The error when a fresh count shows that the quota is exhausted. */
  full?: AppError | undefined;
  /** Present if few units are left, so that the transaction that inserts the record must count again. */
  exact?: ExactCount | undefined;
};

/** The check of a nearly exhausted quota, which runs in the transaction that inserts the record. */
export type ExactCount = {
  /**
   * Runs the transaction after this process's other transactions on the same quota. Waiting in the database would
   * occupy a connection for each transaction.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Returns the error if the quota is exhausted. Locks the quota until the end of the transaction, so that two
   * transactions cannot use the same unit.
   */
  refusalIn(queryable: Queryable): Promise<AppError | undefined>;
};

export type Quotas = {
  /**
   * Runs an operation that uses units of a quota. The units are reserved while the operation runs.
   * @param uses returns whether the operation used the units
   * @param units the number of units that the operation uses; 1 by default
   */
  reserve<T>(
    scope: OrgScope,
    name: string,
    work: (reservation: QuotaReservation) => Promise<T>,
    uses: (result: T) => boolean,
    units?: number,
  ): Promise<T>;
};

type QuotaUsage = { maximum: number; counted: number; readAt: number; day: string; added: number };

/** The maximum age of a cached count that admits operations. */
const keptMs = 60_000;

/** The number of remaining units below which each operation counts in its own transaction, one operation at a time. */
const exactBelow = 1000;

/**
 * Creates the quota check. While many units are left, the check adds the units that this process has used or reserved
 * to a count that is at most a minute old. This check is read-only and never waits. When few units are left, as in
 * every small quota, the transaction counts under a lock, so that the limit holds for any number of processes.
 */
export function createQuotas(deps: {
  database: Pick<Database, 'batch'>;
  definitions: readonly QuotaDefinition[];
}): Quotas {
  const definitions = new Map(deps.definitions.map((definition) => [definition.name, definition]));
  const memory = new LRUCache<string, QuotaUsage>({ max: 10_000 });
  const reading = new Map<string, Promise<QuotaUsage>>();
  const underWay = createTally();
  const inTurn = createTurns();
  const keyOf = (scope: OrgScope, name: string) => `${scope.organizationId} ${name}`;

  const read = async (scope: OrgScope, definition: QuotaDefinition): Promise<QuotaUsage> => {
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

  /** Counts again. Simultaneous callers share the result. */
  const refresh = (scope: OrgScope, definition: QuotaDefinition): Promise<QuotaUsage> => {
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

  const left = (known: QuotaUsage) => known.maximum - known.counted - known.added;
  const isFresh = (known: QuotaUsage, scope: OrgScope, { perDay }: QuotaDefinition) =>
    scope.wallNow.getTime() - known.readAt < keptMs && (!perDay || known.day === dayOf(scope.now));

  /**
   * Returns the cached count if it is fresh and enough units are left. Otherwise counts again, because an operation is
   * rejected only after a fresh count.
   */
  const knownOf = async (
    scope: OrgScope,
    definition: QuotaDefinition,
    units: number,
  ): Promise<QuotaUsage> => {
    const known = memory.get(keyOf(scope, definition.name));
    if (known && isFresh(known, scope, definition) && left(known) >= units) return known;
    return refresh(scope, definition);
  };

  return {
    reserve: async (scope, name, work, uses, units = 1) => {
      const definition = definitions.get(name);
      if (!definition) throw new Error(`unknown quota ${name}`);
      const key = keyOf(scope, name);
      const noted = async (reservation: QuotaReservation) => {
        const result = await work(reservation);
        const known = memory.get(key);
        if (known && uses(result)) known.added += units;
        return result;
      };
      const known = await knownOf(scope, definition, units);
      if (left(known) < units) return noted({ full: quotaExceeded(scope, definition, known.maximum) });
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

/** Creates a counter of the units in flight for each key. */
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

/** Creates queues that run the work of each key in order, one item at a time. */
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
 * Consumes quota units for work that the service itself started.
 * @throws 429 when too few units are left
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

/** Counts under a lock that blocks other transactions on this quota until the end of this transaction. */
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
  return usedOf(counted) + units <= maximum ? undefined : quotaExceeded(scope, definition, maximum);
}

function maximumOf(row: Row | undefined, { name }: QuotaDefinition): number {
  const maximum = row?.maximum as number | undefined;
  if (maximum === undefined) throw new Error(`unknown quota ${name}`);
  return maximum;
}

/** Reads the result of a counting statement. */
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
 * Creates the error for an exhausted quota, with the headers of draft-ietf-httpapi-ratelimit-headers. Only a daily
 * quota has a Retry-After, since waiting does not free units of other quotas.
 */
export function quotaExceeded(
  scope: Pick<OrgScope, 'now'>,
  { name, perDay }: Pick<QuotaDefinition, 'name' | 'perDay'>,
  maximum: number,
): AppError {
  const restOfDayS = dayS - (Math.floor(scope.now.getTime() / 1000) % dayS);
  return errors.quota_exceeded(`The quota ${name} is ${maximum}${perDay ? ' a day' : ''} and is used up.`, {
    headers: {
      'ratelimit-policy': `"${name}";q=${maximum}${perDay ? `;w=${dayS}` : ''}`,
      ratelimit: `"${name}";r=0${perDay ? `;t=${restOfDayS}` : ''}`,
      ...(perDay ? { 'retry-after': String(restOfDayS) } : {}),
    },
  });
}
