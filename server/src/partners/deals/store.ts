import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { ValuesFor } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { inList, requireKnownMove } from '../../platform/records/moves.ts';
import { partnerErrors } from '../errors.ts';
import { customerColumns, type DealRow, dealColumnList, encodeDeal } from './columns.ts';
import type { DealFields } from './rules.ts';
import { type DealStatus, dealMoves, firstState, openStates } from './states.ts';

export const selectDeal = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
  name: 'select_deal_registration',
  text: `SELECT ${dealColumnList} FROM deal_registration d WHERE d.organization_id = $1 AND d.id = $2`,
  values: [scope.organizationId, id],
});

/** Locks a deal registration until the end of the transaction. */
export async function lockDeal(scope: OrgTransaction, id: string): Promise<DealRow | undefined> {
  const { text, values } = selectDeal(scope, id);
  const rows = await scope.query<DealRow>({
    name: 'lock_deal_registration',
    text: `${text} FOR NO KEY UPDATE`,
    values,
  });
  return rows[0];
}

/**
 * Locks a deal registration.
 * @throws 404 for an unknown registration
 */
export async function requireDeal(scope: OrgTransaction, id: string): Promise<DealRow> {
  const deal = await lockDeal(scope, id);
  if (!deal) throw partnerErrors.deal_registration_not_found();
  return deal;
}

const said = [
  'name',
  'product_ids',
  'amount',
  'currency',
  'expected_close_date',
  'notes',
  ...customerColumns,
] as const;
const written = [
  ...said,
  'status',
  'has_conflict',
  'submitted_by',
  'submission_time',
  'decided_by',
  'decision_time',
  'decision_note',
  'override_reason',
  'overridden_by',
  'protected_product_ids',
  'protection_end_time',
  'close_time',
  'close_note',
  'offer_id',
  'entitlement_id',
] as const;
export type DealChange = Partial<ValuesFor<'deal_registration', (typeof written)[number]>> & {
  status?: DealStatus;
};

/** The actions of a deal registration's events. */
export type DealAction =
  | 'CREATE'
  | 'UPDATE'
  | 'SUBMIT'
  | 'APPROVE'
  | 'REQUEST_ACTION'
  | 'REJECT'
  | 'WITHDRAW'
  | 'WIN'
  | 'LOSE'
  | 'EXPIRE'
  | 'OVERRIDE';

const { record, recordRemoved } = createEntityEvents<DealRow, DealAction>('DEAL_REGISTRATION', encodeDeal);

const insert = defineStatement(
  'insert_deal_registration',
  {
    deal: columns('deal_registration', [
      'organization_id',
      'id',
      'channel_partner_id',
      'status',
      'created_by',
      'creation_time',
      ...said,
    ]),
  },
  ({ deal }) =>
    `${deal.insert({ last_update_time: deal.at.creation_time }, 'd')} RETURNING ${dealColumnList}`,
);

const update = defineStatement(
  'write_deal_registration',
  {
    key: columns('deal_registration', ['organization_id', 'id']),
    deal: columns('deal_registration', [...written, 'last_update_time']),
  },
  ({ key, deal }) => `UPDATE deal_registration d SET ${deal.set}, sequence = d.sequence + 1
    WHERE ${key.equals('d')} RETURNING ${dealColumnList}`,
);

/** Inserts a deal registration and records the event. */
export async function createDealRow(
  scope: OrgTransaction,
  channelPartnerId: string,
  values: DealFields,
): Promise<DealRow> {
  const deal = {
    ...values,
    organization_id: scope.organizationId,
    id: scope.newId('der'),
    channel_partner_id: channelPartnerId,
    status: firstState,
    created_by: scope.actor.id,
    creation_time: scope.now,
  };
  const [row] = await scope.query<DealRow>(insert({ deal }));
  await scope.query(record(scope, 'CREATE', row as DealRow));
  return row as DealRow;
}

/**
 * Writes the change of a locked deal registration and records the event.
 * @param audited whether the event is the audit entry; false if the event of another record is the audit entry
 */
export async function changeDeal(
  scope: OrgTransaction,
  before: DealRow,
  action: DealAction,
  change: DealChange,
  { audited = true }: { audited?: boolean } = {},
): Promise<DealRow> {
  requireKnownMove([dealMoves], before, change.status);
  const [row] = await scope.query<DealRow>(
    update({
      key: { organization_id: scope.organizationId, id: before.id },
      deal: { ...before, ...change, last_update_time: scope.now },
    }),
  );
  if (!row) throw new Error(`deal registration ${before.id} does not exist`);
  await scope.query(record(scope, action, row, before, { audited }));
  return row;
}

export async function removeDeal(scope: OrgTransaction, deal: DealRow): Promise<void> {
  await scope.query(
    mustChange({
      name: 'remove_deal_registration',
      text: 'DELETE FROM deal_registration WHERE organization_id = $1 AND id = $2',
      values: [scope.organizationId, deal.id],
    }),
  );
  await scope.query(recordRemoved(scope, deal));
}

export const countDeals = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_deal_registrations',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM deal_registration d WHERE d.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

/** Reads whether a channel partner has open deal registrations. */
export async function hasOpenDeals(scope: OrgTransaction, channelPartnerId: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'open_deal_of_channel_partner',
    text: `SELECT id FROM deal_registration WHERE organization_id = $1 AND channel_partner_id = $2
             AND status IN (${inList(openStates)}) LIMIT 1`,
    values: [scope.organizationId, channelPartnerId],
  });
  return rows.length > 0;
}
