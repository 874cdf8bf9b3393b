import { furtherActions } from '../../notifications/index.ts';
import type { NotificationEvent } from '../../notifications/records/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import { followingEventId } from '../../platform/events/record-event.ts';
import { modifiedBy } from '../../products/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { OfferRow } from '../columns.ts';
import type { OfferStatus } from '../states.ts';

type Notified = Pick<OfferRow, 'id' | 'name' | 'partner' | 'status' | 'contact_ids'>;
type Fact = { id: string; action: string };

/** The most notices that an offer remembers. */
const remembered = 100;

/** A notice as the offer remembers it; the notification event of that id has what was sent of it. */
export const noticeOf = (
  scope: OrgScope,
  offer: Notified,
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

export const remember = (
  { notifications = [] }: WorkloadMetaInfo,
  notices: readonly NotificationEvent[],
): NotificationEvent[] => [...notifications, ...notices].slice(-remembered);

/**
 * The notices that a change adds to the meta info of an offer, whether anybody gets a mail about them or not (R54):
 * that it can be accepted, and that it changed, in the words of `updateMessage` (R32), each text once.
 * @param metaInfo as it is after the change
 */
export function noticesOf(
  scope: OrgScope,
  event: Fact,
  before: { status: OfferStatus; metaInfo: WorkloadMetaInfo } | undefined,
  offer: Notified,
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
