import { columnList, type FieldColumn, recordEncoder } from '../platform/encode.ts';

/** Where each field of a WorkloadEntitlement lies. */
export const entitlementColumns: readonly FieldColumn[] = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['type', 'type', 'text'],
  ['partner', 'partner', 'text'],
  ['partnerID', 'partner_id', 'text'],
  ['service', 'service', 'text'],
  ['offerID', 'offer_id', 'text'],
  ['productID', 'product_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['entitlementTermID', 'entitlement_term_id', 'text'],
  ['externalID', 'external_id', 'text'],
  ['externalBuyerID', 'external_buyer_id', 'text'],
  ['externalProductID', 'external_product_id', 'text'],
  ['externalStatus', 'external_status', 'text'],
  ['status', 'status', 'text'],
  ['info', 'info', 'json'],
  ['metaInfo', 'meta_info', 'json'],
  ['startTime', 'start_time', 'time'],
  ['endTime', 'end_time', 'time', 'nullable'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
];

/** Where each field of a WorkloadEntitlementTerm lies. */
export const termColumns: readonly FieldColumn[] = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['externalEntitlementID', 'external_entitlement_id', 'text'],
  ['offerID', 'offer_id', 'text'],
  ['productID', 'product_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['partner', 'partner', 'text'],
  ['service', 'service', 'text'],
  ['info', 'info', 'json'],
  ['entitlementInfo', 'entitlement_info', 'json'],
  ['commitAmount', 'commit_amount', 'number'],
  ['creditAmount', 'credit_amount', 'number'],
  ['reportedAmount', 'reported_amount', 'number'],
  ['usedCommitAmount', 'used_commit_amount', 'number'],
  ['usedCreditAmount', 'used_credit_amount', 'number'],
  ['startTime', 'start_time', 'time'],
  ['endTime', 'end_time', 'time', 'nullable'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
];

export const encodeEntitlement = recordEncoder(entitlementColumns);
export const encodeTerm = recordEncoder(termColumns);
export const entitlementColumnList = columnList(entitlementColumns, 'e');
export const termColumnList = columnList(termColumns, 't');
