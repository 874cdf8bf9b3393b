import {
  attachedPurpose,
  attachFile,
  type FileDeps,
  fileName,
  requireAttachment,
  reserveFile,
  storageAway,
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

/** Locks a ticket that may have one attachment more. @throws 404, 400 */
async function lockWithPlace(scope: OrgTransaction, ticketId: string): Promise<TicketRow> {
  const ticket = await lockLiveTicket(scope, ticketId);
  if (attachmentsOf(ticket).length >= mostAttachments)
    throw supportErrors.support_ticket_full(`A ticket may have ${mostAttachments} attachments.`);
  return ticket;
}

/** Makes a file that was reserved an attachment. @throws 503 when it took so long that the content was cleared up */
export async function attachReserved(scope: OrgTransaction, id: string): Promise<Attachment> {
  const { name, content_type, size, creation_time } = await attachFile(scope, id);
  const date = new Date(creation_time).toISOString();
  return { id, title: name, mimetype: content_type, size: Number(size), date };
}

/**
 * Attaches a file: its content first, outside of every transaction, then its place in the ticket. What finds no place any
 * more is cleared up as an upload that never ended.
 * @throws 400 that names what is wrong with it, 503 while the storage does not take it
 */
export async function attach(
  { storage, links }: FileDeps,
  { scope, transaction }: { scope: OrgScope; transaction: InTransaction },
  { upload, ticketId }: { upload: Upload | undefined; ticketId: string },
): Promise<Answer> {
  const { name, contentType: said, content } = requireUpload(upload);
  const contentType = requireAttachment(content, { contentType: said, name });
  const file = { name: fileName(name, contentType), contentType, content, purpose: attachedPurpose };
  const asked: Storage = { ...storage, put: (...words) => storage.put(...words).catch(storageAway) };
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
      repeat: new RawJson(row.attachments),
    };
  });
}
