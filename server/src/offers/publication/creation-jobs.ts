import { z } from 'zod';
import {
  type AskedPayload,
  askedPayload,
  type FollowedPayload,
  followedPayload,
  type JsonObject,
  marketplaceRetry,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobSubject } from '../../platform/jobs/queue.ts';
import { normalizeCrmId } from '../../products/index.ts';
import type { OfferRow } from '../columns.ts';
import { needsAgreements, type OfferDocuments } from '../documents/index.ts';
import { bodyOf } from '../prepare/index.ts';
import { isReplacedMissing } from './replaced.ts';

export type CreationPayload = AskedPayload & {
  offerId: string;
  /** An earlier job may have made it. */
  again?: boolean | undefined;
  /** How the marketplace was asked for the offer that this one replaces, where it was: it is asked by one job. */
  replaced?: 'asked' | 'not reached' | undefined;
};

const common = {
  payload: z.object({
    ...askedPayload,
    offerId: z.string(),
    again: z.boolean().optional(),
    replaced: z.enum(['asked', 'not reached']).optional(),
  }),
  lane: ({ offerId }: CreationPayload) => `offer:${offerId}`,
  retry: marketplaceRetry,
};
const subject = ({ offerId }: CreationPayload): JobSubject => ({ offer_id: offerId });

/** Creates an offer at its marketplace. */
export const createJob: JobDefinition<CreationPayload> = {
  ...common,
  kind: 'offers.create',
  shares: true,
  operation: { name: 'Create an offer at its marketplace', subject, cancellable: true },
};

export type FollowCreation = CreationPayload & FollowedPayload & { warnings: string[] };

/** Follows the creation of an offer that its marketplace works on. */
export const followCreationJob: JobDefinition<FollowCreation> = {
  ...common,
  payload: common.payload.extend({ ...followedPayload, warnings: z.array(z.string()) }),
  kind: 'offers.followCreation',
};

/** Merges the license agreements of an offer, then has it created at its marketplace. */
export const mergeAgreementsJob: JobDefinition<CreationPayload> = {
  ...common,
  kind: 'offers.mergeAgreements',
  // Documents that cannot be fetched for some minutes are the seller's to mend.
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
  slow: true,
  operation: {
    name: 'Merge the license agreements of an offer, then create it',
    subject,
    cancellable: true,
  },
};

/** Adopts the offer that another one replaces, then has that created at their marketplace (R26). */
export const adoptReplacedJob: JobDefinition<CreationPayload> = {
  ...common,
  kind: 'offers.adoptReplaced',
  // Half a minute; then the offer is created with a warning, which has tries of its own.
  retry: backoff({ tries: 5, firstMs: 2000 }),
  operation: {
    name: 'Look up the offer that an offer replaces, then create it',
    subject,
    cancellable: true,
  },
};

/** What has to be done before an offer is created at its marketplace. */
export type BeforeCreation = {
  /** The offer that it replaces is to be adopted: it is not ours (R26). */
  adoption: boolean;
  /** License agreements are to be merged (R28). */
  agreements: boolean;
};

/** The job by which the creation of an offer begins, or goes on: the one that creates it comes last. */
export const creationJob = ({ adoption, agreements }: BeforeCreation): JobDefinition<CreationPayload> => {
  if (adoption) return adoptReplacedJob;
  return agreements ? mergeAgreementsJob : createJob;
};

/** The ids by which a job that creates an offer is found, beside the offer's own. */
export function subjectOf({ crmAOpportunityId, crmBDealId, crmCOpportunityId }: JsonObject): JobSubject {
  const linked = (id: unknown) => (id ? String(id) : undefined);
  const ofC = linked(crmCOpportunityId);
  return {
    crm_a_opportunity_id: linked(crmAOpportunityId),
    crm_b_deal_id: linked(crmBDealId),
    crm_opportunity_id: ofC && normalizeCrmId(ofC),
  };
}

/** Enqueues one job of an offer's creation. */
export const enqueueCreationJob = async (
  scope: OrgTransaction,
  definition: JobDefinition<CreationPayload>,
  { meta_info }: Pick<OfferRow, 'meta_info'>,
  payload: CreationPayload,
): Promise<void> => {
  await scope.query(enqueue(scope, definition, payload, { subject: subjectOf(JSON.parse(meta_info)) }));
};

/** Enqueues the creation of an offer at its marketplace, which begins with what has to be done before. */
export async function enqueueCreation(
  scope: OrgTransaction,
  documents: Pick<OfferDocuments, 'files'>,
  offer: OfferRow,
  more: Omit<CreationPayload, 'offerId'> = {},
): Promise<void> {
  const adoption = more.replaced === undefined && (await isReplacedMissing(scope, bodyOf(offer)));
  const definition = creationJob({ adoption, agreements: needsAgreements(documents, offer) });
  await enqueueCreationJob(scope, definition, offer, { offerId: offer.id, ...more });
}
