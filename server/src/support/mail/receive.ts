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

export type ReceiveResult = { result: 'COMMENTED' | 'KNOWN' | 'DROPPED'; reason?: string };

/** Thrown for a genuine message that must be dropped. */
class MailDropped extends Error {
  override readonly name = 'MailDropped';
}

type Addressee = { organizationId: string; ticketId: string; actor: Actor };

/** The maximum number of tokens in one message. Genuine messages never exceed it. */
const mostTokens = 20;

/**
 * Receives a message forwarded by the mail server. The message becomes a comment if its sender is the correspondent to
 * whom the reply address was issued. Duplicates are ignored, and a message written by a program is never accepted.
 * @throws 400, 404 for an unknown token or a token of another sender, 429, 503 if the message may be sent again
 */
export async function receive(deps: ReceiveDeps, raw: Buffer, requestId: string): Promise<ReceiveResult> {
  if (raw.length === 0) throw errors.invalid_request('The body must be a message (RFC 5322).');
  const mail = await deps.parser.parse(raw, requestId);
  const program = automaticBy(mail);
  if (program) return drop(deps, requestId, `written by a program, according to ${program}`);
  const sender = senderOf(mail);
  if (sender === undefined) throw errors.invalid_request('The message must have one From address.');
  try {
    const addressee = await findAddressee(deps, requestId, mail, sender);
    const fingerprint = fingerprintOf(valuesOf(mail, ['message-id'])[0], raw);
    return await take(deps, requestId, addressee, mail, fingerprint);
  } catch (error) {
    if (error instanceof MailDropped) return drop(deps, requestId, error.message);
    const { code } = supportErrors.support_ticket_archived.definition;
    if (error instanceof AppError && error.definition.code === code)
      return drop(deps, requestId, 'the ticket is archived');
    throw error;
  }
}

/** Logs the id of the request and the reason, without an address. */
function drop({ log }: ReceiveDeps, requestId: string, reason: string): ReceiveResult {
  log.info({ requestId, reason }, 'support message dropped');
  return { result: 'DROPPED', reason };
}

/**
 * Finds the ticket and the correspondent of a message's token. The message must come from the correspondent's own
 * address.
 * @throws 404 with the same text for every mismatch; Dropped if the correspondent may no longer write
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
      if (status === 'DELETED') throw new MailDropped('the organization was deleted');
      return { organizationId, ticketId: token.ticketId, actor };
    }
  }
  throw supportErrors.support_ticket_not_found('No support ticket matches this sender.');
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
  if (!member.isActive) throw new MailDropped(left);
  if (member.email?.toLowerCase() !== sender) return undefined;
  requireWriter(member);
  return { type: 'USER', id: member.id, email: member.email, name: member.name ?? undefined };
}

const left = 'the sender is no longer a member';

/**
 * Requires that the sender may write.
 * @throws Dropped for a former member, and for a member without the permission, such as members of channel partners
 */
function requireWriter(
  member: Awaited<ReturnType<typeof findEveryMember>>[number] | undefined,
): asserts member {
  if (!member?.isActive) throw new MailDropped(left);
  if (!member.permissions.has('support:write'))
    throw new MailDropped('the member’s role does not allow comments');
}

async function take(
  deps: ReceiveDeps,
  requestId: string,
  { organizationId, ticketId, actor }: Addressee,
  mail: ParsedMail,
  fingerprint: string,
): Promise<ReceiveResult> {
  const text = replyTextOf(mail.text);
  if (!hasText(text) && mail.attachments.length === 0)
    throw errors.invalid_request('The message has no new text and no attachment.');
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

/** Writes the comment. This transaction checks again that the sender is a member with the permission. */
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
    // The quota is locked before the ticket, as in the API, to avoid deadlocks.
    await requireQuota(scope, commentQuota);
  }
  const ticket = await lockLiveTicket(scope, ticketId);
  const { attachments, refused, count } = await attachFiles(scope, ticket, files);
  await addComment(scope, ticketId, { comment_text: contentOf(text, count, refused) }, { attachments });
}
