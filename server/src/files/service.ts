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

/** A file of the service's own making, or one that was checked. */
export type NewFile = { name: string; contentType: string; purpose: string; content: Uint8Array };

export const keyOf = (organizationId: string, id: string): string => `${organizationId}/${id}`;

const abandonedAfterMs = 3_600_000;

/**
 * Puts the content of a new file into the storage, outside of every transaction. Its row is there before, with the job
 * that clears up when it never becomes a file. Answers its id, for `keepFile`.
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

/** Makes what was reserved into a file. @throws 503 when it took so long that the content was cleared up */
export async function keepFile(scope: OrgTransaction, id: string): Promise<FileRow> {
  const row = await attachFile(scope, id);
  await scope.query(recordFile(scope, 'CREATE', { ...row, sequence: 1 }));
  return row;
}

/**
 * Makes what was reserved into a part of another record, whose event tells of it.
 * @throws 503 when it took so long that the content was cleared up
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

/** The storage is another machine, or a disk that may be full: whoever uploads or downloads tries again later. */
export const storageAway = (error: unknown): never => {
  throw errors.unavailable('The storage of files does not work at this moment.', {
    cause: error,
    headers: { 'retry-after': '30' },
  });
};

/** Keeps what a caller sent. @throws 400 that names what is wrong with it, 503 while the storage does not take it */
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
  const asked: Storage = { ...storage, put: (...words) => storage.put(...words).catch(storageAway) };
  const id = await reserveFile(asked, scope.organizationId, transaction, file);
  return transaction(async (inside) => show(links, inside, await keepFile(inside, id)));
}

/** The record with its link, and without it for a repeat that an idempotency key asks for. */
export function show(links: SignedLinks, scope: OrgScope, row: FileRow): Answer {
  const until = new Date(scope.wallNow.getTime() + answeredForMs);
  const url = links.link({ organizationId: scope.organizationId, id: row.id }, until);
  return {
    body: new RawJson(encodeLinkedFile({ ...row, url })),
    repeat: new RawJson(encodeFile(row)),
  };
}

/** Says whether a file is what was signed of an agreement. */
export type IsSigned = (scope: OrgTransaction, fileId: string) => Promise<boolean>;

/**
 * Ends a file and its links; its content goes by a job. Whoever names it locks it first, so that it is looked for once the
 * file is locked here.
 * @throws 404, 409 for what the service made for a contract, or what was signed
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

/**
 * The purpose of a file that the service makes of several license agreements; it stays as long as what was agreed on.
 */
export const mergedEula = 'MERGED_EULA';
