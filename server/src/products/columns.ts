import type { RowOf } from '../platform/database/rows.ts';
import type { SortColumns } from '../platform/lists/sorting.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldsIn,
  narrowRecord,
  recordEncoder,
} from '../platform/records/encode.ts';
import { agreementAddresses } from './agreement-addresses.ts';
import { printProductType } from './product-types.ts';
import type { ProductStatus } from './states.ts';

/** The columns that store the fields of a WorkloadProduct. */
export const productColumns = [
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
] as const satisfies FieldsIn<'product'>;

/** The columns by which the list can be sorted, by field. */
export const productSorts = { name: 'name_key', status: 'status' } as const satisfies SortColumns<'product'>;

/**
 * A product as the database stores it: times as RFC 3339 text, maps as JSON text. A direct product has no
 * partner.
 */
export type ProductRow = RowOf<'product', ColumnsOf<typeof productColumns>, { status: ProductStatus }>;

const { mask } = agreementAddresses;

const shown = { info: mask, meta_info: mask, product_type: printProductType };

/** Encodes a product for responses and events, with secrets in agreement addresses masked. */
export const encodeProduct = recordEncoder(productColumns, shown);
/** Encodes some fields of a product, with the required columns. */
export const narrowProduct = (fields: readonly string[]) => narrowRecord(productColumns, fields, shown);
export const productColumnList = columnList(productColumns, 'p');
