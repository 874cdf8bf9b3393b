import { entityTypes, notificationEventActions } from './records/events.ts';

/**
 * What shared enumerations say of facts that only this service has: clients that were made from the published values refuse
 * a whole list for one word that they do not know. The exact word stands beside it, in `type`.
 */
const knownActions: Readonly<Record<string, string>> = {
  ERASE: 'DELETE',
  LOSE: 'CLOSE',
  OVERRIDE: 'UPDATE',
  PRUNE: 'DELETE',
  PUBLISH: 'UPDATE',
  REPLAY: 'NOTIFY',
  REQUEST_ACTION: 'NOTIFY',
  RESEND: 'NOTIFY',
  SUBMIT: 'SUBMIT_APPROVAL_REQUEST',
  TERMINATE: 'CANCEL',
  WIN: 'COMPLETE',
  WITHDRAW: 'CANCEL',
};

const knownEntities: Readonly<Record<string, string>> = {
  AI_INVOICE: 'INVOICE',
  DEAL_REGISTRATION: 'REFERRAL',
  WALLET: 'BUYER',
  WEBHOOK_ENDPOINT: 'WORKFLOW_WEBHOOK',
};

/** The published action for an action: UPDATE where none is closer. */
export const sharedAction = (action: string): string =>
  knownActions[action] ?? (published(notificationEventActions, action) ? action : 'UPDATE');

/** The published kind of entity: the empty text, which stands for none, where none is closer. */
export const sharedEntityType = (entityType: string): string =>
  knownEntities[entityType] ?? (published(entityTypes, entityType) ? entityType : '');

const published = (words: readonly string[], word: string): boolean => words.includes(word);
