import { type EntitlementDue, findAgreementsDue } from '../entitlements/index.ts';
import { payoutJob, unansweredJob } from '../marketplaces/sandbox/index.ts';
import { due, type UpcomingSource, upcomingSource } from '../platform/jobs/upcoming.ts';

/** Cancellations at the sandbox that take effect if the buyer does not respond to the seller's request. */
const unanswered: UpcomingSource = upcomingSource<EntitlementDue>({
  entity: 'ENTITLEMENT',
  jobs: [
    due({
      definition: unansweredJob,
      keyOf: ({ agreementId }) => agreementId,
      happens: ({ status }) => (status === 'PENDING_CANCEL' ? 'ENTITLEMENT_CANCELLATION' : undefined),
    }),
  ],
  find: findAgreementsDue,
});

/** Payouts of the sandbox's marketplaces. */
const payouts: UpcomingSource = upcomingSource({
  entity: 'PARTNER',
  jobs: [due({ definition: payoutJob, keyOf: ({ partner }) => partner, happens: () => 'PAYOUT' })],
  find: async (_scope, partners) => partners.map((partner) => ({ key: partner, id: partner, name: partner })),
});

/** Upcoming events at the sandbox's marketplaces. */
export const sandboxUpcoming: readonly UpcomingSource[] = [unanswered, payouts];
