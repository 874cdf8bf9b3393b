import {
  attachedPurpose,
  fileName,
  fileQuota,
  requireAttachment,
  reserveFile,
  throwStorageUnavailable,
} from '../../files/index.ts';
import { requireQuota } from '../../platform/access/quotas.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { AppError } from '../../platform/errors.ts';
import type { InTransaction } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { attachReserved } from '../attach.ts';
import { type Attachment, attachmentsOf, type TicketRow } from '../columns.ts';
import { mostAttachments } from '../rules.ts';
import type { MailFile, ParsedMail } from './message.ts';

/** A file that was not attached, with the reason. */
export type RefusedFile = { name: string; reason: string };
type ReservedFile = { id: string; name: string };
export type MailFiles = { reserved: ReservedFile[]; refused: RefusedFile[] };

const tooMany = `the ticket has reached its attachment limit (${mostAttachments})`;
const shown = ({ name }: MailFile): string => name.trim().slice(0, 150) || 'a file without a name';

/** Returns the file to attach, or the reason for its rejection. */
function judge(file: MailFile, fileLimit: number) {
  if (!file.content) return { reason: `the file is larger than the limit (${fileLimit} bytes)` };
  const content = Buffer.from(file.content);
  try {
    const contentType = requireAttachment(content, file);
    return {
      file: { name: fileName(file.name, contentType), contentType, content, purpose: attachedPurpose },
    };
  } catch (error) {
    if (error instanceof AppError) return { reason: error.findings[0]?.message ?? error.message };
    throw error;
  }
}

/**
 * Stores the files of a message like uploads, outside of transactions. Rejected files are returned with the reason.
 * @param free the number of files that can still be attached to the ticket
 * @throws 503 while the storage is unavailable
 */
export async function reserveFiles(
  deps: { storage: Storage; fileLimit: number },
  mail: ParsedMail,
  free: number,
  { organizationId, transaction }: { organizationId: string; transaction: InTransaction },
): Promise<MailFiles> {
  const asked: Storage = {
    ...deps.storage,
    put: (...words) => deps.storage.put(...words).catch(throwStorageUnavailable),
  };
  const withinQuota: InTransaction = (work) =>
    transaction(async (scope) => {
      await requireQuota(scope, fileQuota);
      return work(scope);
    });
  const found: MailFiles = { reserved: [], refused: [] };
  for (const attached of mail.attachments) {
    const name = shown(attached);
    const { file, reason } = judge(attached, deps.fileLimit);
    if (!file) found.refused.push({ name, reason });
    else if (found.reserved.length >= free) found.refused.push({ name, reason: tooMany });
    else
      try {
        found.reserved.push({ id: await reserveFile(asked, organizationId, withinQuota, file), name });
      } catch (error) {
        if (!(error instanceof AppError) || error.definition.code !== 'quota_exceeded') throw error;
        found.refused.push({ name, reason: error.message });
      }
  }
  const more = mail.attachmentCount - mail.attachments.length;
  if (more > 0) found.refused.push({ name: `${more} more`, reason: tooMany });
  return found;
}

/** Attaches reserved files to a locked ticket, up to its limit. */
export async function attachFiles(
  scope: OrgTransaction,
  ticket: TicketRow,
  { reserved, refused }: MailFiles,
): Promise<{ attachments: string; refused: RefusedFile[]; count: number }> {
  const before = attachmentsOf(ticket);
  const free = Math.max(0, mostAttachments - before.length);
  const added: Attachment[] = [];
  for (const { id } of reserved.slice(0, free)) added.push(await attachReserved(scope, id));
  const late = reserved.slice(free).map(({ name }) => ({ name, reason: tooMany }));
  return {
    attachments: JSON.stringify([...before, ...added]),
    refused: [...refused, ...late],
    count: added.length,
  };
}
