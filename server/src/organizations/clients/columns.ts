import type { RowOf } from '../../platform/database/rows.ts';
import type { Row } from '../../platform/database/statement.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldColumn,
  type FieldsIn,
  fieldNames,
  narrowRecord,
  recordEncoder,
} from '../../platform/records/encode.ts';

const stored = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['role', 'role', 'text'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['previousSecretExpireTime', 'previous_until', 'time'],
  ['homeOrganizationID', 'home_organization_id', 'text'],
  ['organizationIDs', 'organization_ids', 'texts'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'organization_client'>;

/** A client as its organization sees it. Of a view, whose columns may all be null as far as the database can tell. */
export type ClientRow = RowOf<
  'organization_client',
  ColumnsOf<typeof stored>,
  {
    organization_id: string;
    id: string;
    name: string;
    role: string;
    home_organization_id: string;
    organization_ids: string[];
    creation_time: string;
    last_update_time: string;
  }
>;

export const clientColumns = stored.map(([, column]) => column);
export const clientColumnList = columnList(stored, 'c');

/** What each client has. */
const constant = { type: 'BEARER_TOKEN', provider: 'tradepost' };
const read = [
  ...stored,
  ['type', 'type', 'text'],
  ['provider', 'provider', 'text'],
] as const satisfies readonly FieldColumn[];
export const clientFields = fieldNames(read);
const encode = recordEncoder([...read, ['secret', 'secret', 'text']]);

/** @param secret only in the one answer that shows it */
export const encodeClient = (row: Row, secret?: string): string => encode({ ...row, ...constant, secret });

/** How some fields of a client are printed. */
export function narrowClient(fields: readonly string[]): (row: Row) => string {
  const { encode: encodeSome } = narrowRecord(read, fields);
  return (row) => encodeSome({ ...row, ...constant });
}
