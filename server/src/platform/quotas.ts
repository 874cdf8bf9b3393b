import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';
import { type AppError, errors } from './errors.ts';
import type { OrgScope } from './scope.ts';
import type { Row, Statement } from './statement.ts';

/** How much of something an organization may have. Its maximum stands in the database, `organization_quota`. */
export type QuotaDefinition = {
  name: string;
  /** What is counted, for people. */
  description: string;
  /** Counts of one day (UTC, by the organization's clock) and not of all time. */
  perDay?: true;
  /** Answers one row with `used`, and reads no more than `atMost` rows. Absent while there is nothing to count. */
  count?: (scope: OrgScope, atMost: number) => Statement;
};

export type Quotas = {
  /** The refusal when the organization has used the quota up; a refusal is never decided from memory. */
  refusal(scope: OrgScope, name: string): Promise<AppError | undefined>;
  /** Takes note of one more. */
  use(scope: OrgScope, name: string): void;
};

type Known = { maximum: number; counted: number; readAt: number; day: string; added: number };

/** How old a count may be that an operation is let in by. */
const keptMs = 60_000;

/**
 * Quotas by soft counts: what this process counted at most a minute ago and has added since. Nothing is written, so
 * several processes together may go a little beyond a maximum.
 */
export function createQuotas(deps: {
  database: Pick<Database, 'batch'>;
  definitions: readonly QuotaDefinition[];
}): Quotas {
  const definitions = new Map(deps.definitions.map((definition) => [definition.name, definition]));
  const memory = new LRUCache<string, Known>({ max: 10_000 });
  const reading = new Map<string, Promise<Known>>();
  const keyOf = (scope: OrgScope, name: string) => `${scope.organizationId} ${name}`;

  const read = async (scope: OrgScope, definition: QuotaDefinition): Promise<Known> => {
    const [, limits] = await deps.database.batch([enter(scope), selectMaximum(scope, definition.name)]);
    const maximum = limits?.[0]?.maximum as number | undefined;
    if (maximum === undefined) throw new Error(`there is no quota ${definition.name}`);
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

  const isFull = (known: Known) => known.counted + known.added >= known.maximum;
  const isFresh = (known: Known, scope: OrgScope, { perDay }: QuotaDefinition) =>
    scope.wallNow.getTime() - known.readAt < keptMs && (!perDay || known.day === dayOf(scope.now));

  return {
    refusal: async (scope, name) => {
      const definition = definitions.get(name);
      if (!definition) throw new Error(`there is no quota ${name}`);
      const known = memory.get(keyOf(scope, name));
      if (known && isFresh(known, scope, definition) && !isFull(known)) return undefined;
      const current = await refresh(scope, definition);
      return isFull(current) ? exceeded(scope, definition, current.maximum) : undefined;
    },
    use: (scope, name) => {
      const known = memory.get(keyOf(scope, name));
      if (known) known.added++;
    },
  };
}

/** What a counting statement answered. */
export const usedOf = (row: Row | undefined): number => Number(row?.used ?? 0);

const enter = (scope: OrgScope): Statement => ({
  name: 'enter_organization',
  text: `SELECT set_config('app.organization_id', $1, true)`,
  values: [scope.organizationId],
});

const selectMaximum = (scope: OrgScope, name: string): Statement => ({
  name: 'select_quota_maximum',
  text: 'SELECT q.maximum FROM organization_quota q WHERE q.organization_id = $1 AND q.name = $2',
  values: [scope.organizationId, name],
});

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
const dayS = 86_400;

/** With the headers of draft-ietf-httpapi-ratelimit-headers; when to come again only where waiting helps. */
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
