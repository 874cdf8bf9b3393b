import type { Logger } from 'pino';
import { findEveryMember } from '../../organizations/index.ts';
import { requireQuota } from '../../platform/access/quotas.ts';
import {
  type Actor,
  type InOrganization,
  type OrgTransaction,
  serviceActor,
} from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError, errors } from '../../platform/errors.ts';
import type { InTransaction } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { attachmentsOf } from '../columns.ts';
import { addComment, lockLiveTicket } from '../commands.ts';
import { supportErrors } from '../errors.ts';
import { commentQuota } from '../quotas.ts';
import { mostAttachments } from '../rules.ts';
import { operator, type ReplyAddresses, type Token } from './addresses.ts';
import { automaticBy } from './automatic.ts';
import { contentOf, hasText } from './content.ts';
import { attachFiles, type MailFiles, reserveFiles } from './files.ts';
import { addresseesOf, type MailParser, type ParsedMail, senderOf, valuesOf } from './message.ts';
import { replyTextOf } from './reply-text.ts';
import { findOwners, fingerprintOf, isKnown, remember } from './store.ts';

export type ReceiveDeps = {
  database: Database;
  inOrganization: InOrganization;
  storage: Storage;
  fileLimit: number;
  parser: MailParser;
  addresses: ReplyAddresses;
  operatorAddress: string | undefined;
  log: Logger;
};

export type Received = { result: 'COMMENTED' | 'KNOWN' | 'DROPPED'; reason?: string };

/** Thrown where a message is genuine, and nothing comes of it. */
class Dropped extends Error {
  override readonly name = 'Dropped';
}

type Addressee = { organizationId: string; ticketId: string; actor: Actor };

/** A message may name as many tickets; more are no person's. */
const mostTokens = 20;

/**
 * Takes a message that the mail server brings: of a member or the operator, by a token that was given to just this one, it
 * becomes a comment. The same one twice is taken once; what a program wrote never.
 * @throws 400, 404 where the token is none of ours or the sender's, 429, 503 where it may come again
 */
export async function receive(deps: ReceiveDeps, raw: Buffer, requestId: string): Promise<Received> {
  if (raw.length === 0) throw errors.invalid_request('The body must be a message (RFC 5322).');
  const mail = await deps.parser.parse(raw, requestId);
  const program = automaticBy(mail);
  if (program) return drop(deps, requestId, `written by a program, as ${program} says`);
  const sender = senderOf(mail);
  if (sender === undefined) throw errors.invalid_request('The message must be from one address.');
  try {
    const addressee = await findAddressee(deps, requestId, mail, sender);
    const fingerprint = fingerprintOf(valuesOf(mail, ['message-id'])[0], raw);
    return await take(deps, requestId, addressee, mail, fingerprint);
  } catch (error) {
    if (error instanceof Dropped) return drop(deps, requestId, error.message);
    const { code } = supportErrors.support_ticket_archived.definition;
    if (error instanceof AppError && error.definition.code === code)
      return drop(deps, requestId, 'the ticket is archived');
    throw error;
  }
}

/** The log says which request, and no address. */
function drop({ log }: ReceiveDeps, requestId: string, reason: string): Received {
  log.info({ requestId, reason }, 'a message to support was dropped');
  return { result: 'DROPPED', reason };
}

/**
 * Finds the ticket and whose token the message is addressed to; it must be from that one's own address.
 * @throws 404 for whatever else, looking alike, Dropped where that one may not write any more
 */
async function findAddressee(
  deps: ReceiveDeps,
  requestId: string,
  mail: ParsedMail,
  sender: string,
): Promise<Addressee> {
  const tokens = deps.addresses.tokensIn(addresseesOf(mail)).slice(0, mostTokens);
  for (const token of tokens) {
    const owners = await deps.database.transaction(
      (queryable) => findOwners(queryable, token.ticketId),
      'system',
    );
    for (const { organization_id: organizationId, status } of owners) {
      const find = (scope: OrgTransaction) => findActor(deps, scope, token, sender);
      const actor = await deps.inOrganization(organizationId, requestId, find);
      if (!actor) continue;
      if (status === 'DELETED') throw new Dropped('the organization was deleted');
      return { organizationId, ticketId: token.ticketId, actor };
    }
  }
  throw supportErrors.support_ticket_not_found('There is no such support ticket for this sender.');
}

async function findActor(
  { addresses, operatorAddress }: ReceiveDeps,
  scope: OrgTransaction,
  token: Token,
  sender: string,
): Promise<Actor | undefined> {
  if (addresses.isGood(scope.organizationId, token, operator))
    return sender === operatorAddress ? serviceActor.actor : undefined;
  const member = (await findEveryMember(scope)).find(({ id }) =>
    addresses.isGood(scope.organizationId, token, id),
  );
  if (!member) return undefined;
  if (!member.isActive) throw new Dropped(left);
  if (member.email?.toLowerCase() !== sender) return undefined;
  requireWriter(member);
  return { type: 'USER', id: member.id, email: member.email, name: member.name ?? undefined };
}

const left = 'who it was given to is no member any more';

/** @throws Dropped for who has left, or may not write; people of channel partners may not, whatever role they have */
function requireWriter(
  member: Awaited<ReturnType<typeof findEveryMember>>[number] | undefined,
): asserts member {
  if (!member?.isActive) throw new Dropped(left);
  if (!member.permissions.has('support:write')) throw new Dropped('the role of the member does not allow it');
}

async function take(
  deps: ReceiveDeps,
  requestId: string,
  { organizationId, ticketId, actor }: Addressee,
  mail: ParsedMail,
  fingerprint: string,
): Promise<Received> {
  const text = replyTextOf(mail.text);
  if (!hasText(text) && mail.attachments.length === 0)
    throw errors.invalid_request('The message has neither a text of its own nor a file.');
  const transaction: InTransaction = (work) =>
    deps.inOrganization(organizationId, requestId, (scope) => work({ ...scope, actor }));
  const free = await transaction(async (scope) => {
    if (await isKnown(scope, fingerprint)) return undefined;
    const ticket = await lockLiveTicket(scope, ticketId);
    return mostAttachments - attachmentsOf(ticket).length;
  });
  if (free === undefined) return { result: 'KNOWN' };
  const files = await reserveFiles(deps, mail, free, { organizationId, transaction });
  return transaction(async (scope) => {
    if (!(await remember(scope, { fingerprint, ticketId }))) return { result: 'KNOWN' };
    await comment(scope, ticketId, text, files);
    return { result: 'COMMENTED' };
  });
}

/** Whoever wrote may have left, or lost the right, meanwhile: it is asked once more, where the comment is written. */
async function comment(
  scope: OrgTransaction,
  ticketId: string,
  text: string,
  files: MailFiles,
): Promise<void> {
  const { actor } = scope;
  if (actor.type === 'USER') {
    const member = (await findEveryMember(scope)).find(({ id }) => id === actor.id);
    requireWriter(member);
    // Before the ticket is locked, as calls do: neither waits for the other.
    await requireQuota(scope, commentQuota);
  }
  const ticket = await lockLiveTicket(scope, ticketId);
  const { attachments, refused, count } = await attachFiles(scope, ticket, files);
  await addComment(scope, ticketId, { comment_text: contentOf(text, count, refused) }, { attachments });
}
