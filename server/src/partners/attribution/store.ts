import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { AttributionBasis, AttributionKind } from './records.ts';

const offerFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['offerID', 'offer_id', 'text'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['kind', 'kind', 'text'],
  ['share', 'share', 'number'],
  ['basis', 'basis', 'text'],
  ['dealRegistrationId', 'deal_registration_id', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'offer_attribution'>;

type Words = { kind: AttributionKind; basis: AttributionBasis };

/** An attribution of an offer with the number of its last event. */
export type OfferAttributionRow = RowOf<
  'offer_attribution',
  ColumnsOf<typeof offerFields> | 'sequence',
  Words
>;

export const encodeOfferAttribution = recordEncoder(offerFields);
const offerAttributionColumnList = `${columnList(offerFields, 'a')}, a.sequence`;
export const offerAttributionColumns = offerFields.map(([, column]) => column);

const entitlementFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['offerID', 'offer_id', 'text'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['kind', 'kind', 'text'],
  ['share', 'share', 'number'],
  ['basis', 'basis', 'text'],
  ['dealRegistrationId', 'deal_registration_id', 'text'],
  ['startDate', 'start_date', 'text', 'nullable'],
  ['endDate', 'end_date', 'text', 'nullable'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'entitlement_attribution'>;

export const encodeEntitlementAttribution = recordEncoder(entitlementFields);
export const entitlementAttributionColumns = entitlementFields.map(([, column]) => column);

/** Selects the attributions of an offer, oldest first. The offer's lock prevents changes. */
const selectAttributions = (scope: Pick<OrgScope, 'organizationId'>, offerId: string): Statement => ({
  name: 'select_offer_attributions',
  text: `SELECT ${offerAttributionColumnList} FROM offer_attribution a
         WHERE a.organization_id = $1 AND a.offer_id = $2 ORDER BY a.creation_time, a.id`,
  values: [scope.organizationId, offerId],
});

export const findAttributions = (scope: OrgTransaction, offerId: string): Promise<OfferAttributionRow[]> =>
  scope.query<OfferAttributionRow>(selectAttributions(scope, offerId));

const { record, recordRemoved } = createEntityEvents<OfferAttributionRow, 'CREATE' | 'UPDATE'>(
  'OFFER_ATTRIBUTION',
  encodeOfferAttribution,
);

export type Attribution = Pick<
  OfferAttributionRow,
  'channel_partner_id' | 'kind' | 'share' | 'basis' | 'deal_registration_id'
>;
const written = ['kind', 'share', 'basis', 'deal_registration_id', 'created_by'] as const;

const insert = defineStatement(
  'insert_offer_attribution',
  {
    attribution: columns('offer_attribution', [
      'organization_id',
      'id',
      'offer_id',
      'channel_partner_id',
      'creation_time',
      ...written,
    ]),
  },
  ({ attribution }) =>
    `${attribution.insert({ last_update_time: attribution.at.creation_time }, 'a')}
     RETURNING ${offerAttributionColumnList}`,
);

const update = defineStatement(
  'write_offer_attribution',
  {
    key: columns('offer_attribution', ['organization_id', 'id']),
    attribution: columns('offer_attribution', [...written, 'last_update_time']),
  },
  ({ key, attribution }) => `UPDATE offer_attribution a SET ${attribution.set}, sequence = a.sequence + 1
    WHERE ${key.equals('a')} RETURNING ${offerAttributionColumnList}`,
);

/**
 * Inserts or changes an attribution of a locked offer, with its event. An unchanged attribution is not written.
 */
export async function writeAttribution(
  scope: OrgTransaction,
  offerId: string,
  before: OfferAttributionRow | undefined,
  values: Attribution,
): Promise<OfferAttributionRow> {
  const created_by = scope.actor.id;
  if (!before) {
    const key = { organization_id: scope.organizationId, id: scope.newId('oat'), offer_id: offerId };
    const attribution = { ...values, ...key, created_by, creation_time: scope.now };
    const [row] = await scope.query<OfferAttributionRow>(insert({ attribution }));
    await scope.query(record(scope, 'CREATE', row as OfferAttributionRow));
    return row as OfferAttributionRow;
  }
  if (isAs(before, values)) return before;
  const key = { organization_id: scope.organizationId, id: before.id };
  const attribution = { ...values, created_by, last_update_time: scope.now };
  const [row] = await scope.query<OfferAttributionRow>(update({ key, attribution }));
  await scope.query(record(scope, 'UPDATE', row as OfferAttributionRow, before));
  return row as OfferAttributionRow;
}

const isAs = (row: OfferAttributionRow, values: Attribution): boolean =>
  row.kind === values.kind &&
  Number(row.share) === Number(values.share) &&
  row.basis === values.basis &&
  row.deal_registration_id === values.deal_registration_id;

export async function removeAttribution(scope: OrgTransaction, row: OfferAttributionRow): Promise<void> {
  await scope.query(
    mustChange({
      name: 'remove_offer_attribution',
      text: 'DELETE FROM offer_attribution WHERE organization_id = $1 AND id = $2',
      values: [scope.organizationId, row.id],
    }),
  );
  await scope.query(recordRemoved(scope, row));
}
