import { type AdapterRegistry, MarketplaceError } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/queue.ts';
import type { DocumentDeps } from '../documents/index.ts';
import { bodyOf, replacedName } from '../prepare/index.ts';
import { findOffer } from '../store.ts';
import {
  creationJobHandler,
  failCreation,
  findWaiting,
  requireNotCancelled,
  type Waiting,
} from './creation.ts';
import { adoptReplacedJob, type CreationPayload, enqueueCreation } from './creation-jobs.ts';
import { type Asked, adoptReplaced, askForReplaced, findReplaced, unknownReplaced } from './replaced.ts';

/** `name`: of the offer that is not ours; there is none when it is ours by now. */
type Loaded = Waiting & { name: string | undefined };

/**
 * Keeps the offer that another one replaces, where only the marketplace has it (R26). Where the marketplace cannot be
 * asked, also not after some tries, the offer is created with a warning.
 */
export function adoptReplacedJobHandler(
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<CreationPayload> {
  const goOn = (job: JobRun<CreationPayload>, asked: Asked | 'ours', name?: string): Promise<void> =>
    job.finish(asked === 'not reached' ? `${asked}: created without it` : 'looked up', async (scope) => {
      await requireNotCancelled(job, scope);
      if (name !== undefined && asked !== 'ours') await adoptReplaced(scope, name, asked);
      const offer = await findOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_CREATE') return;
      const replaced = asked === 'not reached' ? asked : 'asked';
      await enqueueCreation(scope, documents, offer, { again: job.payload.again, replaced });
    });
  const handler = creationJobHandler(registry, {
    definition: adoptReplacedJob,
    load,
    call: async ({ adapter, name }): Promise<Asked | 'ours'> => {
      if (name === undefined) return 'ours';
      try {
        return await askForReplaced(adapter, name);
      } catch (error) {
        // The creation of the offer will report what is wrong with the connection.
        if (error instanceof MarketplaceError && error.permanent) return 'not reached';
        throw error;
      }
    },
    finish: (job, asked, { name }) =>
      asked === 'no such offer' ? failCreation(job, nothingReplaced) : goOn(job, asked, name),
    mayBeMade: ({ payload }) => payload.again === true,
  });
  return {
    ...handler,
    giveUp: async (job, error) =>
      error instanceof MarketplaceError ? goOn(job, 'not reached') : handler.giveUp?.(job, error),
  };
}

const nothingReplaced = {
  raw: 'unknown replaced offer',
  readable: `metaInfo.replacedOfferResourceName ${unknownReplaced.message}.`,
};

async function load(scope: OrgTransaction, { offerId }: CreationPayload): Promise<Loaded | string> {
  const waiting = await findWaiting(scope, offerId);
  if (typeof waiting === 'string') return waiting;
  const name = replacedName(bodyOf(waiting.offer));
  const isOurs = name === undefined || (await findReplaced(scope, name)) !== undefined;
  return { ...waiting, name: isOurs ? undefined : name };
}
