import { isDirect } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { due, type UpcomingSource, upcomingSource } from '../platform/jobs/upcoming.ts';
import { amendJob, startJob } from './agreements/index.ts';
import { addonJob } from './apply-addon.ts';
import { priceModelJob } from './change-price-model.ts';
import { cancelJob, draftJob, endJob } from './jobs.ts';
import { type EntitlementStatus, live, renewable } from './states.ts';

export type EntitlementDue = RowOf<
  'entitlement',
  'id' | 'name' | 'partner' | 'end_time' | 'cancellation_job'
> & {
  key: string;
  status: EntitlementStatus;
  auto_renew: boolean;
  /** Start times of agreed later terms, as JSON text. */
  later_terms: string;
};

const isAt = (time: string | null, at: Date): boolean => time !== null && Date.parse(time) === at.getTime();

/**
 * Names the event expected at an end. The marketplace decides on an automatic renewal, so the renewal is
 * assumed.
 */
function atEnd(row: EntitlementDue, at: Date, isAskedAgain: boolean): string | undefined {
  if (isAskedAgain || !live.includes(row.status)) return undefined;
  if (!isAt(row.end_time, at))
    // An entitlement that was renewed early has an end job for each of its terms.
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

/** The upcoming events of entitlements, from jobs that reference entitlements by id. */
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
      definition: addonJob,
      keyOf,
      happens: ({ status }) => (live.includes(status) ? 'ADDON_CHARGED' : undefined),
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

/** The upcoming events of entitlements, from jobs that reference entitlements by external id. */
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

/** Finds entitlements by external id. */
export function findAgreementsDue(scope: OrgTransaction, keys: readonly string[]): Promise<EntitlementDue[]> {
  return scope.query<EntitlementDue>({
    name: 'agreements_due',
    text: select('external_id'),
    values: values(scope, keys),
  });
}
