import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import type { DealRow } from './columns.ts';
import { expireJob } from './expire-job-definition.ts';

type Due = Pick<DealRow, 'id' | 'name' | 'status' | 'protection_end_time'> & { key: string };

/** What falls due of deal registrations. */
export const dealUpcoming: UpcomingSource = upcomingSource<Due>({
  entity: 'DEAL_REGISTRATION',
  jobs: [
    due({
      definition: expireJob,
      keyOf: ({ dealRegistrationId }) => dealRegistrationId,
      happens: ({ status, protection_end_time: end }, { at }) =>
        status === 'APPROVED' && end !== null && Date.parse(end) === at.getTime()
          ? 'DEAL_PROTECTION_ENDS'
          : undefined,
    }),
  ],
  find: (scope, ids) =>
    scope.query<Due>({
      name: 'deal_registrations_due',
      text: `SELECT d.id AS key, d.id, d.name, d.status, d.protection_end_time FROM deal_registration d
             WHERE d.organization_id = $1 AND d.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
