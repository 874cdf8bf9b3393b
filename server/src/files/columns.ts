import type { RowOf } from '../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';

const columns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['contentType', 'content_type', 'text'],
  ['size', 'size', 'number'],
  ['sha256', 'sha256', 'text'],
  ['purpose', 'purpose', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'stored_file'>;

export type FileRow = RowOf<'stored_file', ColumnsOf<typeof columns>>;

export const fileColumns = columns.map(([, column]) => column);
export const fileColumnList = columnList(columns, 'f');
export const encodeFile = recordEncoder(columns);
/** Serializes a file with its link, which is created for each response and is not stored. */
export const encodeLinkedFile = recordEncoder([...columns, ['url', 'url', 'text']]);
