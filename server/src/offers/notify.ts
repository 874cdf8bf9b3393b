import { z } from 'zod';
import { findContacts } from '../buyers/index.ts';
import { furtherActions } from '../notifications/index.ts';
import { NotificationEvent } from '../notifications/records/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Row } from '../platform/database/statement.ts';
import { invalid } from '../platform/errors.ts';
import { followingEventId, recordEvent } from '../platform/events/record-event.ts';
import { route } from '../platform/http/route.ts';
import { modifiedBy } from '../products/index.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { offerErrors } from './errors.ts';
import type { OfferStatus } from './records.ts';
import { countOfferEvent, keepNotices, requireState } from './store.ts';

export const sendOfferNotificationsRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/notifyContacts',
    operationId: 'sendOfferNotifications',
    group: 'Offer',
    summary: 'Notify contacts of an offer',
    description: 'Notifies the contacts in the body, by id; without a body, all contacts of the offer.',
    body: z.array(z.string().max(200)).max(500).meta({ description: 'Identifiers of contacts' }).optional(),
    example: ['con_01m7z53qrwf3raysksbfq2fp2q'],
    response: NotificationEvent,
    responseDescription: 'The notification',
    access: 'offers:write',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: await notifyContacts(scope, params.offerId, body ?? []),
      }),
    },
  });

/**
 * Notifies the contacts in the body, or all contacts of the offer if the body lists no contacts. The event
 * lists the contacts, and the mail channel delivers.
 */
async function notifyContacts(
  scope: OrgTransaction,
  id: string,
  given: readonly string[],
): Promise<NotificationEvent> {
  const offer = await requireState(scope, id, 'notify');
  const wanted = [...new Set(given.length > 0 ? given : (offer.contact_ids ?? []))];
  const known = await findContacts(scope, wanted);
  // An offer may still list a contact that was deleted.
  const unknown = given.flatMap((contactId, index) => (known.includes(contactId) ? [] : [index]));
  if (unknown.length > 0)
    throw invalid(
      unknown.map((index) => ({
        pointer: `/${index}`,
        message: 'does not match a contact in this organization',
      })),
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

type NoticeOffer = Pick<OfferRow, 'id' | 'name' | 'partner' | 'status' | 'contact_ids'>;

type Fact = { id: string; action: string };

/** Maximum number of notices that an offer keeps. */
const remembered = 100;

/** A notice that an offer stores. The notification event with the same id contains the text that was sent. */
const noticeOf = (
  scope: OrgScope,
  offer: NoticeOffer,
  notice: Fact & { contactIds: readonly string[]; message?: string | undefined },
): NotificationEvent => ({
  action: notice.action,
  contactIds: [...notice.contactIds],
  createdBy: modifiedBy(scope),
  entityID: offer.id,
  entityName: offer.name ?? undefined,
  entityStatus: offer.status,
  entityType: 'OFFER',
  eventID: notice.id,
  eventStatus: 'PENDING',
  lastUpdateTime: scope.now.toISOString(),
  ...(notice.message === undefined ? {} : { message: notice.message }),
  organizationID: scope.organizationId,
  partner: (offer.partner ?? undefined) as NotificationEvent['partner'],
  timestamp: scope.now.toISOString(),
});

const remember = (
  { notifications = [] }: WorkloadMetaInfo,
  notices: readonly NotificationEvent[],
): NotificationEvent[] => [...notifications, ...notices].slice(-remembered);

/**
 * Derives the notices that a change adds to the meta info, whether or not a mail is sent for them (R54): that the
 * offer can be accepted, and each new text of `updateMessage` (R32).
 * @param metaInfo the meta info after the change
 */
export function noticesOf(
  scope: OrgScope,
  event: Fact,
  before: { status: OfferStatus; metaInfo: WorkloadMetaInfo } | undefined,
  offer: NoticeOffer,
  metaInfo: WorkloadMetaInfo,
): { notifications?: NotificationEvent[] } {
  const facts = [
    ...readiness(event, before?.status, offer.status),
    ...update(event, before, offer.status, metaInfo),
  ];
  if (facts.length === 0) return {};
  const contactIds = offer.contact_ids ?? [];
  const notices = facts.map((fact) => noticeOf(scope, offer, { ...fact, contactIds }));
  return { notifications: remember(metaInfo, notices) };
}

function readiness(event: Fact, from: string | undefined, to: string): Fact[] {
  const action = 'PENDING_ACCEPTANCE';
  if (event.action === action) return [event];
  return furtherActions('OFFER', event.action, () => from, to).includes(action)
    ? [{ id: followingEventId(event.id, action), action }]
    : [];
}

function update(
  event: Fact,
  before: { status: OfferStatus; metaInfo: WorkloadMetaInfo } | undefined,
  status: OfferStatus,
  { updateMessage, notifications = [] }: WorkloadMetaInfo,
): (Fact & { message: string })[] {
  if (event.action !== 'UPDATE' || status !== 'PENDING_ACCEPTANCE' || !updateMessage || !before) return [];
  const isNew = before.status === 'PENDING_UPDATE' || before.metaInfo.updateMessage !== updateMessage;
  const last = notifications.findLast(({ action }) => action === 'UPDATE');
  return isNew && last?.message !== updateMessage ? [{ ...event, message: updateMessage }] : [];
}

/** Records that a mail about an offer was opened. Apart from its event count, the offer is unchanged. */
export async function recordMailOpened(scope: OrgTransaction, offerId: string): Promise<void> {
  const offer = await countOfferEvent(scope, offerId);
  if (!offer) return;
  await scope.query(
    recordEvent(scope, {
      entityType: 'OFFER',
      entityId: offerId,
      sequence: offer.sequence,
      action: 'OPEN_EMAIL',
      payload: encodeOffer(offer as Row),
      audited: false,
    }),
  );
}
