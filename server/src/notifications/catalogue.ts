import { allNotificationScopes } from './notification-scopes.ts';
import { failedOrRefused, notYetAcceptable } from './states.ts';

export type Priority = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

/** The words for a fact. `{name}`, `{partner}` and `{status}` are filled in. */
export type Wording = {
  priority: Priority;
  title: string;
  message: string;
  /** What the documentation for programs adds. */
  details?: string;
  /** What a buyer reads, where the seller's words would say nothing to them. */
  toBuyers?: { title: string; message: string };
  /** Somebody has to act on it. */
  isActionItem?: true;
  /** States of the entity in which the fact is more urgent than otherwise. */
  urgentIn?: readonly string[];
};

const low = (title: string, message: string): Wording => ({ priority: 'LOW', title, message });
const medium = (title: string, message: string): Wording => ({ priority: 'MEDIUM', title, message });
const high = (title: string, message: string): Wording => ({ priority: 'HIGH', title, message });
const toDo = (title: string, message: string): Wording => ({ ...high(title, message), isActionItem: true });

/** The wording of a change that may have failed: the state that it leaves the record in says so. */
const change = (title: string, message: string): Wording => ({
  ...low(title, message),
  urgentIn: failedOrRefused,
});

/**
 * The wording of every known fact, by `<ACTION>.<ENTITY>`; those in the list of notification scopes can be sent by
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
  'SUBMIT_APPROVAL_REQUEST.OFFER': toDo('Approval asked for', 'The offer {name} waits for approval.'),
  'REVIEW_APPROVAL_REQUEST.OFFER': high('Approval decided', 'The approval of the offer {name} was decided.'),
  'NOTIFY_CONTACTS.OFFER': {
    ...medium('Contacts told', 'Contacts are told of the offer {name}.'),
    toBuyers: { title: 'An offer for you', message: 'Please look at the offer {name}.' },
  },
  'PENDING_ACCEPTANCE.OFFER': medium('Offer ready', 'The offer {name} can be accepted.'),
  'PENDING_PARTNER_ACTION.OFFER': toDo('Partner has to act', 'The offer {name} waits for {partner}.'),
  'EXPIRE_SOON.OFFER': toDo('Offer expires soon', 'The offer {name} expires soon and was not accepted yet.'),
  'NOTIFY.UNPURCHASED_OFFERS': high(
    'Offers not accepted yet',
    '{name} can be accepted for a week or longer and were not.',
  ),
  'CREATE.ENTITLEMENT': high('Entitlement created', 'The entitlement {name} began. It is {status}.'),
  'REINSTATE.ENTITLEMENT': high('Entitlement reinstated', 'The entitlement {name} is active again.'),
  'SUSPEND.ENTITLEMENT': high('Entitlement suspended', 'The entitlement {name} was suspended.'),
  'PENDING_CANCEL.ENTITLEMENT': high('Cancellation begun', 'The entitlement {name} is about to end.'),
  'CANCEL.ENTITLEMENT': high('Entitlement cancelled', 'The entitlement {name} ended.'),
  'UPDATE.ENTITLEMENT': {
    ...change('Entitlement changed', 'The entitlement {name} was changed. It is {status}.'),
    details: 'For a renewal, info.change is RENEW: once for each, when it is agreed on.',
  },
  'METER.ENTITLEMENT': low('Usage metered', 'Usage of the entitlement {name} was reported.'),
  'END_SOON.ENTITLEMENT': toDo('Entitlement ends soon', 'The entitlement {name} ends soon.'),
  'TERMINATE.ENTITLEMENT': high('Entitlement terminated', 'The entitlement {name} was terminated.'),
  'NOTIFY.HEADLESS_ENTITLEMENTS': toDo(
    'Entitlements without a signup',
    '{name} of the last three days without a signup of a client.',
  ),
  'CREATE.FUNDING_APPLICATION': medium('Funding asked for', 'The funding application {name} was created.'),
  'UPDATE.FUNDING_APPLICATION': change('Funding changed', 'The funding application {name} was changed.'),
  'APPROVE.FUNDING_APPLICATION': high('Funding approved', 'The funding application {name} was approved.'),
  'REJECT.FUNDING_APPLICATION': high('Funding rejected', 'The funding application {name} was rejected.'),
  'CREATE.API_CLIENT': medium('API client created', 'The API client {name} was created.'),
  'DELETE.API_CLIENT': medium('API client deleted', 'The API client {name} was deleted.'),
  'ROTATE_SECRET.API_CLIENT': medium('Secret replaced', 'The secret of the API client {name} was replaced.'),
  'MERGE.BUYER': medium('Buyers merged', 'Other buyers were merged into {name}.'),
  'CREATE.ORGANIZATION': medium('Organization created', 'The organization {name} was created.'),
  'UPDATE.ORGANIZATION': low('Organization changed', 'The organization or its configuration was changed.'),
  'APPROVE.ORGANIZATION': high('Organization approved', 'The organization {name} can begin.'),
  'CREATE.USER': medium('Member invited', '{name} was invited.'),
  'ADD.USER': medium('Member joined', '{name} joined the organization.'),
  'DELETE.USER': medium('Member removed', '{name} is no member any more.'),
  'UPDATE.USER': medium('Member changed', 'The role of {name} or its invitation was changed.'),
  'CREATE.INTEGRATION': medium('Integration created', 'The integration with {partner} was created.'),
  'UPDATE.INTEGRATION': {
    ...low('Integration changed', 'The integration with {partner} is {status}.'),
    urgentIn: ['NOT_VERIFIED'],
    details:
      'info.change is SECRET_ENDS_SOON 30 and 7 days before a secret ends; HEALTH_BAD when calls to the partner have ' +
      'had no answer for ten minutes, and HEALTH_GOOD when they have again; IMPORT once for all that an import has brought.',
  },
  'DELETE.INTEGRATION': high('Integration deleted', 'The integration with {partner} was deleted.'),
  'CREATE.SUPPORT_TICKET': medium('Ticket opened', 'The support ticket {name} was opened.'),
  'CLOSE.SUPPORT_TICKET': medium('Ticket closed', 'The support ticket {name} was closed.'),
  'REOPEN.SUPPORT_TICKET': medium('Ticket opened again', 'The support ticket {name} was opened again.'),
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
  'PENDING_ACCEPTANCE.REFERRAL': toDo('Referral waits', 'The referral {name} waits for acceptance.'),
  'APPROVE.REFERRAL': high('Referral approved', 'The referral {name} was approved.'),
  'INBOUND.REFERRAL': toDo('Referral received', 'The referral {name} came from {partner}.'),

  // Facts that are recorded and that no scope names.
  'UPDATE.SUPPORT_TICKET': low('Ticket changed', 'The support ticket {name} was changed. It is {status}.'),
  'ARCHIVE.SUPPORT_TICKET': low('Ticket archived', 'The support ticket {name} was archived.'),
  'SUBMIT.DEAL_REGISTRATION': toDo('Deal submitted', 'The deal registration {name} waits for approval.'),
  'APPROVE.DEAL_REGISTRATION': high('Deal approved', 'The deal registration {name} was approved.'),
  'REQUEST_ACTION.DEAL_REGISTRATION': toDo(
    'Deal needs something',
    'Something is to be done before the deal registration {name} is decided on.',
  ),
  'REJECT.DEAL_REGISTRATION': high('Deal rejected', 'The deal registration {name} was rejected.'),
  'WITHDRAW.DEAL_REGISTRATION': medium('Deal withdrawn', 'The deal registration {name} was withdrawn.'),
  'WIN.DEAL_REGISTRATION': high('Deal won', 'The deal registration {name} was won.'),
  'LOSE.DEAL_REGISTRATION': medium('Deal lost', 'The deal registration {name} was lost.'),
  'EXPIRE.DEAL_REGISTRATION': medium(
    'Deal expired',
    'The protection by the deal registration {name} ended before it was won.',
  ),
  'OVERRIDE.DEAL_REGISTRATION': high(
    'Protection of a deal lost',
    'Another deal registration took the protection of {name}, or some of it.',
  ),
  'END_SOON.CHANNEL_PARTNER_AGREEMENT': toDo(
    'Agreement ends soon',
    'The agreement {name} with a channel partner ends in 30 days or sooner.',
  ),
  'REJECT.OFFER': high('Offer rejected', 'The offer {name} was rejected.'),
  'PENDING_CANCEL.OFFER': low('Cancellation begun', 'The offer {name} is being taken back.'),
  'ABNORMAL_ALERT.OFFER': {
    ...toDo('Offer in an odd state', 'What {partner} shows of the offer {name} cannot be.'),
    priority: 'CRITICAL',
  },
  'ABNORMAL_ALERT.PRODUCT': {
    ...toDo('Listing in an odd state', '{partner} does not have the listing of the product {name} any more.'),
    priority: 'CRITICAL',
  },
  'ABNORMAL_ALERT.ENTITLEMENT': {
    ...toDo('Entitlement in an odd state', 'What {partner} shows of the entitlement {name} cannot be.'),
    priority: 'CRITICAL',
  },
  'ABNORMAL_ALERT.INTEGRATION': toDo(
    'Notification not readable',
    'A notification of {partner} could not be read, and may have been about a change.',
  ),
  'NOTIFY.ORGANIZATION': toDo(
    'AI features switched off',
    'AI features are off until the next month: what may be spent on them is spent.',
  ),
  'CREATE.INVOICE': low('Invoice drafted', 'An invoice was drafted.'),
  'UPDATE.INVOICE': low('Invoice changed', 'An invoice was changed. It is {status}.'),
  'DELETE.INVOICE': low(
    'Draft of an invoice withdrawn',
    'The draft of an invoice was withdrawn: it is of nothing any more.',
  ),
  'ISSUE.INVOICE': medium('Invoice issued', 'An invoice was issued.'),
  'VOID.INVOICE': medium('Invoice voided', 'An invoice was voided.'),
  'CHARGE.INVOICE': medium('Invoice paid', 'A payment of an invoice arrived.'),
  'NOTIFY.INVOICE': toDo(
    'Invoice overdue',
    'An invoice is past its due date, and its buyer has nothing that it can be charged to.',
  ),
  'REFUND.INVOICE': medium('Payment refunded', 'Some of what was paid of an invoice was paid back.'),
  'CREATE.AI_INVOICE': medium('AI features billed', 'The use of AI features in a month was billed.'),
  'CREATE.USAGE_RECORD_GROUP': low('Usage reported', 'Usage was reported.'),
  'ABNORMAL_ALERT.USAGE_RECORD_GROUP': toDo(
    'Usage could not be taken',
    'Usage was reported that could not be taken: it is kept as INVALID, with the reason.',
  ),
  'ABNORMAL_ALERT.USAGE_RECORD_REPORT': {
    ...toDo('Usage needs attention', 'Usage for {partner} needs attention.'),
    priority: 'CRITICAL',
  },
  'UPDATE.USAGE_RECORD_REPORT': low('Usage report changed', 'A report of usage to {partner} was changed.'),
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
  'RESEND.WEBHOOK_ENDPOINT': low(
    'Webhook sent again',
    'A delivery of a webhook endpoint was sent once more.',
  ),
  'REPLAY.WEBHOOK_ENDPOINT': low(
    'Events replayed',
    'Events of a time are sent once more to a webhook endpoint.',
  ),
  'NOTIFY.WEBHOOK_ENDPOINT': toDo(
    'Webhook endpoint fails',
    'A webhook endpoint has taken nothing for days, and will be disabled soon.',
  ),
  'FAIL.PAYMENT_TRANSACTION': toDo('Payment failed', 'A payment failed, and is not tried again by itself.'),
  'CLOSE.WALLET': low('Credit closed', 'Credit of a buyer was closed.'),
  'APPROVE.ENTITLEMENT': medium('Entitlement approved', 'The entitlement {name} was approved.'),
};

/** The wordings of what an action means, where that is another thing than the action says: by `<ACTION>.<ENTITY>.<change>`. */
export const meanings: Readonly<Record<string, Wording>> = {
  'ABNORMAL_ALERT.ENTITLEMENT.AGREEMENT_MISSING': {
    ...toDo(
      'Purchase without agreement',
      'A buyer came from {partner} a day ago, and the agreement of the purchase has not been seen: {name}. Look at {partner} whether it stands.',
    ),
    priority: 'CRITICAL',
  },
  'UPDATE.INTEGRATION.SECRET_ENDS_SOON': toDo(
    'Secret ends soon',
    'A secret of the integration with {partner} ends on {secretEnd}. Enter a new one before: without it nothing is sold there.',
  ),
  'UPDATE.INTEGRATION.HEALTH_BAD': high(
    'Marketplace does not answer',
    'Calls to {partner} have had no answer for ten minutes or longer. What is under way waits, and goes on by itself.',
  ),
  'UPDATE.INTEGRATION.IMPORT': medium('Marketplace imported', 'From {partner} were imported: {name}.'),
  'UPDATE.INTEGRATION.HEALTH_GOOD': medium(
    'Marketplace answers again',
    'Calls to {partner} are answered again.',
  ),
};

