import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../../platform/database/define-statement.ts';
import type { NewRowOf, RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { RequestStatus } from './states.ts';

/** The columns that store the fields of an EntitlementRequest. */
export const requestColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['partner', 'partner', 'text'],
  ['externalID', 'external_id', 'text'],
  ['type', 'type', 'text'],
  ['planID', 'plan_id', 'text'],
  ['quantity', 'quantity', 'number'],
  ['status', 'status', 'text'],
  ['answeredThrough', 'answered_through', 'text'],
  ['answeredBy', 'answered_by', 'text'],
  ['reason', 'reason', 'text'],
  ['errorMessages', 'error_messages', 'texts'],
  ['prettifiedErrorMessages', 'readable_messages', 'texts'],
  ['creationTime', 'creation_time', 'time'],
  ['answerTime', 'answer_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'entitlement_request'>;

export type RequestRow = RowOf<
  'entitlement_request',
  ColumnsOf<typeof requestColumns> | 'sequence',
  { status: RequestStatus }
>;

export const encodeRequest = recordEncoder(requestColumns);
export const requestEvents = createEntityEvents<{ id: string }>('ENTITLEMENT_REQUEST', encodeRequest);

const whole = `${columnList(requestColumns, 'r')}, r.sequence`;

export const selectRequest = (scope: OrgScope, entitlementId: string, id: string): Statement => ({
  name: 'select_entitlement_request',
  text: `SELECT ${whole} FROM entitlement_request r
         WHERE r.organization_id = $1 AND r.entitlement_id = $2 AND r.id = $3`,
  values: [scope.organizationId, entitlementId, id],
});

/** Locks a request of an entitlement. The entitlement must be locked before. */
export async function lockRequest(
  scope: OrgTransaction,
  entitlementId: string,
  id: string,
): Promise<RequestRow | undefined> {
  const [row] = await scope.query<RequestRow>({
    name: 'lock_entitlement_request',
    text: `SELECT ${whole} FROM entitlement_request r
           WHERE r.organization_id = $1 AND r.entitlement_id = $2 AND r.id = $3 FOR UPDATE`,
    values: [scope.organizationId, entitlementId, id],
  });
  return row;
}

/** Reads a request by its id at the marketplace. */
export async function findRequest(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<RequestRow | undefined> {
  const [row] = await scope.query<RequestRow>({
    name: 'find_entitlement_request',
    text: `SELECT ${whole} FROM entitlement_request r
           WHERE r.organization_id = $1 AND r.partner = $2 AND r.external_id = $3`,
    values: [scope.organizationId, partner, externalId],
  });
  return row;
}

const written = [
  'organization_id',
  'id',
  'entitlement_id',
  'buyer_id',
  'partner',
  'external_id',
  'type',
  'plan_id',
  'quantity',
  'status',
  'answered_through',
  'creation_time',
  'answer_time',
  'last_update_time',
] as const;
export type NewRequest = NewRowOf<'entitlement_request', (typeof written)[number], { status: RequestStatus }>;

const insert = insertInto('insert_entitlement_request', 'entitlement_request', written, {
  alias: 'r',
  after: `RETURNING ${whole}`,
});

export async function insertRequest(scope: OrgTransaction, row: NewRequest): Promise<RequestRow> {
  const [made] = await scope.query<RequestRow>(insert(row));
  await scope.query(requestEvents.record(scope, 'CREATE', made as RequestRow));
  return made as RequestRow;
}

const changed = [
  'status',
  'answered_through',
  'answered_by',
  'reason',
  'error_messages',
  'readable_messages',
  'answer_time',
] as const;
export type RequestChange = Partial<Pick<RequestRow, (typeof changed)[number]>>;

const update = defineStatement(
  'change_entitlement_request',
  {
    key: columns('entitlement_request', ['organization_id', 'id']),
    given: columns('entitlement_request', changed),
    time: columns('entitlement_request', ['last_update_time']),
  },
  ({ key, given, time }) =>
    `UPDATE entitlement_request r SET ${given.set}, ${time.set}, sequence = r.sequence + 1
     WHERE ${key.equals('r')} RETURNING ${whole}`,
);

/** Changes a locked request, with its event. */
export async function changeRequest(
  scope: OrgTransaction,
  request: RequestRow,
  action: string,
  change: RequestChange,
): Promise<RequestRow> {
  const next = { ...request, ...change };
  const [row] = await scope.query<RequestRow>(
    update({
      key: { organization_id: scope.organizationId, id: request.id },
      given: {
        status: next.status,
        answered_through: next.answered_through,
        answered_by: next.answered_by,
        reason: next.reason,
        error_messages: next.error_messages,
        readable_messages: next.readable_messages,
        answer_time: next.answer_time,
      },
      time: { last_update_time: scope.now },
    }),
  );
  await scope.query(requestEvents.record(scope, action, row as RequestRow, request));
  return row as RequestRow;
}

/**
 * Reads which of an agreement's requests must be read at the marketplace: listed requests that are not known or have ended
 * (the buyer may have made them again), and requests that wait for an answer although the agreement no longer lists them.
 */
export async function unreadRequests(
  scope: OrgTransaction,
  partner: string,
  agreementId: string,
  listed: readonly string[],
): Promise<readonly string[]> {
  const rows = await scope.query<{ external_id: string }>({
    name: 'unread_entitlement_requests',
    text: `SELECT l.external_id FROM unnest($4::text[]) AS l (external_id)
           WHERE NOT EXISTS (SELECT FROM entitlement_request r
             WHERE r.organization_id = $1 AND r.partner = $2 AND r.external_id = l.external_id
               AND r.status IN ('PENDING', 'ACCEPTING', 'REJECTING'))
           UNION ALL
           SELECT r.external_id FROM entitlement_request r
           JOIN entitlement e ON e.organization_id = r.organization_id AND e.id = r.entitlement_id
           WHERE r.organization_id = $1 AND e.partner = $2 AND e.external_id = $3 AND r.status = 'PENDING'
             AND r.external_id <> ALL ($4::text[])`,
    values: [scope.organizationId, partner, agreementId, listed],
  });
  return rows.map(({ external_id: id }) => id);
}

/** Reads the organization's setting for the requests of buyers at a marketplace; null if unset. */
export async function readRequestSetting(scope: OrgTransaction, partner: string): Promise<string | null> {
  const [row] = await scope.query<{ setting: string | null }>({
    name: 'setting_of_buyer_requests',
    text: `SELECT o.info #>> ARRAY['organizationConfigInfo', 'buyerRequests', $2] AS setting
           FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId, partner],
  });
  return row?.setting ?? null;
}
