import { createHash } from 'node:crypto';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { errors } from '../platform/errors.ts';
import { requireUpload, type Upload } from '../platform/http/multipart.ts';
import { type Answer, type InTransaction, RawJson } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import type { SignedLinks } from '../platform/secrets/signed-links.ts';
import type { Storage } from '../platform/storage/index.ts';
import { encodeFile, encodeLinkedFile, type FileRow } from './columns.ts';
import { fileName, requireType } from './content.ts';
import { discardJob } from './discard-job.ts';
import { fileErrors } from './errors.ts';
import { answeredForMs } from './links.ts';
import type { FileUpload } from './records.ts';
import { findFile, insertFile, moveFile, recordFile } from './store.ts';

export type FileDeps = { storage: Storage; links: SignedLinks };

/** A new file, created by the service or already validated. */
export type NewFile = { name: string; contentType: string; purpose: string; content: Uint8Array };

export const keyOf = (organizationId: string, id: string): string => `${organizationId}/${id}`;

const abandonedAfterMs = 3_600_000;

/**
 * Stores the content of a new file, outside of any transaction. The row is inserted first, together with a scheduled
 * job that deletes the file unless the upload completes. Returns the id for `keepFile`.
 */
export async function reserveFile(
  storage: Storage,
  organizationId: string,
  transaction: InTransaction,
  file: NewFile,
): Promise<string> {
  const id = await transaction(async (scope) => {
    const row = rowOf(scope, scope.newId('fil'), file);
    await scope.query(insertFile(scope, row));
    const at = new Date(scope.now.getTime() + abandonedAfterMs);
    await scope.query(enqueue(scope, discardJob, { fileId: row.id, because: 'ABANDONED' }, { at }));
    return row.id;
  });
  await storage.put(keyOf(organizationId, id), file.content);
  return id;
}

/**
 * Converts a reserved upload to a file.
 * @throws 503 if the upload took so long that it was deleted
 */
export async function keepFile(scope: OrgTransaction, id: string): Promise<FileRow> {
  const row = await attachFile(scope, id);
  await scope.query(recordFile(scope, 'CREATE', { ...row, sequence: 1 }));
  return row;
}

/**
 * Converts a reserved upload to a part of another record, without a separate event.
 * @throws 503 if the upload took so long that it was deleted
 */
export async function attachFile(scope: OrgTransaction, id: string): Promise<FileRow> {
  const row = await moveFile(scope, id, 'UPLOADING', 'STORED');
  if (!row) throw tookTooLong();
  return row;
}

const tookTooLong = () => errors.unavailable('The upload took too long.');

const rowOf = (scope: OrgScope, id: string, { content, ...file }: NewFile) => ({
  id,
  name: file.name,
  content_type: file.contentType,
  size: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
  purpose: file.purpose,
  created_by: scope.actor.id,
  creation_time: scope.now.toISOString(),
});

/** Converts a storage failure (an unreachable server or a full disk) to a 503, so that callers retry later. */
export const throwStorageUnavailable = (error: unknown): never => {
  throw errors.unavailable('The file storage is unavailable.', {
    cause: error,
    headers: { 'retry-after': '30' },
  });
};

/**
 * Stores an uploaded file.
 * @throws 400 for an invalid file, 503 while the storage is unavailable
 */
export async function uploadFile(
  { storage, links }: FileDeps,
  { scope, transaction }: { scope: OrgScope; transaction: InTransaction },
  { upload, body }: { upload: Upload | undefined; body: FileUpload },
): Promise<Answer> {
  const { name, contentType: said, content } = requireUpload(upload);
  const contentType = requireType(content, { contentType: said, name: body.name ?? name });
  const file = {
    name: fileName(body.name || name, contentType),
    contentType,
    content,
    purpose: body.purpose ?? 'ATTACHMENT',
  };
  const asked: Storage = {
    ...storage,
    put: (...words) => storage.put(...words).catch(throwStorageUnavailable),
  };
  const id = await reserveFile(asked, scope.organizationId, transaction, file);
  return transaction(async (inside) => show(links, inside, await keepFile(inside, id)));
}

/** Creates the response with a file and its link; the response stored for idempotent repeats has no link. */
export function show(links: SignedLinks, scope: OrgScope, row: FileRow): Answer {
  const until = new Date(scope.wallNow.getTime() + answeredForMs);
  const url = links.link({ organizationId: scope.organizationId, id: row.id }, until);
  return {
    body: new RawJson(encodeLinkedFile({ ...row, url })),
    repeatBody: new RawJson(encodeFile(row)),
  };
}

/** Returns whether a file is a signed document of an agreement. */
export type IsSigned = (scope: OrgTransaction, fileId: string) => Promise<boolean>;

/**
 * Deletes a file and its links; a job removes the content. Code that adds a reference to a file locks the file first,
 * so references are checked here under the lock.
 * @throws 404 if the file does not exist, 409 for documents that the service created for a contract and for signed
 * documents
 */
export async function deleteFile(scope: OrgTransaction, id: string, isSigned: IsSigned): Promise<void> {
  const file = await findFile(scope, id);
  if (!file) throw fileErrors.file_not_found();
  if (file.purpose === mergedEula) throw fileErrors.file_in_use();
  const row = await moveFile(scope, id, 'STORED', 'DELETED');
  if (!row) throw fileErrors.file_not_found();
  if (await isSigned(scope, id)) throw fileErrors.file_in_use();
  await scope.query(recordFile(scope, 'DELETE', { ...row, sequence: 2 }, row));
  await scope.query(enqueue(scope, discardJob, { fileId: id, because: 'DELETED' }));
}

/** The purpose of a file that the service merges from several license agreements. Such a file cannot be deleted. */
export const mergedEula = 'MERGED_EULA';
