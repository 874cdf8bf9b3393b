import type { RowOf } from '../../platform/database/rows.ts';
import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import { mayMove } from '../../platform/records/moves.ts';
import { expireJob } from './expire-job.ts';
import { type OfferSetStatus, offerSetCommands } from './states.ts';

type Expiring = RowOf<'offer_set', 'id' | 'name'> & { key: string; status: OfferSetStatus };

/** What falls due of offer sets. */
export const offerSetUpcoming: UpcomingSource = upcomingSource<Expiring>({
  entity: 'OFFER_SET',
  jobs: [
    due({
      definition: expireJob,
      keyOf: ({ offerSetId }) => offerSetId,
      happens: ({ status }) =>
        mayMove(offerSetCommands, status, 'EXPIRED') ? 'OFFER_SET_EXPIRES' : undefined,
    }),
  ],
  find: (scope, ids) =>
    scope.query<Expiring>({
      name: 'offer_sets_that_expire',
      text: `SELECT s.id AS key, s.id, s.name, s.status FROM offer_set s
             WHERE s.organization_id = $1 AND s.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
