import { earliest, isConfiguration, type Notification, type Schedule } from '../notifications/index.ts';
import { readNotificationConfig } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { insertSql } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { recordEvents } from '../platform/events/record-event.ts';
import type { JobHandler } from '../platform/jobs/queue.ts';
import { due, type UpcomingSource, upcomingSource } from '../platform/jobs/upcoming.ts';
import { changeOffer } from './change.ts';
import { offerColumnList, offerEvents } from './columns.ts';
import { expireJob, expiryOf, lastMoment } from './jobs.ts';
import type { OfferStatus } from './records.ts';
import { expires } from './states.ts';
import { type CountedOffer, lockOffer } from './store.ts';

/**
 * Expires an offer that was not accepted in time, by the organization's clock, unless its expiry was changed. A
 * later observation of the marketplace still applies: the buyer may have accepted at the last moment.
 */
export const expireJobHandler: JobHandler<{ offerId: string; expireTime: string }> = {
  definition: expireJob,
  run: (job) =>
    job.finish('expired, unless it was accepted, ended or extended', async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      const last = offer && lastMoment(offer);
      if (!last || !expires(offer.status) || Date.parse(last) > scope.now.getTime()) return;
      await changeOffer(scope, offer, 'EXPIRE', { status: 'EXPIRED' });
    }),
};

type UpcomingOfferRow = RowOf<'offer', 'id' | 'name' | 'expire_time' | 'end_time'> & {
  key: string;
  status: OfferStatus;
};

/**
 * Lists the upcoming expiries of offers. After a change of the expiry an offer has a job for each time, and the
 * latest one applies.
 */
export const offerUpcoming: UpcomingSource = upcomingSource<UpcomingOfferRow>({
  entity: 'OFFER',
  jobs: [
    due({
      definition: expireJob,
      keyOf: ({ offerId }) => offerId,
      happens: (offer, { at }) =>
        expiryOf(offer)?.at.getTime() === at.getTime() ? 'OFFER_EXPIRES' : undefined,
    }),
  ],
  find: (scope, ids) =>
    scope.query<UpcomingOfferRow>({
      name: 'offers_that_expire',
      text: `SELECT o.id AS key, o.id, o.name, o.status, o.expire_time, o.end_time FROM offer o
             WHERE o.organization_id = $1 AND o.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});

const action = 'EXPIRE_SOON';

const dayMs = 86_400_000;

/** Maximum number of offers per transaction. */
const portion = 200;

/** Reads how long before its expiry an offer is announced; undefined when the notification is disabled (R52). */
async function leadOf(scope: OrgTransaction): Promise<number | undefined> {
  const config = await readNotificationConfig(scope);
  if (config.enableExpireSoonOfferWorkflowNotification !== true) return undefined;
  return (config.daysToExpireSoonOfferWorkflowNotification ?? 7) * dayMs;
}

const isWaiting = ({ entityType, action: done, record }: Notification): boolean =>
  entityType === 'OFFER' &&
  done !== action &&
  record.status === 'PENDING_ACCEPTANCE' &&
  typeof record.expireTime === 'string';

/**
 * Records a notice for each offer that expires soon and can still be accepted: once per offer and expiry time, so
 * again after an extension.
 */
export const expireSoonSchedule: Schedule = {
  kind: 'offers.expireSoon',
  nextTime: async (scope, notifications) => {
    const waiting = notifications.filter(isWaiting);
    const changed = notifications.some(isConfiguration);
    if (waiting.length === 0 && !changed) return undefined;
    const lead = await leadOf(scope);
    if (lead === undefined) return undefined;
    const times = waiting
      .map(({ record }) => Date.parse(record.expireTime as string))
      .filter((time) => time > scope.now.getTime())
      .map((time) => new Date(time - lead));
    return earliest(scope, changed ? [scope.now] : times);
  },
  recordDue: async (scope) => {
    const lead = await leadOf(scope);
    if (lead === undefined) return undefined;
    const until = new Date(scope.now.getTime() + lead);
    const offers = await takeDue(scope, until);
    const facts = offerEvents.facts(action, offers, [], { audited: false });
    if (facts.length > 0) await scope.query(recordEvents(scope, facts));
    return facts.length === portion ? scope.now : nextLook(scope, until, lead);
  },
};

/**
 * Marks the offers whose notice is due. `due` locks the offers without a notice for this expiry, `noted` stores the
 * notice, and each offer's event count increases.
 */
const takeDue = (scope: OrgTransaction, until: Date): Promise<CountedOffer[]> =>
  scope.query<CountedOffer>({
    name: 'take_offers_to_expire_soon',
    text: `
      WITH due AS (
        SELECT o.id, o.expire_time FROM offer o
        WHERE o.organization_id = $1 AND o.status = 'PENDING_ACCEPTANCE' AND o.expire_time > $2 AND o.expire_time <= $3
          AND NOT EXISTS (
            SELECT FROM notice_sent n WHERE n.organization_id = $1 AND n.scope = '${action}.OFFER'
              AND n.entity_id = o.id AND n.occasion = extract(epoch FROM o.expire_time)::text)
        ORDER BY o.expire_time, o.id LIMIT ${portion} FOR UPDATE),
      noted AS (
        ${insertSql('notice_sent', {
          organization_id: '$1',
          scope: `'${action}.OFFER'`,
          entity_id: 'd.id',
          occasion: 'extract(epoch FROM d.expire_time)::text',
          creation_time: '$2',
        })} FROM due d
        ON CONFLICT DO NOTHING RETURNING entity_id)
      UPDATE offer o SET sequence = o.sequence + 1
      FROM noted WHERE o.organization_id = $1 AND o.id = noted.entity_id RETURNING ${offerColumnList}, o.sequence`,
    values: [scope.organizationId, scope.now, until],
  });

async function nextLook(scope: OrgTransaction, until: Date, lead: number): Promise<Date | undefined> {
  const [row] = await scope.query<{ first: string | null }>({
    name: 'first_offer_to_expire',
    text: `SELECT min(o.expire_time) AS first FROM offer o
           WHERE o.organization_id = $1 AND o.status = 'PENDING_ACCEPTANCE' AND o.expire_time > $2`,
    values: [scope.organizationId, until],
  });
  return row?.first ? new Date(Date.parse(row.first) - lead) : undefined;
}
