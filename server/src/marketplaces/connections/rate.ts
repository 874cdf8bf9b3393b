import { setTimeout as sleep } from 'node:timers/promises';
import type { InOrganization } from '../../platform/access/scope.ts';
import { insertSql } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { NewId } from '../../platform/ids.ts';
import type { TakeRate } from '../connector.ts';
import { MarketplaceError } from '../errors.ts';

/** Maximum time that a call waits for its slot; beyond it, the call is retried later. */
export const longestWaitMs = 2000;

/**
 * Enforces the rate limits of a marketplace's APIs across all processes in the database. Each call reserves
 * the next slot; the interval between slots follows from the rate limit.
 */
export const createRates =
  (deps: { inOrganization: InOrganization; newId: NewId; wait?: (ms: number) => Promise<unknown> }) =>
  (organizationId: string, partner: string): TakeRate =>
  async (api, perSecond) => {
    const statement = takePlace(organizationId, partner, api, 1 / perSecond);
    const place = await deps.inOrganization(
      organizationId,
      deps.newId('req'),
      async (_scope, [rows]) => rows?.[0] as { is_taken: boolean; wait_ms: number } | undefined,
      [statement],
    );
    const waitMs = Math.max(0, Math.ceil(place?.wait_ms ?? longestWaitMs));
    if (!place?.is_taken)
      throw new MarketplaceError(`too many calls of ${api}`, {
        kind: 'throttled',
        readable: 'The marketplace’s rate limit is reached. The call is tried again automatically.',
        retryAfterMs: waitMs,
      });
    if (waitMs > 0) await (deps.wait ?? sleep)(waitMs);
  };

/**
 * Reserves the next slot and returns the wait for the slot in milliseconds. A slot that is too far away is
 * not reserved.
 */
const takePlace = (
  organizationId: string,
  partner: string,
  api: string,
  secondsBetween: number,
): Statement => ({
  name: 'take_marketplace_place',
  text: `WITH taken AS (
           ${insertSql(
             'marketplace_rate',
             {
               organization_id: '$1',
               partner: '$2',
               api: '$3',
               next_at: `clock_timestamp() + $4::double precision * interval '1 second'`,
             },
             'r',
           )}
           ON CONFLICT (organization_id, partner, api) DO UPDATE
             SET next_at = greatest(r.next_at, clock_timestamp()) + $4::double precision * interval '1 second'
             WHERE r.next_at <= clock_timestamp() + $5::double precision * interval '1 millisecond'
           RETURNING r.next_at - $4::double precision * interval '1 second' AS place)
         SELECT true AS is_taken,
           extract(epoch FROM t.place - clock_timestamp())::double precision * 1000 AS wait_ms FROM taken t
         UNION ALL
         SELECT false, extract(epoch FROM r.next_at - clock_timestamp())::double precision * 1000
         FROM marketplace_rate r
         WHERE r.organization_id = $1 AND r.partner = $2 AND r.api = $3 AND NOT EXISTS (SELECT FROM taken)`,
  values: [organizationId, partner, api, secondsBetween, longestWaitMs],
});
