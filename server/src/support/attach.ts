import {
  attachedPurpose,
  attachFile,
  type FileDeps,
  fileName,
  requireAttachment,
  reserveFile,
  throwStorageUnavailable,
} from '../files/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { requireUpload, type Upload } from '../platform/http/multipart.ts';
import { type Answer, type InTransaction, RawJson } from '../platform/http/route.ts';
import type { Storage } from '../platform/storage/index.ts';
import { type Attachment, attachmentsOf, linkedAttachments, type TicketRow } from './columns.ts';
import { lockLiveTicket } from './commands.ts';
import { supportErrors } from './errors.ts';
import { mostAttachments } from './rules.ts';
import { changeTicket } from './store.ts';

/** Locks a ticket and requires that it can have another attachment. @throws 404, 400 */
async function lockWithPlace(scope: OrgTransaction, ticketId: string): Promise<TicketRow> {
  const ticket = await lockLiveTicket(scope, ticketId);
  if (attachmentsOf(ticket).length >= mostAttachments)
    throw supportErrors.support_ticket_full(
      `The ticket has reached its attachment limit (${mostAttachments}).`,
    );
  return ticket;
}

/** Turns a reserved file into an attachment. @throws 503 if the content was deleted because storing took too long */
export async function attachReserved(scope: OrgTransaction, id: string): Promise<Attachment> {
  const { name, content_type, size, creation_time } = await attachFile(scope, id);
  const date = new Date(creation_time).toISOString();
  return { id, title: name, mimetype: content_type, size: Number(size), date };
}

/**
 * Stores the content of a file outside of transactions, then attaches the file to the ticket. If the ticket is full by
 * then, the content is deleted like an unfinished upload.
 * @throws 400 with the problem in the file, 503 while the storage is unavailable
 */
export async function attach(
  { storage, links }: FileDeps,
  { scope, transaction }: { scope: OrgScope; transaction: InTransaction },
  { upload, ticketId }: { upload: Upload | undefined; ticketId: string },
): Promise<Answer> {
  const { name, contentType: said, content } = requireUpload(upload);
  const contentType = requireAttachment(content, { contentType: said, name });
  const file = { name: fileName(name, contentType), contentType, content, purpose: attachedPurpose };
  const asked: Storage = {
    ...storage,
    put: (...words) => storage.put(...words).catch(throwStorageUnavailable),
  };
  const withPlace: InTransaction = (work) =>
    transaction(async (inside) => {
      await lockWithPlace(inside, ticketId);
      return work(inside);
    });
  const id = await reserveFile(asked, scope.organizationId, withPlace, file);
  return transaction(async (inside) => {
    const before = await lockWithPlace(inside, ticketId);
    const added = await attachReserved(inside, id);
    const attachments = JSON.stringify([...attachmentsOf(before), added]);
    const row = await changeTicket(inside, before, 'UPDATE', { attachments });
    return {
      body: new RawJson(linkedAttachments(links, inside, row)),
      repeatBody: new RawJson(row.attachments),
    };
  });
}
