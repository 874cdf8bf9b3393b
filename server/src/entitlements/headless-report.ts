import {
  isConfiguration,
  isFirstNotice,
  type Notification,
  nextDay,
  type Schedule,
} from '../notifications/index.ts';
import { readSignupPageConfig } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { selectList } from '../platform/database/define-statement.ts';
import type { ColumnOf } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { EntitlementRow } from './columns.ts';

const entityType = 'HEADLESS_ENTITLEMENTS';
const windowMs = 72 * 3_600_000;
/** Maximum number of entitlements that a report lists. The report also contains the total number. */
const named = 100;

const isEnabled = async (scope: OrgTransaction): Promise<boolean> =>
  (await readSignupPageConfig(scope)).enableHeadlessEntitlementsReport === true;

const begins = ({ entityType: type, action }: Notification): boolean =>
  type === 'ENTITLEMENT' && action === 'CREATE';

/**
 * Schedule that reports at the start of each day (UTC) the entitlements of the last 72 hours without a sign-up
 * (R53). A day without such entitlements has no report.
 */
export const headlessSchedule: Schedule = {
  kind: 'entitlements.headless',
  nextTime: async (scope, notifications) =>
    notifications.some((one) => begins(one) || isConfiguration(one)) && (await isEnabled(scope))
      ? nextDay(scope.now)
      : undefined,
  recordDue: async (scope) => {
    if (!(await isEnabled(scope))) return undefined;
    const from = new Date(scope.now.getTime() - windowMs);
    const found = await selectHeadless(scope, from);
    // Every entitlement has a sign-up, so the next new entitlement schedules the next run.
    if (found.length === 0) return undefined;
    const day = scope.now.toISOString().slice(0, 10);
    const notice = {
      notificationScope: `NOTIFY.${entityType}`,
      entityId: scope.organizationId,
      occasion: day,
    };
    if (await isFirstNotice(scope, notice)) await report(scope, from, found);
    return nextDay(scope.now);
  },
};

const reported = [
  'id',
  'name',
  'partner',
  'offer_id',
  'product_id',
  'buyer_id',
  'status',
  'creation_time',
] as const satisfies readonly ColumnOf<'entitlement'>[];
type HeadlessEntitlementRow = Pick<EntitlementRow, (typeof reported)[number]> & { total: number };

const selectHeadless = (scope: OrgTransaction, from: Date): Promise<HeadlessEntitlementRow[]> =>
  scope.query<HeadlessEntitlementRow>({
    name: 'select_headless_entitlements',
    text: `SELECT ${selectList<'entitlement'>('e', reported)},
             count(*) OVER () AS total
           FROM entitlement e
           WHERE e.organization_id = $1 AND e.creation_time > $2 AND e.creation_time <= $3 AND e.status <> 'DELETED'
             AND NOT EXISTS (
               SELECT FROM signup_connection s WHERE s.organization_id = $1 AND s.entitlement_id = e.id)
           ORDER BY e.creation_time, e.id LIMIT ${named}`,
    values: [scope.organizationId, from, scope.now],
  });

async function report(
  scope: OrgTransaction,
  from: Date,
  found: readonly HeadlessEntitlementRow[],
): Promise<void> {
  const total = Number(found[0]?.total);
  const id = scope.newId('rpt');
  const payload = {
    id,
    organizationID: scope.organizationId,
    name: `${total} ${total === 1 ? 'entitlement' : 'entitlements'}`,
    startTime: from.toISOString(),
    endTime: scope.now.toISOString(),
    total,
    entitlementIDs: found.map((row) => row.id),
    entitlements: found.map((row) => ({
      id: row.id,
      name: row.name ?? undefined,
      partner: row.partner ?? undefined,
      offerID: row.offer_id ?? undefined,
      productID: row.product_id ?? undefined,
      buyerID: row.buyer_id ?? undefined,
      status: row.status,
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
