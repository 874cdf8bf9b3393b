import type { Failure } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobRun } from '../../platform/jobs/queue.ts';
import type { SetPayload } from './at-marketplace.ts';
import type { OfferSetRow } from './columns.ts';
import { changeOfferSet, lockOfferSet } from './store.ts';

/** Ends the creation of a set at its marketplace, and says on the set why. It can be published again. */
export const failSet = (
  job: JobRun<SetPayload>,
  { raw, readable }: Failure,
  work?: (scope: OrgTransaction, set: OfferSetRow) => Promise<void>,
): Promise<void> =>
  job.finish(
    `create failed: ${readable}`,
    async (scope) => {
      const set = await lockOfferSet(scope, job.payload.offerSetId);
      if (set?.status !== 'PENDING_CREATE') return;
      const said = { errorMessages: [raw], prettifiedErrorMessages: [readable] };
      const metaInfo = { ...JSON.parse(set.meta_info), ...said };
      await changeOfferSet(scope, set, 'UPDATE', {
        status: 'CREATE_FAILED',
        meta_info: JSON.stringify(metaInfo),
      });
      await work?.(scope, set);
    },
    'FAILED',
  );
