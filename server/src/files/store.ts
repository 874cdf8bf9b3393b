import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { inList } from '../platform/records/moves.ts';
import { encodeFile, type FileRow, fileColumnList } from './columns.ts';
import { attachedPurpose, type FileStatus, kept } from './states.ts';

const selectWhole = `SELECT ${fileColumnList} FROM stored_file f
  JOIN organization g ON g.organization_id = f.organization_id
  WHERE f.organization_id = $1 AND f.id = $2 AND f.status = 'STORED' AND g.status <> 'DELETED'`;

/** Selects a complete file, except files that are parts of other records. */
export const selectFile = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
  name: 'select_file',
  text: `${selectWhole} AND f.purpose <> '${attachedPurpose}'`,
  values: [scope.organizationId, id],
});

export async function findFile(scope: OrgTransaction, id: string): Promise<FileRow | undefined> {
  return (await scope.query<FileRow>(selectFile(scope, id)))[0];
}

/** Finds a complete file, including files that are parts of other records. */
export async function findAnyFile(scope: OrgTransaction, id: string): Promise<FileRow | undefined> {
  const rows = await scope.query<FileRow>({
    name: 'select_any_file',
    text: selectWhole,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

const insert = insertInto(
  'insert_file',
  'stored_file',
  [
    'organization_id',
    'id',
    'name',
    'content_type',
    'size',
    'sha256',
    'purpose',
    'created_by',
    'creation_time',
  ],
  { others: { status: "'UPLOADING'" } },
);

export const insertFile = (scope: OrgTransaction, file: Omit<FileRow, 'organization_id'>): Statement =>
  insert({ ...file, organization_id: scope.organizationId });

/** Changes the status of a file if the file still has the expected status; otherwise returns undefined. */
export async function moveFile(
  scope: OrgTransaction,
  id: string,
  from: FileStatus,
  to: FileStatus,
): Promise<FileRow | undefined> {
  const rows = await scope.query<FileRow>({
    name: 'move_file',
    text: `UPDATE stored_file f SET status = $4 WHERE f.organization_id = $1 AND f.id = $2 AND f.status = $3
           RETURNING ${fileColumnList}`,
    values: [scope.organizationId, id, from, to],
  });
  return rows[0];
}

export const { record: recordFile } = createEntityEvents<FileRow, 'CREATE' | 'DELETE'>('FILE', encodeFile);

export const countFiles = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_files',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM stored_file f WHERE f.organization_id = $1 AND f.status IN (${inList(kept)}) LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});
