import { entityTypes, notificationEventActions } from './records/events.ts';

/**
 * The published words for facts outside the published enumerations. Clients generated from these enumerations reject a
 * whole list because of one unknown word. `type` contains the exact word.
 */
const knownActions: Readonly<Record<string, string>> = {
  ERASE: 'DELETE',
  // This word is on the published pages, but missing in the document for client generation.
  INBOUND: 'CREATE',
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

/** Returns the published action for an action; UPDATE if no closer action exists. */
export const sharedAction = (action: string): string =>
  knownActions[action] ?? (published(notificationEventActions, action) ? action : 'UPDATE');

/** Returns the published entity type; empty if no published type is similar. */
export const sharedEntityType = (entityType: string): string =>
  knownEntities[entityType] ?? (published(entityTypes, entityType) ? entityType : '');

const published = (words: readonly string[], word: string): boolean => words.includes(word);
