import { allNotificationScopes } from './notification-scopes.ts';
import { failedOrRefused, notYetAcceptable } from './states.ts';

export type Priority = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

/** The wording for a fact, with the placeholders `{name}`, `{partner}` and `{status}`. */
export type Wording = {
  priority: Priority;
  title: string;
  message: string;
  /** Details for the documentation of webhooks and the feed. */
  details?: string;
  /** The wording for buyers, if it must differ from the seller's wording. */
  toBuyers?: { title: string; message: string };
  /** Whether the fact requires manual action. */
  isActionItem?: true;
  /** Whether the message ends with the reason in the record. */
  saysWhy?: true;
  /** The entity states in which the priority is raised to HIGH. */
  urgentIn?: readonly string[];
};

const low = (title: string, message: string): Wording => ({ priority: 'LOW', title, message });
const medium = (title: string, message: string): Wording => ({ priority: 'MEDIUM', title, message });
const high = (title: string, message: string): Wording => ({ priority: 'HIGH', title, message });
const toDo = (title: string, message: string): Wording => ({ ...high(title, message), isActionItem: true });

/**
 * Creates the wording for a change that may have failed. The record's state after the change determines the priority.
 */
const change = (title: string, message: string): Wording => ({
  ...low(title, message),
  urgentIn: failedOrRefused,
});

/**
 * The wordings for all known facts, by `<ACTION>.<ENTITY>`. Facts in the list of notification scopes can be sent by
 * e-mail.
 */
