import type { RowOf } from '../../platform/database/rows.ts';
import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import type { OfferStatus } from '../states.ts';
import { expireJob, expiryOf } from './expiry.ts';

type Expiring = RowOf<'offer', 'id' | 'name' | 'expire_time' | 'end_time'> & {
  key: string;
  status: OfferStatus;
};

/** What falls due of offers: those whose expiry was moved have a job for each time, and the last one counts. */
export const offerUpcoming: UpcomingSource = upcomingSource<Expiring>({
  entity: 'OFFER',
  jobs: [
    due({
      definition: expireJob,
      keyOf: ({ offerId }) => offerId,
      happens: (offer, { at }) =>
        expiryOf(offer)?.at.getTime() === at.getTime() ? 'OFFER_EXPIRES' : undefined,
    }),
  ],
  find: (scope, ids) =>
    scope.query<Expiring>({
      name: 'offers_that_expire',
      text: `SELECT o.id AS key, o.id, o.name, o.status, o.expire_time, o.end_time FROM offer o
             WHERE o.organization_id = $1 AND o.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
