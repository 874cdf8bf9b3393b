import { findContacts } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { invalid } from '../../platform/errors.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { NotificationEvent } from '../../products/records/index.ts';
import { noticeOf, remember } from '../change/index.ts';
import { encodeOffer } from '../columns.ts';
import { keepNotices } from '../store.ts';
import { requireState } from './preconditions.ts';

/**
 * Notifies contacts of an offer: those of the body, or all that the offer names. The event names them; the mail
 * channel delivers.
 */
export async function notifyContacts(
  scope: OrgTransaction,
  id: string,
  given: readonly string[],
): Promise<NotificationEvent> {
  const offer = await requireState(scope, id, 'notify');
  const wanted = [...new Set(given.length > 0 ? given : (offer.contact_ids ?? []))];
  const known = await findContacts(scope, wanted);
  // An offer may go on naming a contact that was deleted.
  const unknown = given.flatMap((contactId, index) => (known.includes(contactId) ? [] : [index]));
  if (unknown.length > 0)
    throw invalid(
      unknown.map((index) => ({ pointer: `/${index}`, message: 'is no contact of the organization' })),
    );
  const notice = noticeOf(scope, offer, {
    id: scope.newId('evt'),
    action: 'NOTIFY_CONTACTS',
    contactIds: wanted.filter((contactId) => known.includes(contactId)),
  });
  const noted = await keepNotices(scope, id, JSON.stringify(remember(JSON.parse(offer.meta_info), [notice])));
  await scope.query(
    recordEvent(scope, {
      id: notice.eventID as string,
      entityType: 'OFFER',
      entityId: id,
      sequence: noted.sequence,
      action: 'NOTIFY_CONTACTS',
      payload: encodeOffer(noted as Row),
      audited: false,
    }),
  );
  return notice;
}
