import { earliest, type Notification, type Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertSql } from '../../platform/database/define-statement.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { type AgreementRow, agreementColumnList, agreementEvents } from './store.ts';

const action = 'END_SOON';
const dayMs = 86_400_000;
/** Time between the notice and the end of the agreement. */
const leadMs = 30 * dayMs;
/** Maximum number of agreements in one transaction. */
const portion = 200;

const timesOf = ({ entityType, action: done, record }: Notification): Date[] =>
  entityType === 'CHANNEL_PARTNER_AGREEMENT' && done !== action && typeof record.endDate === 'string'
    ? [new Date(record.endDate)]
    : [];

/**
 * Sends a notice of agreements that end in 30 days, once for each agreement and end date; a changed end date
 * gets another notice.
 */
export const agreementEndSoonSchedule: Schedule = {
  kind: 'partners.endSoon',
  nextTime: async (scope, notifications) => {
    const ends = notifications.flatMap(timesOf).filter((end) => end > scope.now);
    return earliest(
      scope,
      ends.map((end) => new Date(end.getTime() - leadMs)),
    );
  },
  recordDue: async (scope) => {
    const until = new Date(scope.now.getTime() + leadMs);
    const agreements = await takeDue(scope, until);
    const facts = agreementEvents.facts(action, agreements, [], { audited: false });
    if (facts.length > 0) await scope.query(recordEvents(scope, facts));
    return facts.length === portion ? scope.now : nextLook(scope, until);
  },
};

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * Selects the agreements that need a notice now, and marks them. `due` locks the agreements without a notice,
 * `noted` records the notice, and each agreement's event count increases.
 */
const takeDue = (scope: OrgTransaction, until: Date): Promise<AgreementRow[]> =>
  scope.query<AgreementRow>({
    name: 'take_agreements_to_end_soon',
    text: `
      WITH due AS (
        SELECT a.id, a.end_date FROM channel_partner_agreement a
          JOIN channel_partner p ON p.organization_id = a.organization_id AND p.id = a.channel_partner_id
        WHERE a.organization_id = $1 AND a.end_date > $3::date AND a.end_date <= $4::date AND p.status <> 'DELETED'
          AND NOT EXISTS (
            SELECT FROM notice_sent n WHERE n.organization_id = $1 AND n.scope = '${action}.CHANNEL_PARTNER_AGREEMENT'
              AND n.entity_id = a.id AND n.occasion = a.end_date::text)
        ORDER BY a.end_date, a.id LIMIT ${portion} FOR NO KEY UPDATE OF a),
      noted AS (
        ${insertSql('notice_sent', {
          organization_id: '$1',
          scope: `'${action}.CHANNEL_PARTNER_AGREEMENT'`,
          entity_id: 'd.id',
          occasion: 'd.end_date::text',
          creation_time: '$2',
        })} FROM due d
        ON CONFLICT DO NOTHING RETURNING entity_id)
      UPDATE channel_partner_agreement a SET sequence = a.sequence + 1
      FROM noted WHERE a.organization_id = $1 AND a.id = noted.entity_id RETURNING ${agreementColumnList}`,
    values: [scope.organizationId, scope.now, dayOf(scope.now), dayOf(until)],
  });

async function nextLook(scope: OrgTransaction, until: Date): Promise<Date | undefined> {
  const [row] = await scope.query<{ first: string | null }>({
    name: 'first_agreement_to_end',
    text: `SELECT min(a.end_date) AS first FROM channel_partner_agreement a
           WHERE a.organization_id = $1 AND a.end_date > $2::date`,
    values: [scope.organizationId, dayOf(until)],
  });
  return row?.first ? new Date(Date.parse(row.first) - leadMs) : undefined;
}