export const catalogue: Readonly<Record<string, Wording>> = {
  'CREATE.PRODUCT': low('Product created', 'The product {name} was created.'),
  'UPDATE.PRODUCT': change('Product changed', 'The product {name} was changed. It is {status}.'),
  'DELETE.PRODUCT': medium('Product deleted', 'The product {name} was deleted.'),
  'CREATE.OFFER': low('Offer created', 'The offer {name} was created. It is {status}.'),
  'ACCEPT.OFFER': high('Offer accepted', 'The buyer accepted the offer {name}.'),
  'EXPIRE.OFFER': high('Offer expired', 'The offer {name} expired without being accepted.'),
  'UPDATE.OFFER': change('Offer changed', 'The offer {name} was changed. It is {status}.'),
  'DELETE.OFFER': medium('Offer deleted', 'The offer {name} was deleted.'),
  'CANCEL.OFFER': high('Offer cancelled', 'The offer {name} was cancelled.'),
  'OPEN_EMAIL.OFFER': medium('Offer mail opened', 'A mail about the offer {name} was opened.'),
  'SUBMIT_APPROVAL_REQUEST.OFFER': toDo('Approval requested', 'The offer {name} awaits approval.'),
  'REVIEW_APPROVAL_REQUEST.OFFER': high(
    'Approval decided',
    'The approval request for the offer {name} was decided.',
  ),
  'NOTIFY_CONTACTS.OFFER': {
    ...medium('Contacts notified', 'Contacts are being notified of the offer {name}.'),
    toBuyers: { title: 'An offer for you', message: 'Please review the offer {name}.' },
  },
  'PENDING_ACCEPTANCE.OFFER': medium('Offer ready', 'The offer {name} can be accepted.'),
  'PENDING_PARTNER_ACTION.OFFER': toDo(
    'Partner action required',
    'The offer {name} waits for an action by {partner}.',
  ),
  'EXPIRE_SOON.OFFER': toDo('Offer expires soon', 'The offer {name} expires soon and has not been accepted.'),
  'NOTIFY.UNPURCHASED_OFFERS': high(
    'Offers not accepted yet',
    '{name} have been open for acceptance for a week or longer.',
  ),
  'CREATE.ENTITLEMENT': high('Entitlement created', 'The entitlement {name} was created. It is {status}.'),
  'REINSTATE.ENTITLEMENT': high('Entitlement reinstated', 'The entitlement {name} is active again.'),
  'SUSPEND.ENTITLEMENT': high('Entitlement suspended', 'The entitlement {name} was suspended.'),
  'PENDING_CANCEL.ENTITLEMENT': high('Cancellation started', 'The entitlement {name} is being cancelled.'),
  'CANCEL.ENTITLEMENT': high('Entitlement cancelled', 'The entitlement {name} was cancelled.'),
  'UPDATE.ENTITLEMENT': {
    ...change('Entitlement changed', 'The entitlement {name} was changed. It is {status}.'),
    details:
      'info.change is RENEW when a renewal is agreed on, once for each. CANCELLATION_REFUSED: the buyer or the ' +
      'marketplace refused a cancellation. CHANGE_REQUESTED: the buyer requested another plan or quantity, and the request ' +
      'waits for the seller; ANSWER_REFUSED: the marketplace refused the answer to such a request. REFUNDED, ' +
      'REFUND_FAILED: the outcome of a refund at the marketplace.',
  },
  'METER.ENTITLEMENT': low('Usage metered', 'Usage of the entitlement {name} was reported.'),
  'END_SOON.ENTITLEMENT': toDo('Entitlement ends soon', 'The entitlement {name} ends soon.'),
  'TERMINATE.ENTITLEMENT': high('Entitlement terminated', 'The entitlement {name} was terminated.'),
  'NOTIFY.HEADLESS_ENTITLEMENTS': toDo(
    'Entitlements without a signup',
    '{name} of the last three days have no buyer signup.',
  ),
  'CREATE.FUNDING_APPLICATION': medium('Funding requested', 'The funding application {name} was created.'),
  'UPDATE.FUNDING_APPLICATION': change('Funding changed', 'The funding application {name} was changed.'),
  'APPROVE.FUNDING_APPLICATION': high('Funding approved', 'The funding application {name} was approved.'),
  'REJECT.FUNDING_APPLICATION': high('Funding rejected', 'The funding application {name} was rejected.'),
  'CREATE.API_CLIENT': medium('API client created', 'The API client {name} was created.'),
  'DELETE.API_CLIENT': medium('API client deleted', 'The API client {name} was deleted.'),
  'ROTATE_SECRET.API_CLIENT': medium('Secret replaced', 'The secret of the API client {name} was replaced.'),
  'MERGE.BUYER': medium('Buyers merged', 'Other buyers were merged into {name}.'),
  'CREATE.ORGANIZATION': medium('Organization created', 'The organization {name} was created.'),
  'UPDATE.ORGANIZATION': low('Organization changed', 'The organization or its configuration was changed.'),
  'APPROVE.ORGANIZATION': high('Organization approved', 'The organization {name} was approved.'),
  'CREATE.USER': medium('Member invited', '{name} was invited.'),
  'ADD.USER': medium('Member joined', '{name} joined the organization.'),
  'DELETE.USER': medium('Member removed', '{name} is no longer a member.'),
  'UPDATE.USER': medium('Member changed', 'The role or the invitation of {name} was changed.'),
  'CREATE.INTEGRATION': medium('Integration created', 'The integration with {partner} was created.'),
  'UPDATE.INTEGRATION': {
    ...low('Integration changed', 'The integration with {partner} is {status}.'),
    urgentIn: ['NOT_VERIFIED'],
    details:
      'info.change is SECRET_ENDS_SOON 30 and 7 days before a secret expires; HEALTH_BAD when calls to the partner have ' +
      'failed for ten minutes, and HEALTH_GOOD when they succeed again; IMPORT once per finished import; ' +
      'PAYOUTS_PAUSED when the marketplace withholds payouts until the seller corrects the bank account.',
  },
  'DELETE.INTEGRATION': high('Integration deleted', 'The integration with {partner} was deleted.'),
  'CREATE.SUPPORT_TICKET': medium('Ticket opened', 'The support ticket {name} was opened.'),
  'CLOSE.SUPPORT_TICKET': medium('Ticket closed', 'The support ticket {name} was closed.'),
  'REOPEN.SUPPORT_TICKET': medium('Ticket reopened', 'The support ticket {name} was reopened.'),
  'CREATE.WORKFLOW': low('Workflow created', 'The workflow {name} was created.'),
  'UPDATE.WORKFLOW': change('Workflow changed', 'The workflow {name} was changed. It is {status}.'),
  'DELETE.WORKFLOW': low('Workflow deleted', 'The workflow {name} was deleted.'),
  'NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE': high('New client', '{name} signed up.'),
  'DISBURSE.REVENUE_RECORD': high('Money disbursed', 'Revenue was disbursed by {partner}.'),
  'COMPLETE.AUTO_SHARE_TASK': low('Sharing finished', 'Sharing {name} with {partner} finished.'),
  'FAIL.AUTO_SHARE_TASK': toDo('Sharing failed', 'Sharing {name} with {partner} failed.'),
  'ARCHIVE.REFERRAL': low('Referral archived', 'The referral {name} was archived.'),
  'CREATE.REFERRAL': medium('Referral created', 'The referral {name} was created.'),
  'UPDATE.REFERRAL': change('Referral changed', 'The referral {name} was changed. It is {status}.'),
  'ACCEPT.REFERRAL': high('Referral accepted', 'The referral {name} was accepted.'),
  'REJECT.REFERRAL': high('Referral rejected', 'The referral {name} was rejected.'),
  'PENDING_ACCEPTANCE.REFERRAL': toDo('Referral pending', 'The referral {name} awaits acceptance.'),
  'APPROVE.REFERRAL': high('Referral approved', 'The referral {name} was approved.'),
  'INBOUND.REFERRAL': toDo('Referral received', 'The referral {name} came from {partner}.'),

  // Facts that are recorded but missing in the list of notification scopes.
  'UPDATE.SUPPORT_TICKET': low('Ticket changed', 'The support ticket {name} was changed. It is {status}.'),
  'ARCHIVE.SUPPORT_TICKET': low('Ticket archived', 'The support ticket {name} was archived.'),
  'SUBMIT.DEAL_REGISTRATION': toDo('Deal submitted', 'The deal registration {name} awaits approval.'),
  'APPROVE.DEAL_REGISTRATION': high('Deal approved', 'The deal registration {name} was approved.'),
  'REQUEST_ACTION.DEAL_REGISTRATION': toDo(
    'Action required for deal',
    'The deal registration {name} needs an action before it can be decided.',
  ),
  'REJECT.DEAL_REGISTRATION': high('Deal rejected', 'The deal registration {name} was rejected.'),
  'WITHDRAW.DEAL_REGISTRATION': medium('Deal withdrawn', 'The deal registration {name} was withdrawn.'),
  'WIN.DEAL_REGISTRATION': high('Deal won', 'The deal registration {name} was won.'),
  'LOSE.DEAL_REGISTRATION': medium('Deal lost', 'The deal registration {name} was lost.'),
  'EXPIRE.DEAL_REGISTRATION': medium(
    'Deal expired',
    'The protection of the deal registration {name} ended before the deal was won.',
  ),
  'OVERRIDE.DEAL_REGISTRATION': high(
    'Deal protection lost',
    'Another deal registration replaced all or part of the protection of {name}.',
  ),
  'END_SOON.CHANNEL_PARTNER_AGREEMENT': toDo(
    'Agreement ends soon',
    'The agreement {name} with a channel partner ends within 30 days.',
  ),
  'REJECT.OFFER': high('Offer rejected', 'The offer {name} was rejected.'),
  'PENDING_CANCEL.OFFER': low('Cancellation started', 'The offer {name} is being cancelled.'),
  'ABNORMAL_ALERT.OFFER': {
    ...toDo('Offer in an unexpected state', 'The state of the offer {name} at {partner} is inconsistent.'),
    priority: 'CRITICAL',
  },
  'ABNORMAL_ALERT.PRODUCT': {
    ...toDo('Listing missing', 'The listing of the product {name} no longer exists at {partner}.'),
    priority: 'CRITICAL',
  },
  'ABNORMAL_ALERT.ENTITLEMENT': {
    ...toDo(
      'Entitlement in an unexpected state',
      'The state of the entitlement {name} at {partner} is inconsistent.',
    ),
    priority: 'CRITICAL',
  },
  'ABNORMAL_ALERT.INTEGRATION': toDo(
    'Unreadable notification',
    'A notification from {partner} could not be read. A change may have been missed.',
  ),
  'NOTIFY.ORGANIZATION': toDo(
    'AI features disabled',
    'AI features are disabled until next month: the monthly budget is used up.',
  ),
  'CREATE.INVOICE': low('Invoice drafted', 'An invoice was drafted.'),
  'UPDATE.INVOICE': low('Invoice changed', 'An invoice was changed. It is {status}.'),
  'DELETE.INVOICE': low(
    'Invoice draft withdrawn',
    'The draft of an invoice was withdrawn because it has no items left.',
  ),
  'ISSUE.INVOICE': medium('Invoice issued', 'An invoice was issued.'),
  'VOID.INVOICE': medium('Invoice voided', 'An invoice was voided.'),
  'CHARGE.INVOICE': medium('Invoice paid', 'A payment for an invoice was received.'),
  'NOTIFY.INVOICE': toDo(
    'Invoice overdue',
    'An invoice is past its due date, and its buyer has no payment method.',
  ),
  'REFUND.INVOICE': medium('Payment refunded', 'A payment of an invoice was refunded in part or in full.'),
  'CREATE.AI_INVOICE': medium('AI features billed', 'A month of AI features was billed.'),
  'CREATE.USAGE_RECORD_GROUP': low('Usage reported', 'Usage was reported.'),
  'ABNORMAL_ALERT.USAGE_RECORD_GROUP': toDo(
    'Usage rejected',
    'Reported usage could not be accepted. It is kept as INVALID, with the reason.',
  ),
  'ABNORMAL_ALERT.USAGE_RECORD_REPORT': {
    ...toDo('Usage needs attention', 'Usage for {partner} needs attention.'),
    priority: 'CRITICAL',
  },
  'UPDATE.USAGE_RECORD_REPORT': low('Usage report changed', 'A usage report to {partner} was changed.'),
  'UPDATE.WEBHOOK_ENDPOINT': {
    ...low('Webhook endpoint changed', 'A webhook endpoint was changed. It is {status}.'),
    urgentIn: ['DISABLED'],
  },
  'CREATE.WEBHOOK_ENDPOINT': medium('Webhook endpoint created', 'A webhook endpoint was created.'),
  'DELETE.WEBHOOK_ENDPOINT': medium('Webhook endpoint deleted', 'A webhook endpoint was deleted.'),
  'ROTATE_SECRET.WEBHOOK_ENDPOINT': medium(
    'Webhook secret replaced',
    'The secret of a webhook endpoint was replaced.',
  ),
  'TEST.WEBHOOK_ENDPOINT': low('Webhook endpoint tested', 'A test event was sent to a webhook endpoint.'),
  'RESEND.WEBHOOK_ENDPOINT': low('Webhook resent', 'A delivery to a webhook endpoint was resent.'),
  'REPLAY.WEBHOOK_ENDPOINT': low(
    'Events replayed',
    'Events of a period are being sent again to a webhook endpoint.',
  ),
  'NOTIFY.WEBHOOK_ENDPOINT': toDo(
    'Webhook endpoint failing',
    'A webhook endpoint has accepted nothing for days and will be disabled soon.',
  ),
  'FAIL.PAYMENT_TRANSACTION': toDo('Payment failed', 'A payment failed and is not retried automatically.'),
  'CLOSE.WALLET': low('Credit closed', 'Credit of a buyer was closed.'),
  'CREATE.ENTITLEMENT_REQUEST': low(
    'Change requested',
    'A buyer on {partner} requested another plan or quantity. The request is {status}.',
  ),
  'UPDATE.ENTITLEMENT_REQUEST': low(
    'Requested change updated',
    'A change that a buyer on {partner} requested was updated. It is {status}.',
  ),
  'ACCEPT.ENTITLEMENT_REQUEST': medium(
    'Requested change accepted',
    'The seller accepted a change that a buyer on {partner} requested.',
  ),
  'REJECT.ENTITLEMENT_REQUEST': medium(
    'Requested change rejected',
    'The seller rejected a change that a buyer on {partner} requested.',
  ),
  'REJECT.ENTITLEMENT': medium('Purchase rejected', 'The seller rejected the purchase {name}.'),
  'APPROVE.ENTITLEMENT': medium('Entitlement approved', 'The entitlement {name} was approved.'),
};

