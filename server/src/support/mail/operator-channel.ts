import { answerAbove, type Channel, type Notification } from '../../notifications/index.ts';
import { organizationName } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { operator, type ReplyAddresses } from './addresses.ts';
import { commentOf, isByOperator, isTicket } from './correspondence.ts';

export type OperatorMailDeps = { operatorAddress: string | undefined; addresses: ReplyAddresses | undefined };

const longestSubject = 200;
const longestText = 12_000;

/** Reduces a text to one line, to prevent header injection. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestSubject);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Describes the organization's action; undefined for actions without a mail to the operator. */
function factOf(notification: Notification): string | undefined {
  if (!isTicket(notification) || isByOperator(notification)) return undefined;
  const commented = commentOf(notification) !== undefined;
  if (notification.action === 'REOPEN') return commented ? 'commented on and reopened' : 'reopened';
  if (notification.action === 'UPDATE') return commented ? 'commented on' : undefined;
  return { CREATE: 'opened', CLOSE: 'closed' }[notification.action];
}

/**
 * Notifies the operator by mail of tickets that are opened, commented on, closed or reopened. These mails are
 * independent of the organization's settings and are omitted from its lists.
 */
export const createOperatorChannel = (deps: OperatorMailDeps): Channel => ({
  name: 'EMAIL',
  prepare: async (scope, _config, notifications) => {
    const { operatorAddress } = deps;
    const facts = notifications.flatMap((notification) => {
      const fact = factOf(notification);
      return fact === undefined ? [] : [{ notification, fact }];
    });
    if (operatorAddress === undefined || facts.length === 0) return { messages: [], statements: [] };
    const name = (await organizationName(scope)) ?? '';
    const mails = facts.map((each) => mailOf(deps, scope, { ...each, name }));
    return { messages: [], statements: mails.map((mail) => queueMail({ ...mail, to: [operatorAddress] })) };
  },
});

function mailOf(
  { addresses }: OperatorMailDeps,
  scope: OrgTransaction,
  { notification, fact, name }: { notification: Notification; fact: string; name: string },
) {
  const { entityId: ticketId, record, createdBy } = notification;
  const { organizationId } = scope;
  const said =
    commentOf(notification) ?? (notification.action === 'CREATE' ? textOf(record.description) : '');
  const facts = [
    `The ticket was ${fact}.`,
    `Ticket: ${ticketId}, ${textOf(record.status)}, ${textOf(record.priority)}, ${textOf(record.taskType)}`,
    `Due: ${textOf(record.dueTime)}`,
    `Organization: ${oneLine(name)} (${organizationId})`,
    `By: ${oneLine([createdBy.name, createdBy.email, createdBy.entityId].map(textOf).filter(Boolean).join(', '))}`,
  ].join('\n');
  const command = `tradepost ticket show ${ticketId} --org ${organizationId}`;
  return {
    id: scope.newId('mal'),
    now: scope.wallNow,
    // All mails about a ticket have the same subject, so that mail clients group them.
    subject: oneLine(`[${ticketId}] ${notification.entityName ?? ''}`),
    text: `${addresses ? `${answerAbove}\n\n` : ''}${said ? `${said.slice(0, longestText)}\n\n` : ''}${facts}\n\n${command}\n`,
    replyTo: addresses?.addressOf({ organizationId, ticketId }, operator),
    threadId: ticketId,
  };
}
