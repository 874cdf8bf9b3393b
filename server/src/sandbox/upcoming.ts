import { type EntitlementDue, findAgreementsDue } from '../entitlements/index.ts';
import { payoutJob, unansweredJob } from '../marketplaces/sandbox/index.ts';
import { due, type UpcomingSource, upcomingSource } from '../platform/jobs/upcoming.ts';

/** The sandbox cancels what the seller wants to end, when its buyer has not answered. */
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

/** The sandbox's marketplaces bill what was sold, and pay out. */
const payouts: UpcomingSource = upcomingSource({
  entity: 'PARTNER',
  jobs: [due({ definition: payoutJob, keyOf: ({ partner }) => partner, happens: () => 'PAYOUT' })],
  find: async (_scope, partners) => partners.map((partner) => ({ key: partner, id: partner, name: partner })),
});

/** What falls due at the marketplaces of the sandbox alone. */
export const sandboxUpcoming: readonly UpcomingSource[] = [unanswered, payouts];