/**
 * The wordings for actions with several meanings, by `<ACTION>.<ENTITY>.<change>`. These wordings take precedence over
 * the catalogue.
 */
export const meanings: Readonly<Record<string, Wording>> = {
  'ABNORMAL_ALERT.ENTITLEMENT.AGREEMENT_MISSING': {
    ...toDo(
      'Purchase without agreement',
      'A buyer arrived from {partner} a day ago, but the agreement of the purchase has not been seen: {name}. Check at {partner} whether the agreement exists.',
    ),
    priority: 'CRITICAL',
  },
  'UPDATE.ENTITLEMENT.ADDON_NOT_CHARGED': toDo('Addon not charged', '{name}: {warning}'),
  'UPDATE.ENTITLEMENT.CANCELLATION_REFUSED': {
    ...toDo('Cancellation refused', 'The cancellation of {name} was refused. It is {status}.'),
    saysWhy: true,
  },
  'UPDATE.ENTITLEMENT.CHANGE_REQUESTED': toDo(
    'Answer a change request',
    'The buyer of {name} requested another plan or quantity on {partner}. Accept or reject the request.',
  ),
  'UPDATE.ENTITLEMENT.ANSWER_REFUSED': toDo(
    'Answer refused',
    '{partner} refused the answer to a change that the buyer of {name} requested. The request has the reason.',
  ),
  'UPDATE.ENTITLEMENT.REFUNDED': high('Refund completed', '{partner} has refunded the buyer of {name}.'),
  'UPDATE.ENTITLEMENT.REFUND_FAILED': toDo(
    'Refund failed',
    '{partner} refused a refund for {name}. The refund on the entitlement has the reason.',
  ),
  'UPDATE.INTEGRATION.SECRET_ENDS_SOON': toDo(
    'Secret expires soon',
    'A secret of the integration with {partner} expires on {secretEnd}. Enter a new one before then: without it, sales at {partner} stop.',
  ),
  'UPDATE.INTEGRATION.HEALTH_BAD': high(
    'Marketplace not responding',
    'Calls to {partner} have failed for ten minutes or longer. Pending operations wait and resume automatically.',
  ),
  'UPDATE.INTEGRATION.PAYOUTS_PAUSED': toDo(
    'Payouts paused',
    '{partner} has paused payouts, because the bank account is not valid. Correct the bank account at {partner}.',
  ),
  'UPDATE.INTEGRATION.IMPORT': medium('Marketplace imported', 'Imported from {partner}: {name}.'),
  'UPDATE.INTEGRATION.HEALTH_GOOD': medium(
    'Marketplace responding again',
    'Calls to {partner} succeed again.',
  ),
};

