import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { RowOf, ValuesFor } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';

/** The columns that store the fields of a ChannelPartnerAgreement. */
const agreementFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['name', 'name', 'text'],
  ['productIds', 'product_ids', 'texts'],
  ['countries', 'countries', 'texts'],
  ['share', 'share', 'number'],
  ['startDate', 'start_date', 'text'],
  ['endDate', 'end_date', 'text', 'nullable'],
  ['fileId', 'file_id', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'channel_partner_agreement'>;

/** An agreement with the number of its last event. */
export type AgreementRow = RowOf<'channel_partner_agreement', ColumnsOf<typeof agreementFields> | 'sequence'>;

export const encodeAgreement = recordEncoder(agreementFields);
export const agreementColumns = agreementFields.map(([, column]) => column);
export const agreementColumnList = `${columnList(agreementFields, 'a')}, a.sequence`;

type Place = { channelPartnerId: string; agreementId: string };

/** Selects an agreement of a channel partner that is not deleted. */
export const selectAgreement = (
  scope: Pick<OrgScope, 'organizationId'>,
  { channelPartnerId, agreementId }: Place,
): Statement => ({
  name: 'select_channel_partner_agreement',
  text: `SELECT ${agreementColumnList} FROM channel_partner_agreement a
           JOIN channel_partner p ON p.organization_id = a.organization_id AND p.id = a.channel_partner_id
         WHERE a.organization_id = $1 AND a.channel_partner_id = $2 AND a.id = $3 AND p.status <> 'DELETED'`,
  values: [scope.organizationId, channelPartnerId, agreementId],
});

/** Reads an agreement. The lock of its channel partner prevents changes. */
export const findAgreement = async (scope: OrgTransaction, place: Place): Promise<AgreementRow | undefined> =>
  (await scope.query<AgreementRow>(selectAgreement(scope, place)))[0];

const written = ['name', 'product_ids', 'countries', 'share', 'start_date', 'end_date', 'file_id'] as const;
export type AgreementValues = ValuesFor<'channel_partner_agreement', (typeof written)[number]>;

/**
 * Finds another agreement of the channel partner that overlaps in product, country and day. The lock of the
 * channel partner prevents new agreements.
 * @returns the id of the other agreement
 */
export async function overlaps(
  scope: OrgTransaction,
  channelPartnerId: string,
  values: AgreementValues,
  exceptId = '',
): Promise<string | undefined> {
  const rows = await scope.query<Pick<AgreementRow, 'id'>>({
    name: 'find_overlapping_agreement',
    text: `SELECT a.id FROM channel_partner_agreement a
           WHERE a.organization_id = $1 AND a.channel_partner_id = $2 AND a.id <> $3
             AND (a.product_ids = '{}' OR $4::text[] = '{}' OR a.product_ids && $4::text[])
             AND (a.countries = '{}' OR $5::text[] = '{}' OR a.countries && $5::text[])
             AND daterange(a.start_date, a.end_date) && daterange($6::date, $7::date)
           ORDER BY a.creation_time, a.id LIMIT 1`,
    values: [
      scope.organizationId,
      channelPartnerId,
      exceptId,
      values.product_ids,
      values.countries,
      values.start_date,
      values.end_date ?? null,
    ],
  });
  return rows[0]?.id;
}

export const agreementEvents = createEntityEvents<AgreementRow, 'CREATE' | 'UPDATE' | 'END_SOON'>(
  'CHANNEL_PARTNER_AGREEMENT',
  encodeAgreement,
);

const insert = defineStatement(
  'insert_channel_partner_agreement',
  {
    agreement: columns('channel_partner_agreement', [
      'organization_id',
      'id',
      'channel_partner_id',
      'created_by',
      'creation_time',
      ...written,
    ]),
  },
  ({ agreement }) =>
    `${agreement.insert({ last_update_time: agreement.at.creation_time }, 'a')} RETURNING ${agreementColumnList}`,
);

const update = defineStatement(
  'write_channel_partner_agreement',
  {
    key: columns('channel_partner_agreement', ['organization_id', 'id']),
    agreement: columns('channel_partner_agreement', [...written, 'last_update_time']),
  },
  ({ key, agreement }) => `UPDATE channel_partner_agreement a SET ${agreement.set}, sequence = a.sequence + 1
    WHERE ${key.equals('a')} RETURNING ${agreementColumnList}`,
);

/** Inserts an agreement and records the event. */
export async function createAgreementRow(
  scope: OrgTransaction,
  channelPartnerId: string,
  values: AgreementValues,
): Promise<AgreementRow> {
  const agreement = {
    ...values,
    organization_id: scope.organizationId,
    id: scope.newId('cpa'),
    channel_partner_id: channelPartnerId,
    created_by: scope.actor.id,
    creation_time: scope.now,
  };
  const [row] = await scope.query<AgreementRow>(insert({ agreement }));
  await scope.query(agreementEvents.record(scope, 'CREATE', row as AgreementRow));
  return row as AgreementRow;
}

/** Writes the change of an agreement and records the event; the channel partner must be locked. */
export async function changeAgreement(
  scope: OrgTransaction,
  before: AgreementRow,
  values: AgreementValues,
): Promise<AgreementRow> {
  const key = { organization_id: scope.organizationId, id: before.id };
  const [row] = await scope.query<AgreementRow>(
    update({ key, agreement: { ...values, last_update_time: scope.now } }),
  );
  await scope.query(agreementEvents.record(scope, 'UPDATE', row as AgreementRow, before));
  return row as AgreementRow;
}

export async function removeAgreement(scope: OrgTransaction, agreement: AgreementRow): Promise<void> {
  await scope.query(
    mustChange({
      name: 'remove_channel_partner_agreement',
      text: 'DELETE FROM channel_partner_agreement WHERE organization_id = $1 AND id = $2',
      values: [scope.organizationId, agreement.id],
    }),
  );
  await scope.query(agreementEvents.recordRemoved(scope, agreement));
}

/** Reads whether a file is the signed document of an agreement and therefore cannot be deleted. */
export async function isSigned(scope: OrgTransaction, fileId: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'agreement_of_file',
    text: `SELECT a.id FROM channel_partner_agreement a
             JOIN channel_partner p ON p.organization_id = a.organization_id AND p.id = a.channel_partner_id
           WHERE a.organization_id = $1 AND a.file_id = $2 AND p.status <> 'DELETED' LIMIT 1`,
    values: [scope.organizationId, fileId],
  });
  return rows.length > 0;
}

export const countAgreements = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_channel_partner_agreements',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM channel_partner_agreement a WHERE a.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});
