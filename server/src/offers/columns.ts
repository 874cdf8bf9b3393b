import type { RowOf } from '../platform/database/rows.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldsIn,
  narrowRecord,
  recordEncoder,
} from '../platform/records/encode.ts';
import { agreementAddresses } from '../products/index.ts';
import type { OfferStatus } from './states.ts';

/** The columns in which the fields of a WorkloadOffer are stored. */
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

/** An offer as the database has it: times as RFC 3339 text, `info` and `meta_info` as JSON text. */
export type OfferRow = RowOf<'offer', ColumnsOf<typeof offerColumns>, { status: OfferStatus }>;

/** The columns of an offer that are no maps, and that change after it was made. */
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

const shown = { info: mask, meta_info: mask };

/** Prints an offer as it is answered and recorded: the addresses of its agreements without their secrets. */
export const encodeOffer = recordEncoder(offerColumns, shown);
/** The columns of some fields of an offer, and how they are printed. */
export const narrowOffer = (fields: readonly string[]) => narrowRecord(offerColumns, fields, shown);
export const offerColumnList = columnList(offerColumns, 'o');

/** The events of offers. */
export const offerEvents = createEntityEvents<OfferRow>('OFFER', encodeOffer);
