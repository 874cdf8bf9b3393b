import {
  isConfiguration,
  isFirstNotice,
  type Notification,
  nextWeek,
  type Schedule,
} from '../notifications/index.ts';
import { readNotificationConfig } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { selectList } from '../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';

const entityType = 'UNPURCHASED_OFFERS';

const name = `NOTIFY.${entityType}` as const;

/** Minimum age of a reported offer. */
const waitedMs = 7 * 86_400_000;

/** Maximum number of offers that a report lists. The report also contains the total number of offers. */
const named = 100;

/** Returns whether the organization has enabled the report. */
const isEnabled = async (scope: OrgTransaction): Promise<boolean> =>
  (await readNotificationConfig(scope)).emailNotificationScopeEventConfigs?.[name]?.enabled === true;

const waits = ({ entityType: type, record }: Notification): boolean =>
  type === 'OFFER' && record.status === 'PENDING_ACCEPTANCE';

/**
 * Reports at the beginning of each week (Monday, UTC) the offers that were created at least a week ago and are still
 * PENDING_ACCEPTANCE, if the organization has enabled this notification scope.
 */
export const unpurchasedSchedule: Schedule = {
  kind: 'offers.unpurchased',
  nextTime: async (scope, notifications) =>
    notifications.some((one) => waits(one) || isConfiguration(one)) && (await isEnabled(scope))
      ? nextWeek(scope.now)
      : undefined,
  recordDue: async (scope) => {
    if (!(await isEnabled(scope))) return undefined;
    const found = await selectWaiting(scope);
    const due = found.filter((row) => Date.parse(row.creation_time) <= scope.now.getTime() - waitedMs);
    if (found.length === 0) return undefined;
    const day = scope.now.toISOString().slice(0, 10);
    const notice = { notificationScope: name, entityId: scope.organizationId, occasion: day };
    if (due.length > 0 && (await isFirstNotice(scope, notice))) await report(scope, due);
    return nextWeek(scope.now);
  },
};

const reported = [
  'id',
  'name',
  'partner',
  'product_id',
  'buyer_id',
  'expire_time',
  'creation_time',
] as const satisfies readonly ColumnOf<'offer'>[];

type UnpurchasedRow = RowOf<'offer', (typeof reported)[number]> & { total: number };

/**
 * Reads the oldest offers that can be accepted, and the number of acceptable offers that are at least a week
 * old.
 */
const selectWaiting = (scope: OrgTransaction): Promise<UnpurchasedRow[]> =>
  scope.query<UnpurchasedRow>({
    name: 'select_unpurchased_offers',
    text: `SELECT ${selectList<'offer'>('o', reported)},
             count(*) FILTER (WHERE o.creation_time <= $2) OVER () AS total
           FROM offer o WHERE o.organization_id = $1 AND o.status = 'PENDING_ACCEPTANCE'
           ORDER BY o.creation_time, o.id LIMIT ${named}`,
    values: [scope.organizationId, new Date(scope.now.getTime() - waitedMs)],
  });

async function report(scope: OrgTransaction, found: readonly UnpurchasedRow[]): Promise<void> {
  const total = Number(found[0]?.total);
  const id = scope.newId('rpt');
  const payload = {
    id,
    organizationID: scope.organizationId,
    name: `${total} ${total === 1 ? 'offer' : 'offers'}`,
    total,
    offerIDs: found.map((row) => row.id),
    offers: found.map((row) => ({
      id: row.id,
      name: row.name ?? undefined,
      partner: row.partner ?? undefined,
      productID: row.product_id ?? undefined,
      buyerID: row.buyer_id ?? undefined,
      expireTime: row.expire_time ? new Date(row.expire_time).toISOString() : undefined,
      creationTime: new Date(row.creation_time).toISOString(),
    })),
    creationTime: scope.now.toISOString(),
  };
  await scope.query(
    recordEvent(scope, {
      entityType,
      entityId: id,
      sequence: 1,
      action: 'NOTIFY',
      payload: JSON.stringify(payload),
      audited: false,
    }),
  );
}
