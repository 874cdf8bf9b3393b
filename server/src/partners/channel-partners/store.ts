import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import type { ValuesFor } from '../../platform/database/rows.ts';
import { type Statement, sqlState } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { partnerErrors } from '../errors.ts';
import {
  accountsOf,
  type ChannelPartnerRow,
  channelPartnerColumnList,
  encodeChannelPartner,
} from './columns.ts';
import { channelPartnerMoves, isDeleted } from './states.ts';

/** The channel partner, if it was not deleted. */
export const selectChannelPartner = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
  name: 'select_channel_partner',
  text: `SELECT ${channelPartnerColumnList} FROM channel_partner p
         WHERE p.organization_id = $1 AND p.id = $2 AND p.status <> 'DELETED'`,
  values: [scope.organizationId, id],
});

/** The channel partner, locked until the end of the transaction; other records may go on naming it. @throws 404 */
export async function lockChannelPartner(scope: OrgTransaction, id: string): Promise<ChannelPartnerRow> {
  const { text, values } = selectChannelPartner(scope, id);
  const [row] = await scope.query<ChannelPartnerRow>({
    name: 'lock_channel_partner',
    text: `${text} FOR NO KEY UPDATE`,
    values,
  });
  if (!row) throw partnerErrors.channel_partner_not_found();
  return row;
}

/**
 * Locks a channel partner so that it stays as it is until the end of the transaction: others may do so, too. @throws 404
 */
export async function lockChannelPartnerForReference(
  scope: OrgTransaction,
  id: string,
): Promise<ChannelPartnerRow> {
  const { text, values } = selectChannelPartner(scope, id);
  const [row] = await scope.query<ChannelPartnerRow>({
    name: 'hold_channel_partner',
    text: `${text} FOR SHARE`,
    values,
  });
  if (!row) throw partnerErrors.channel_partner_not_found();
  return row;
}

const written = [
  'name',
  'type',
  'status',
  'tier_id',
  'contact_ids',
  'domains',
  'accounts',
  'crm_a_account_id',
  'crm_b_company_id',
  'crm_c_account_id',
  'owner_id',
  'notes',
] as const;
type Written = (typeof written)[number];
export type ChannelPartnerValues = ValuesFor<'channel_partner', Written> &
  Pick<ChannelPartnerRow, 'status' | 'accounts'>;

const { record } = createEntityEvents<ChannelPartnerRow, 'CREATE' | 'UPDATE' | 'DELETE'>(
  'CHANNEL_PARTNER',
  encodeChannelPartner,
);

const insert = defineStatement(
  'insert_channel_partner',
  {
    partner: columns('channel_partner', ['organization_id', 'id', 'created_by', 'creation_time', ...written]),
  },
  ({ partner }) =>
    `${partner.insert({ last_update_time: partner.at.creation_time }, 'p')} RETURNING ${channelPartnerColumnList}`,
);

const update = defineStatement(
  'write_channel_partner',
  {
    key: columns('channel_partner', ['organization_id', 'id']),
    partner: columns('channel_partner', [...written, 'last_update_time']),
  },
  ({ key, partner }) => `UPDATE channel_partner p SET ${partner.set}, sequence = p.sequence + 1
    WHERE ${key.equals('p')} RETURNING ${channelPartnerColumnList}`,
);

/** Writes a new channel partner, and its event. @throws 409 for an account that is another one's */
export async function createChannelPartnerRow(
  scope: OrgTransaction,
  values: ChannelPartnerValues,
): Promise<ChannelPartnerRow> {
  const partner = {
    ...values,
    organization_id: scope.organizationId,
    id: scope.newId('chp'),
    created_by: scope.actor.id,
    creation_time: scope.now,
  };
  const [row] = await scope.query<ChannelPartnerRow>(insert({ partner }));
  await keepAccounts(scope, row as ChannelPartnerRow);
  await scope.query(record(scope, 'CREATE', row as ChannelPartnerRow));
  return row as ChannelPartnerRow;
}

/** Writes what changed of a locked channel partner, and the event. @throws 409 for an account that is another one's */
export async function changeChannelPartner(
  scope: OrgTransaction,
  before: ChannelPartnerRow,
  change: Partial<ChannelPartnerValues>,
  { audited = true }: { audited?: boolean } = {},
): Promise<ChannelPartnerRow> {
  requireKnownMove([channelPartnerMoves], before, change.status);
  const [row] = await scope.query<ChannelPartnerRow>(
    update({
      key: { organization_id: scope.organizationId, id: before.id },
      partner: { ...before, ...change, last_update_time: scope.now },
    }),
  );
  if (!row) throw new Error(`channel partner ${before.id} is not there`);
  if (row.accounts !== before.accounts || isDeleted(row.status)) await keepAccounts(scope, row);
  await scope.query(record(scope, isDeleted(row.status) ? 'DELETE' : 'UPDATE', row, before, { audited }));
  return row;
}

const uniqueViolation = '23505';

const insertAccounts = defineStatement(
  'insert_channel_partner_accounts',
  {
    key: columns('channel_partner_account', ['organization_id', 'channel_partner_id']),
    accounts: rows('channel_partner_account', ['partner', 'account_id']),
  },
  ({ key, accounts }) => `${accounts.insert('a', key.at)} FROM ${accounts.unnest('a')}
    ORDER BY a.partner, a.account_id`,
);

/** Has the accounts of a channel partner be its own; one that was deleted has none. @throws 409 */
async function keepAccounts(scope: OrgTransaction, row: ChannelPartnerRow): Promise<void> {
  await scope.query({
    name: 'drop_channel_partner_accounts',
    text: 'DELETE FROM channel_partner_account WHERE organization_id = $1 AND channel_partner_id = $2',
    values: [scope.organizationId, row.id],
  });
  const accounts = isDeleted(row.status) ? [] : accountsOf(row);
  if (accounts.length === 0) return;
  const key = { organization_id: scope.organizationId, channel_partner_id: row.id };
  const given = accounts.map(({ partner, accountId }) => ({ partner, account_id: accountId }));
  await scope.query(insertAccounts({ key, accounts: given })).catch((error) => {
    if (sqlState(error) === uniqueViolation) throw partnerErrors.channel_partner_account_taken();
    throw error;
  });
}

export const countChannelPartners = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_channel_partners',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM channel_partner p
           WHERE p.organization_id = $1 AND p.status <> 'DELETED' LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});
