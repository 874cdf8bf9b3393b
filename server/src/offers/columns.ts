import { columnList, type FieldColumn, recordEncoder } from '../platform/encode.ts';

/** Where each field of a WorkloadOffer lies. */
export const offerColumns: readonly FieldColumn[] = [
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
];

export const encodeOffer = recordEncoder(offerColumns);
export const offerColumnList = columnList(offerColumns, 'o');
