import { columnList, type FieldColumn, recordEncoder } from '../platform/encode.ts';

/** Where each field of a WorkloadProduct lies. */
export const productColumns: readonly FieldColumn[] = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['partner', 'partner', 'text'],
  ['partnerID', 'partner_id', 'text'],
  ['service', 'service', 'text'],
  ['productType', 'product_type', 'text'],
  ['externalID', 'external_id', 'text'],
  ['fulfillmentUrl', 'fulfillment_url', 'text'],
  ['status', 'status', 'text'],
  ['info', 'info', 'json'],
  ['metaInfo', 'meta_info', 'json'],
  ['createdBy', 'created_by', 'text'],
  ['lastUpdatedBy', 'last_updated_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
];

export const encodeProduct = recordEncoder(productColumns);
export const productColumnList = columnList(productColumns, 'p');
