import { findContacts } from '../buyers/index.ts';
import { invalid } from '../platform/errors.ts';
import { recordEvent } from '../platform/events.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import type { NotificationEvent, WorkloadMetaInfo } from '../products/records/index.ts';
import { requireState } from './guard.ts';
import { modifiedBy } from './rows.ts';
import { keepNotice, type OfferRow } from './store.ts';

/** As many notices as an offer remembers. */
const remembered = 100;

/**
 * Has contacts told of an offer: those of the body, or all that the offer names. The event says whom; telling them is
 * the delivery's.
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
  const notice = noticeOf(
    scope,
    offer,
    wanted.filter((contactId) => known.includes(contactId)),
  );
  const { notifications = [] } = JSON.parse(offer.meta_info) as WorkloadMetaInfo;
  const sequence = await keepNotice(scope, id, JSON.stringify([...notifications, notice].slice(-remembered)));
  await scope.query(
    recordEvent(scope, {
      ...{ id: notice.eventID as string, entityType: 'OFFER', entityId: id, sequence },
      ...{ action: 'NOTIFY_CONTACTS', payload: JSON.stringify(notice), audited: false },
    }),
  );
  return notice;
}

const noticeOf = (scope: OrgTransaction, offer: OfferRow, contactIds: string[]): NotificationEvent => ({
  action: 'NOTIFY_CONTACTS',
  contactIds,
  createdBy: modifiedBy(scope),
  entityID: offer.id,
  entityName: offer.name ?? undefined,
  entityStatus: offer.status,
  entityType: 'OFFER',
  eventID: scope.newId('evt'),
  eventStatus: 'PENDING',
  lastUpdateTime: scope.now.toISOString(),
  organizationID: scope.organizationId,
  partner: (offer.partner ?? undefined) as NotificationEvent['partner'],
  timestamp: scope.now.toISOString(),
});
