import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import type { RowOf, ValuesFor } from '../../platform/database/rows.ts';
import { type Statement, sqlState } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { partnerErrors } from '../errors.ts';
import type { Account } from '../fields.ts';
import type { ChannelPartnerType } from './records.ts';
import { type ChannelPartnerStatus, channelPartnerMoves, isDeleted } from './states.ts';

/** The columns that store the fields of a ChannelPartner. */
const channelPartnerFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['tierId', 'tier_id', 'text'],
  ['contactIds', 'contact_ids', 'texts'],
  ['domains', 'domains', 'texts'],
  ['accounts', 'accounts', 'json'],
  ['crmAAccountId', 'crm_a_account_id', 'text'],
  ['crmBCompanyId', 'crm_b_company_id', 'text'],
  ['crmCAccountId', 'crm_c_account_id', 'text'],
  ['ownerId', 'owner_id', 'text'],
  ['notes', 'notes', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'channel_partner'>;

/** A channel partner with the number of its last event; `accounts` is JSON text. */
export type ChannelPartnerRow = RowOf<
  'channel_partner',
  ColumnsOf<typeof channelPartnerFields> | 'sequence',
  { status: ChannelPartnerStatus; type: ChannelPartnerType }
>;

export const encodeChannelPartner = recordEncoder(channelPartnerFields);
export const channelPartnerColumns = channelPartnerFields.map(([, column]) => column);
export const channelPartnerColumnList = `${columnList(channelPartnerFields, 'p')}, p.sequence`;

export const accountsOf = ({ accounts }: Pick<ChannelPartnerRow, 'accounts'>): Account[] =>
  JSON.parse(accounts);

/** Selects a channel partner that is not deleted. */
export const selectChannelPartner = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
  name: 'select_channel_partner',
  text: `SELECT ${channelPartnerColumnList} FROM channel_partner p
         WHERE p.organization_id = $1 AND p.id = $2 AND p.status <> 'DELETED'`,
  values: [scope.organizationId, id],
});

/**
 * Locks a channel partner until the end of the transaction; other records may still reference it.
 * @throws 404 for an unknown channel partner
 */
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
 * Acquires a shared lock of a channel partner, which prevents changes until the end of the transaction.
 * @throws 404 for an unknown channel partner
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
type WrittenColumn = (typeof written)[number];
type ChannelPartnerValues = ValuesFor<'channel_partner', WrittenColumn> &
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

/**
 * Inserts a channel partner and records the event.
 * @throws 409 when another channel partner has one of its accounts
 */
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

/**
 * Writes the change of a locked channel partner, and the event.
 * @throws 409 when another channel partner has one of its accounts
 */
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
  if (!row) throw new Error(`channel partner ${before.id} does not exist`);
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

/**
 * Replaces the accounts of a channel partner; a deleted channel partner has no accounts.
 * @throws 409 when another channel partner has one of the accounts
 */
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
