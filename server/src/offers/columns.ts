import type { JsonObject } from '../marketplaces/index.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import type { SortColumns } from '../platform/lists/sorting.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldsIn,
  narrowRecord,
  recordEncoder,
} from '../platform/records/encode.ts';
import { agreementAddresses, printProductType } from '../products/index.ts';
import type { OfferStatus } from './records.ts';

/** Columns that store the fields of a WorkloadOffer. */
export const offerColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['partner', 'partner', 'text'],
  ['partnerID', 'partner_id', 'text'],
  ['service', 'service', 'text'],
  ['productID', 'product_id', 'text'],
  ['productType', 'product_type', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['contactIds', 'contact_ids', 'texts'],
  ['offerType', 'offer_type', 'text'],
  ['pricingType', 'pricing_type', 'text'],
  ['channelType', 'channel_type', 'text'],
  ['externalID', 'external_id', 'text'],
  ['status', 'status', 'text'],
  ['subStatus', 'sub_status', 'text'],
  ['info', 'info', 'json'],
  ['metaInfo', 'meta_info', 'json'],
  ['endTime', 'end_time', 'time', 'nullable'],
  ['expireTime', 'expire_time', 'time', 'nullable'],
  ['createdBy', 'created_by', 'text'],
  ['lastUpdatedBy', 'last_updated_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'offer'>;

/** The columns by which the list can be sorted, by field. */
export const offerSorts = {
  name: 'name_key',
  status: 'status',
  expireTime: 'expire_time',
} as const satisfies SortColumns<'offer'>;

/** An offer row: times as RFC 3339 text, `info` and `meta_info` as JSON text. */
export type OfferRow = RowOf<'offer', ColumnsOf<typeof offerColumns>, { status: OfferStatus }>;

/** Columns of an offer, other than maps, that change after its creation. */
export type OfferColumns = Partial<
  Omit<
    OfferRow,
    | 'organization_id'
    | 'id'
    | 'info'
    | 'meta_info'
    | 'created_by'
    | 'last_updated_by'
    | 'creation_time'
    | 'last_update_time'
  >
>;

const { mask } = agreementAddresses;

const shown = { info: mask, meta_info: mask, product_type: printProductType };

/** Encodes an offer for responses and events. Secrets in the addresses of its agreements are masked. */
export const encodeOffer = recordEncoder(offerColumns, shown);

/** Columns and encodings of selected fields of an offer. */
export const narrowOffer = (fields: readonly string[]) => narrowRecord(offerColumns, fields, shown);

export const offerColumnList = columnList(offerColumns, 'o');

/** Events of offers. */
export const offerEvents = createEntityEvents<OfferRow>('OFFER', encodeOffer);

/** A stored offer with parsed maps, for marketplaces and documents. */
export const withMaps = (
  offer: OfferRow,
): Omit<OfferRow, 'info' | 'meta_info'> & { info: JsonObject; metaInfo: JsonObject } => {
  const { info, meta_info: metaInfo, ...columns } = offer;
  return { ...columns, info: JSON.parse(info), metaInfo: JSON.parse(metaInfo) };
};
