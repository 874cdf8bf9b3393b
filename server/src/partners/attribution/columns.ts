import type { RowOf } from '../../platform/database/rows.ts';
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
export const offerAttributionColumnList = `${columnList(offerFields, 'a')}, a.sequence`;
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
