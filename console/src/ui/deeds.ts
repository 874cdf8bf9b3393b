import { inWords, nameOf } from './words.ts';

/** What happened, by the action of an event, where the participle of the action does not say it. */
const deeds: Readonly<Record<string, string>> = {
  ABNORMAL_ALERT: 'alert',
  CANCEL: 'cancelled',
  END_SOON: 'ends soon',
  EXPIRE_SOON: 'expires soon',
  INBOUND: 'received',
  LOSE: 'lost',
  NEW_CLIENT_SIGNUP: 'signup',
  NOTIFY_CONTACTS: 'contacts notified',
  OPEN_EMAIL: 'mail opened',
  OVERRIDE: 'overridden',
  PENDING_ACCEPTANCE: 'ready for acceptance',
  PENDING_CANCEL: 'cancellation started',
  PENDING_PARTNER_ACTION: 'partner action required',
  REQUEST_ACTION: 'returned for changes',
  RESEND: 'resent',
  REVIEW_APPROVAL_REQUEST: 'approval decided',
  ROTATE_SECRET: 'secret rotated',
  SUBMIT: 'submitted',
  SUBMIT_APPROVAL_REQUEST: 'approval requested',
  UPDATE: 'changed',
  WIN: 'won',
  WITHDRAW: 'withdrawn',
};

/** Returns what happened in lower case, such as “created” for `CREATE`. */
export function deedOf(action: string): string {
  const deed = deeds[action];
  if (deed !== undefined) return deed;
  const words = inWords(action).toLowerCase();
  // Only a single word is a verb without an object.
  if (words === '' || words.includes(' ')) return words;
  return words.replace(/(?<=[^aeiou])y$/, 'i').replace(/e?$/, 'ed');
}

/** Returns the words for a notification scope, such as “Offer accepted” for `ACCEPT.OFFER`. */
export function scopeName(scope: string | undefined): string {
  const [action = '', entity] = (scope ?? '').split('.');
  return entity ? `${nameOf(entity)} ${deedOf(action)}` : nameOf(scope);
}

/** Describes a change of a record, with the state after it if the action does not say it. */
export function changeInWords(action: string, status: string): string {
  const deed = deedOf(action);
  const state = inWords(status).toLowerCase();
  const isSaid = state === '' || state === deed || status === action || status === `PENDING_${action}`;
  return `${deed.charAt(0).toUpperCase()}${deed.slice(1)}${isSaid ? '' : ` (${state})`}`;
}
