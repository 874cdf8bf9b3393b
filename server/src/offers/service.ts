import { isDirect } from '../marketplaces/index.ts';
import { prepareJob } from '../platform/queue.ts';
import { type Answer, type Plan, RawJson } from '../platform/route.ts';
import type { OrgScope, OrgTransaction } from '../platform/scope.ts';
import type { LastModifiedBy } from '../products/records/index.ts';
import { encodeOffer } from './columns.ts';
import { createJob } from './create-job.ts';
import { isPrivate, normalizeCrmId, prepareOffer } from './prepare/index.ts';
import type { WorkloadOffer } from './records.ts';
import { answerOfRepeat, createOfferOnce, firstAnswer, type OfferRow } from './store.ts';

/**
 * Creates an offer, once: a repeat of the same body by the same caller within 60 s has the first answer (R20).
 * A private offer at a marketplace is created there by a job; a direct sale awaits its buyer at once (R36).
 */
export function createOffer(scope: OrgScope, body: WorkloadOffer, bodyHash: Buffer): Plan {
  const offer = newOffer(scope, body);
  const crmOpportunityId = body.metaInfo?.crmCOpportunityId;
  const subject = { crmOpportunityId: crmOpportunityId && normalizeCrmId(crmOpportunityId) };
  const job =
    offer.status === 'PENDING_CREATE'
      ? prepareJob(scope, createJob, { offerId: offer.id }, { subject })
      : undefined;
  return {
    statements: [createOfferOnce(scope, bodyHash, offer, scope.newId('evt'), job)],
    respond: ([rows]) => {
      const standing = rows?.[0]?.offer_id as string;
      if (standing === offer.id) return { body: new RawJson(encodeOffer(offer)) };
      return {
        statements: [firstAnswer(scope, standing)],
        respond: ([events]) => {
          const payload = events?.[0]?.payload;
          if (payload === undefined) throw new Error(`the first event of offer ${standing} is missing`);
          return answerAgain(payload);
        },
      };
    },
  };
}

const answerAgain = (payload: unknown): Answer => ({
  headers: { 'x-deduplicated': 'true' },
  body: new RawJson(String(payload)),
});

/** A repeat makes no offer, so that it has its answer when there may be no more of them (R20). */
export async function repeatOffer(scope: OrgTransaction, bodyHash: Buffer): Promise<Answer | undefined> {
  const [row] = await scope.query(answerOfRepeat(scope, bodyHash));
  return row && answerAgain(row.payload);
}

function newOffer(scope: OrgScope, body: WorkloadOffer): OfferRow {
  const { fields, info, metaInfo, warnings } = prepareOffer(body, { now: scope.now });
  const { actor } = scope;
  const modifiedBy: LastModifiedBy = {
    entityType: actor.type,
    entityId: actor.id,
    ...(actor.email ? { email: actor.email } : {}),
    ...(actor.name ? { name: actor.name } : {}),
  };
  const now = scope.now.toISOString();
  return {
    organization_id: scope.organizationId,
    id: scope.newId('ofr'),
    name: fields.name ?? null,
    partner: fields.partner ?? null,
    partner_id: fields.partnerID ?? null,
    service: fields.service ?? null,
    product_id: fields.productID ?? null,
    product_type: fields.productType ?? null,
    buyer_id: fields.buyerID ?? null,
    contact_ids: fields.contactIds ?? null,
    offer_type: fields.offerType,
    pricing_type: fields.pricingType ?? null,
    channel_type: fields.channelType ?? null,
    external_id: null,
    status: initialStatus(fields),
    sub_status: null,
    info: JSON.stringify(info),
    meta_info: JSON.stringify({
      ...metaInfo,
      createdBySource: 'API',
      ...(actor.email ? { createdByEmail: actor.email } : {}),
      lastModifiedBy: modifiedBy,
      ...(warnings.length > 0 ? { warningMessages: warnings } : {}),
    }),
    end_time: fields.endTime ?? null,
    expire_time: fields.expireTime ?? null,
    created_by: scope.actor.id,
    last_updated_by: scope.actor.id,
    creation_time: now,
    last_update_time: now,
  };
}

function initialStatus(fields: { partner?: string | undefined; offerType: string }): string {
  if (!isPrivate(fields.offerType)) return 'ACTIVE';
  return isDirect(fields.partner) ? 'PENDING_ACCEPTANCE' : 'PENDING_CREATE';
}