/** Says whether a name is one of the closed list of notification scopes, by which e-mail is routed. */
export const isNotificationScope = (name: string): boolean =>
  (allNotificationScopes as readonly string[]).includes(name);

/** Wordings of actions on entities that the catalogue does not name. */
const verbs: Readonly<Record<string, string>> = {
  CREATE: 'was created',
  UPDATE: 'was changed',
  DELETE: 'was deleted',
  CANCEL: 'was cancelled',
  PUBLISH: 'is being published',
  PENDING_ACCEPTANCE: 'can be accepted',
  PENDING_CANCEL: 'is being taken back',
  ACCEPT: 'was accepted',
  REJECT: 'was rejected',
  EXPIRE: 'expired',
  ERASE: 'was erased',
  PRUNE: 'was pruned',
};

/** Says whether the catalogue has a wording for the fact, or a verb for its action. */
export const isKnown = (action: string, entityType: string): boolean =>
  Object.hasOwn(catalogue, `${action}.${entityType}`) || Object.hasOwn(verbs, action);

/** The wording of a fact that the catalogue does not name. */
export function defaultWording(action: string, entityType: string): Wording {
  const entity = entityType.replaceAll('_', ' ').toLowerCase();
  const verb = verbs[action] ?? `: ${action.replaceAll('_', ' ').toLowerCase()}`;
  return low(
    `${entity.slice(0, 1).toUpperCase()}${entity.slice(1)} ${verb.replace('was ', '')}`.replace(' :', ':'),
    `The ${entity} {name} ${verb}.`.replace(' :', ':'),
  );
}

/** Moves of state that are a fact of their own beside the one that is recorded. */
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
 * Derives what else an event says: the actions that its move of state amounts to, its own left out.
 * @param from reads the state before, which is asked for only where it decides
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