/** Returns whether a name is in the list of notification scopes, by which e-mail is routed. */
export const isNotificationScope = (name: string): boolean =>
  (allNotificationScopes as readonly string[]).includes(name);

/** The verbs for actions on entities outside the catalogue. */
const verbs: Readonly<Record<string, string>> = {
  CREATE: 'was created',
  UPDATE: 'was changed',
  DELETE: 'was deleted',
  CANCEL: 'was cancelled',
  PUBLISH: 'is being published',
  PENDING_ACCEPTANCE: 'can be accepted',
  PENDING_CANCEL: 'is being cancelled',
  ACCEPT: 'was accepted',
  REJECT: 'was rejected',
  EXPIRE: 'expired',
  ERASE: 'was erased',
  PRUNE: 'was pruned',
};

/** Returns whether there is a wording for the fact in the catalogue, or a verb for its action. */
export const isKnown = (action: string, entityType: string): boolean =>
  Object.hasOwn(catalogue, `${action}.${entityType}`) || Object.hasOwn(verbs, action);

/** Builds the wording for a fact outside the catalogue. */
export function defaultWording(action: string, entityType: string): Wording {
  const entity = entityType.replaceAll('_', ' ').toLowerCase();
  const verb = verbs[action] ?? `: ${action.replaceAll('_', ' ').toLowerCase()}`;
  return low(
    `${entity.slice(0, 1).toUpperCase()}${entity.slice(1)} ${verb.replace('was ', '')}`.replace(' :', ':'),
    `The ${entity} {name} ${verb}.`.replace(' :', ':'),
  );
}

/** The state transitions that count as a separate fact, in addition to the recorded fact. */
const moves = [
  {
    entityType: 'OFFER',
    to: 'PENDING_ACCEPTANCE',
    by: ['CREATE', 'UPDATE'],
    from: [undefined, ...notYetAcceptable],
    action: 'PENDING_ACCEPTANCE',
  },
] as const;

/**
 * Derives the additional actions that an event's state transition implies.
 * @param from reads the previous state; called only if the result depends on it
 */
export const furtherActions = (
  entityType: string,
  action: string,
  from: () => string | undefined,
  to: string | undefined,
): string[] =>
  moves
    .filter(
      (move) =>
        move.entityType === entityType &&
        (move.by as readonly string[]).includes(action) &&
        move.to === to &&
        (move.from as readonly (string | undefined)[]).includes(from()),
    )
    .map((move) => move.action);
