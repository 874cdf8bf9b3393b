import { isDirect } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import { cancelJob, draftJob, endJob } from '../change/index.ts';
import { type EntitlementStatus, live, renewable } from '../states.ts';
import { priceModelJob } from '../terms/index.ts';
import { amendJob } from './amend.ts';
import { startJob } from './start-job.ts';

export type EntitlementDue = RowOf<
  'entitlement',
  'id' | 'name' | 'partner' | 'end_time' | 'cancellation_job'
> & {
  key: string;
  status: EntitlementStatus;
  auto_renew: boolean;
  /** When terms begin that are agreed on: JSON text of times. */
  later_terms: string;
};

const isAt = (time: string | null, at: Date): boolean => time !== null && Date.parse(time) === at.getTime();

/** A marketplace decides by itself whether it renews what renews itself: that it will is what is expected. */
function atEnd(row: EntitlementDue, at: Date, isAskedAgain: boolean): string | undefined {
  if (isAskedAgain || !live.includes(row.status)) return undefined;
  if (!isAt(row.end_time, at))
    // One that was renewed early has a job for the end of each of its terms.
    return (JSON.parse(row.later_terms) as string[]).some((time) => isAt(time, at))
      ? 'TERM_BEGINS'
      : undefined;
  const renews = row.auto_renew && renewable.includes(row.status) && row.cancellation_job === null;
  return renews ? 'ENTITLEMENT_RENEWS' : 'ENTITLEMENT_ENDS';
}

const keyOf = ({ entitlementId }: { entitlementId: string }): string => entitlementId;

const select = (by: 'id' | 'external_id') => `
  SELECT e.${by} AS key, e.id, e.name, e.status, e.partner, e.end_time, e.cancellation_job,
    (e.info -> 'autoRenew') IS NOT DISTINCT FROM 'true'::jsonb AS auto_renew,
    to_jsonb(ARRAY(SELECT t.start_time FROM entitlement_term t
      WHERE t.organization_id = e.organization_id AND t.entitlement_id = e.id AND t.start_time > $3
        AND NOT t.info ? 'parentEntitlementTermId')) AS later_terms
  FROM entitlement e WHERE e.organization_id = $1 AND e.${by} = ANY ($2)`;

const values = (scope: OrgTransaction, keys: readonly string[]) => [scope.organizationId, keys, scope.now];

/** What falls due of entitlements. */
export const entitlementUpcoming: UpcomingSource = upcomingSource<EntitlementDue>({
  entity: 'ENTITLEMENT',
  jobs: [
    due({
      definition: startJob,
      keyOf,
      happens: ({ status }) => (status === 'PENDING_START' ? 'ENTITLEMENT_STARTS' : undefined),
    }),
    due({
      definition: endJob,
      keyOf,
      happens: (row, { at, payload: { asked } }) => atEnd(row, at, asked !== undefined),
    }),
    due({
      definition: cancelJob,
      keyOf,
      happens: ({ cancellation_job: standing }, { payload: { jobId } }) =>
        standing === jobId ? 'ENTITLEMENT_CANCELLATION' : undefined,
    }),
    due({
      definition: priceModelJob,
      keyOf,
      happens: ({ status }) => (status === 'ACTIVE' ? 'ENTITLEMENT_PRICE_CHANGES' : undefined),
    }),
    due({
      definition: draftJob,
      keyOf,
      happens: ({ partner }) => (isDirect(partner) ? 'INVOICE_DRAFTED' : undefined),
    }),
  ],
  find: (scope, keys) =>
    scope.query<EntitlementDue>({
      name: 'entitlements_due',
      text: select('id'),
      values: values(scope, keys),
    }),
});

/** What falls due of entitlements that jobs name as their marketplace does. */
export const agreementUpcoming: UpcomingSource = upcomingSource<EntitlementDue>({
  entity: 'ENTITLEMENT',
  jobs: [
    due({
      definition: amendJob,
      keyOf: ({ externalId }) => externalId,
      happens: ({ status }) => (live.includes(status) ? 'TERM_BEGINS' : undefined),
    }),
  ],
  find: findAgreementsDue,
});

/** Entitlements by what their marketplaces call them. */
export function findAgreementsDue(scope: OrgTransaction, keys: readonly string[]): Promise<EntitlementDue[]> {
  return scope.query<EntitlementDue>({
    name: 'agreements_due',
    text: select('external_id'),
    values: values(scope, keys),
  });
}
