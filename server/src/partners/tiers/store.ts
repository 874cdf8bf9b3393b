import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import { type Statement, sqlState } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { partnerErrors } from '../errors.ts';
import { encodeTier, type TierRow, tierColumnList } from './columns.ts';
import { usualProtectionDays } from './records.ts';

const uniqueViolation = '23505';

export const selectTier = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
  name: 'select_channel_partner_tier',
  text: `SELECT ${tierColumnList} FROM channel_partner_tier t WHERE t.organization_id = $1 AND t.id = $2`,
  values: [scope.organizationId, id],
});

/** The tier, locked until the end of the transaction. @throws 404 */
export async function lockTier(scope: OrgTransaction, id: string): Promise<TierRow> {
  const { text, values } = selectTier(scope, id);
  const [row] = await scope.query<TierRow>({
    name: 'lock_channel_partner_tier',
    text: `${text} FOR UPDATE`,
    values,
  });
  if (!row) throw partnerErrors.channel_partner_tier_not_found();
  return row;
}

/** Locks a tier so that it stays until the end of the transaction, though it may change. @throws 404 */
export async function lockTierForReference(scope: OrgTransaction, id: string): Promise<void> {
  const rows = await scope.query({
    name: 'hold_channel_partner_tier',
    text: 'SELECT id FROM channel_partner_tier WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
    values: [scope.organizationId, id],
  });
  if (rows.length === 0) throw partnerErrors.channel_partner_tier_not_found();
}

/** Reads whether a channel partner is of the tier; those that were deleted do not count. */
export async function isTierUsed(scope: OrgTransaction, id: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'channel_partner_of_tier',
    text: 'SELECT id FROM channel_partner WHERE organization_id = $1 AND tier_id = $2 LIMIT 1',
    values: [scope.organizationId, id],
  });
  return rows.length > 0;
}

const { record, recordRemoved } = createEntityEvents<TierRow, 'CREATE' | 'UPDATE'>(
  'CHANNEL_PARTNER_TIER',
  encodeTier,
);

const written = ['name', 'rank', 'share', 'protection_days'] as const;
export type TierValues = Pick<TierRow, (typeof written)[number]>;

const insert = defineStatement(
  'insert_channel_partner_tier',
  { tier: columns('channel_partner_tier', ['organization_id', 'id', 'creation_time', ...written]) },
  ({ tier }) =>
    `${tier.insert({ last_update_time: tier.at.creation_time }, 't')} RETURNING ${tierColumnList}`,
);

const update = defineStatement(
  'write_channel_partner_tier',
  {
    key: columns('channel_partner_tier', ['organization_id', 'id']),
    tier: columns('channel_partner_tier', [...written, 'last_update_time']),
  },
  ({ key, tier }) => `UPDATE channel_partner_tier t SET ${tier.set}, sequence = t.sequence + 1
    WHERE ${key.equals('t')} RETURNING ${tierColumnList}`,
);

const rankTaken = (error: unknown): never => {
  if (sqlState(error) === uniqueViolation) throw partnerErrors.channel_partner_tier_rank_taken();
  throw error;
};

/** Writes a new tier, and its event. @throws 409 where another one has its rank */
export async function createTierRow(scope: OrgTransaction, values: TierValues): Promise<TierRow> {
  const tier = {
    ...values,
    organization_id: scope.organizationId,
    id: scope.newId('cpt'),
    creation_time: scope.now,
  };
  const [row] = await scope.query<TierRow>(insert({ tier })).catch(rankTaken);
  await scope.query(record(scope, 'CREATE', row as TierRow));
  return row as TierRow;
}

/** Writes what changed of a locked tier, and the event of the change. @throws 409 where another one has its rank */
export async function changeTierRow(
  scope: OrgTransaction,
  before: TierRow,
  values: TierValues,
): Promise<TierRow> {
  const key = { organization_id: scope.organizationId, id: before.id };
  const tier = { ...values, last_update_time: scope.now };
  const [row] = await scope.query<TierRow>(update({ key, tier })).catch(rankTaken);
  await scope.query(record(scope, 'UPDATE', row as TierRow, before));
  return row as TierRow;
}

export async function removeTier(scope: OrgTransaction, tier: TierRow): Promise<void> {
  await scope.query(
    mustChange({
      name: 'remove_channel_partner_tier',
      text: 'DELETE FROM channel_partner_tier WHERE organization_id = $1 AND id = $2',
      values: [scope.organizationId, tier.id],
    }),
  );
  await scope.query(recordRemoved(scope, tier));
}

export const countTiers = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_channel_partner_tiers',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM channel_partner_tier t WHERE t.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

/** Reads for how long a tier protects customers; for the usual days where there is none. */
export async function protectionDaysOf(scope: OrgTransaction, tierId: string | null): Promise<number> {
  if (tierId === null) return usualProtectionDays;
  const [tier] = await scope.query<TierRow>(selectTier(scope, tierId));
  return tier?.protection_days ?? usualProtectionDays;
}
