import { isDirect, type JsonObject } from '../marketplaces/index.ts';
import { type JobSubject, prepareJob } from '../platform/queue.ts';
import { type Answer, type Plan, RawJson } from '../platform/route.ts';
import type { OrgScope, OrgTransaction } from '../platform/scope.ts';
import { encodeOffer } from './columns.ts';
import { createJob } from './create-job.ts';
import { expireJob, expiryOf } from './expiry.ts';
import { isPrivate, prepareOffer } from './prepare/index.ts';
import type { WorkloadOffer } from './records.ts';
import { newOffer } from './rows.ts';
import { answerOfRepeat, createOfferOnce, firstAnswer } from './store.ts';

/**
 * Creates an offer, once: a repeat of the same body by the same caller within 60 s has the first answer (R20).
 * A private offer at a marketplace is created there by a job; a direct sale awaits its buyer at once (R36).
 */
export function createOffer(scope: OrgScope, body: WorkloadOffer, bodyHash: Buffer): Plan {
  const prepared = prepareOffer(body, { now: scope.now });
  const offer = newOffer(scope, prepared, initialStatus(prepared.fields));
  const expiry = expiryOf(offer);
  const job =
    offer.status === 'PENDING_CREATE'
      ? prepareJob(scope, createJob, { offerId: offer.id }, { subject: subjectOf(prepared.metaInfo) })
      : expiry && prepareJob(scope, expireJob, expiry.payload, { at: expiry.at });
  return {
    statements: [createOfferOnce(scope, bodyHash, offer, scope.newId('evt'), job)],
    respond: ([rows]) => {
      const standing = rows?.[0]?.offer_id as string;
      if (standing === offer.id) return { body: new RawJson(encodeOffer(offer)) };
      return {
        statements: [firstAnswer(scope, standing, Number(rows?.[0]?.answer_sequence))],
        respond: ([events]) => {
          const payload = events?.[0]?.payload;
          if (payload === undefined) throw new Error(`the first event of offer ${standing} is missing`);
          return answerAgain(payload);
        },
      };
    },
  };
}

/** What the job that creates an offer is found by, beside the offer. */
export const subjectOf = ({ crmCOpportunityId }: JsonObject): JobSubject => ({
  crmOpportunityId: crmCOpportunityId as string | undefined,
});

const answerAgain = (payload: unknown): Answer => ({
  headers: { 'x-deduplicated': 'true' },
  body: new RawJson(String(payload)),
});

/** A repeat makes no offer, so that it has its answer when there may be no more of them (R20). */
export async function repeatOffer(scope: OrgTransaction, bodyHash: Buffer): Promise<Answer | undefined> {
  const [row] = await scope.query(answerOfRepeat(scope, bodyHash));
  return row && answerAgain(row.payload);
}

/** Where an offer that was created, or a draft that was submitted, begins (R36). */
export function initialStatus(fields: { partner?: string | undefined; offerType: string }): string {
  if (!isPrivate(fields.offerType)) return 'ACTIVE';
  return isDirect(fields.partner) ? 'PENDING_ACCEPTANCE' : 'PENDING_CREATE';
}
