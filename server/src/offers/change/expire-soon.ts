import { earliest, isConfiguration, type Notification, type Schedule } from '../../notifications/index.ts';
import { readNotificationConfig } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertSql } from '../../platform/database/define-statement.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { offerColumnList, offerEvents } from '../columns.ts';
import type { CountedOffer } from '../store.ts';

const action = 'EXPIRE_SOON';
const dayMs = 86_400_000;
/** The most offers in one transaction. */
const portion = 200;

/** Reads how long before an offer expires notice is given; nothing when none is asked for (R52). */
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
 * Gives notice of offers that expire soon and can still be accepted: once for each offer and time of expiry, so again
 * after an extension.
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
 * Takes the offers of which notice is due now: `due` locks those of which it was not given yet, `noted` writes it down, and
 * each that was counts one event more.
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
