import type { RowOf } from '../platform/database/rows.ts';
import type { Row } from '../platform/database/statement.ts';
import type { SortColumns } from '../platform/lists/sorting.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldColumn,
  type FieldsIn,
  fieldNames,
  narrowRecord,
  recordEncoder,
} from '../platform/records/encode.ts';
import type { BuyerStatus } from './states.ts';

/** The columns that store the fields of an IdentityBuyer; a separate table stores its contacts. */
const ownBuyerColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['partner', 'partner', 'text'],
  ['externalID', 'external_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['companyID', 'company_id', 'text'],
  ['s3KeyLogo', 's3_key_logo', 'text'],
  ['info', 'info', 'json'],
  ['mergedInto', 'merged_into', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'buyer'>;

/** The columns by which the list can be sorted, by field. */
export const buyerSorts = { name: 'name_key' } as const satisfies SortColumns<'buyer'>;

/** A buyer with its contacts; `info` is JSON text, and the partner of a direct sale is ''. */
export type BuyerRow = RowOf<
  'buyer',
  ColumnsOf<typeof ownBuyerColumns> | 'status' | 'spa_version' | 'sequence',
  { status: BuyerStatus }
> & { contact_ids: string[] };

const allBuyerColumns = [
  ...ownBuyerColumns,
  ['contactIds', 'contact_ids', 'texts'],
] as const satisfies readonly FieldColumn[];
const encode = recordEncoder(allBuyerColumns);
export const buyerFields = fieldNames(allBuyerColumns);

/** Encodes a buyer for events, without the link to the buyer's page. The partner is omitted for direct sales. */
export const encodeBuyer = (row: Row): string => encode({ ...row, partner: row.partner || null });

/** Encodes some fields of a buyer, like encodeBuyer. */
export function narrowBuyer(fields: readonly string[]): (row: Row) => string {
  const { encode: encodeSome } = narrowRecord(allBuyerColumns, fields);
  return (row) => encodeSome({ ...row, partner: row.partner || null });
}

export const buyerColumns = ownBuyerColumns.map(([, column]) => column);
/** The contacts of a buyer, in the order of linking. */
export const buyerContacts = {
  as: 'contact_ids',
  table: 'buyer_contact',
  column: 'buyer_id',
  value: 'contact_id',
} as const;

export const buyerColumnList = `${columnList(ownBuyerColumns, 'b')}, ARRAY(
    SELECT l.contact_id FROM buyer_contact l WHERE l.organization_id = b.organization_id AND l.buyer_id = b.id
    ORDER BY l.creation_time, l.contact_id) AS contact_ids, b.status, b.spa_version, b.sequence`;

/** The columns that store the fields of an IdentityContact. */
export const contactColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['emailAddress', 'email', 'text'],
  ['name', 'name', 'text'],
  ['info', 'info', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'contact'>;

/** The columns by which the list of contacts can be sorted, by field. */
export const contactSorts = {
  name: 'name_key',
  emailAddress: 'email_key',
} as const satisfies SortColumns<'contact'>;

export type ContactRow = RowOf<'contact', ColumnsOf<typeof contactColumns> | 'sequence'>;

export const encodeContact = recordEncoder(contactColumns);
/** Returns the columns of some fields of a contact, with their encoder. */
export const narrowContact = (fields: readonly string[]) => narrowRecord(contactColumns, fields);
export const contactColumnList = columnList(contactColumns, 'c');
