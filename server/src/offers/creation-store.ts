import { offersNeedApproval } from '../organizations/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import {
  columns,
  defineStatement,
  insertInto,
  insertSql,
  optional,
  parameters,
  rows,
} from '../platform/database/define-statement.ts';
import { sweepAfter } from '../platform/database/maintenance.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { EnqueuedJob } from '../platform/jobs/queue.ts';
import type { OfferRow } from './columns.ts';

/** Columns that an offer is created with. */
const madeWith = [
  'name',
  'partner',
  'partner_id',
  'service',
  'product_id',
  'product_type',
  'buyer_id',
  'contact_ids',
  'offer_type',
  'pricing_type',
  'channel_type',
  'status',
  'info',
  'meta_info',
  'end_time',
  'expire_time',
  'created_by',
  'creation_time',
] as const;

/** Fills the columns of the last change with the values of the creation. */
const ofCreation = ({ at }: { at: Record<'created_by' | 'creation_time', string> }) => ({
  last_updated_by: at.created_by,
  last_update_time: at.creation_time,
});

/**
 * Creates an offer in five phases. `decided` locks the row of the caller and the body, and writes the new
 * offer's id into the row unless the stored offer is younger than 60 s. `decided` is empty if approval is
 * required first. The next phases write only if the row has the new offer's id: `created` writes the offer,
 * `recorded` and `unsealed` write its event, and `jobs` writes its job, if the offer needs a job. The last line
 * returns the id in the row.
 */
const createOnce = defineStatement(
  'create_offer_once',
  {
    // `offersNeedApproval` reads the organization from $1.
    creation: columns('offer_creation', ['organization_id', 'principal_id', 'body_hash', 'offer_id']),
    offer: columns('offer', madeWith),
    event: columns('event', ['id', 'payload', 'actor_type', 'actor_email', 'actor_name', 'request_id']),
    job: optional(
      columns('job', [
        'id',
        'kind',
        'lane',
        'payload',
        'due_at',
        'ready_at',
        'operation',
        'cancellable',
        'traceparent',
        'crm_opportunity_id',
        'crm_a_opportunity_id',
        'crm_b_deal_id',
      ]),
    ),
    more: parameters({ isToBeApproved: 'boolean' }),
  },
  ({ creation: { at, ...creation }, offer, event, job, more }) => `
  WITH decided AS (
    ${creation.insert({ first_at: 'clock_timestamp()' }, 'c')}
    WHERE NOT (${more.isToBeApproved} AND ${offersNeedApproval})
    ON CONFLICT (organization_id, principal_id, body_hash) DO UPDATE SET
      offer_id = CASE WHEN c.first_at > clock_timestamp() - interval '60 s' THEN c.offer_id ELSE EXCLUDED.offer_id END,
      answer_sequence = CASE WHEN c.first_at > clock_timestamp() - interval '60 s' THEN c.answer_sequence ELSE 1 END,
      first_at = CASE WHEN c.first_at > clock_timestamp() - interval '60 s' THEN c.first_at ELSE EXCLUDED.first_at END
    RETURNING c.offer_id, c.answer_sequence),
  created AS (
    ${offer.insert({ organization_id: at.organization_id, id: at.offer_id, ...ofCreation(offer) })}
    FROM decided WHERE decided.offer_id = ${at.offer_id}),
  recorded AS (
    ${event.insert({
      organization_id: at.organization_id,
      entity_type: "'OFFER'",
      entity_id: at.offer_id,
      sequence: '1',
      action: "'CREATE'",
      actor_id: at.principal_id,
      creation_time: offer.at.creation_time,
    })}
    FROM decided WHERE decided.offer_id = ${at.offer_id} RETURNING id),
  unsealed AS (
    ${insertSql('unsealed_event', { organization_id: at.organization_id, event_id: 'id' })} FROM recorded),
  jobs AS (
    ${job.insert({
      organization_id: at.organization_id,
      offer_id: at.offer_id,
      exclusive: 'false',
      clock: "'organization'",
      creation_time: offer.at.creation_time,
      started_by_type: event.at.actor_type,
      started_by_id: at.principal_id,
    })}
    FROM decided WHERE decided.offer_id = ${at.offer_id} AND ${job.at.id} IS NOT NULL)
  SELECT offer_id, answer_sequence FROM decided`,
);

/** Result of createOfferOnce: the id of the offer that exists. */
export type OfferCreation = Pick<RowOf<'offer_creation'>, 'offer_id' | 'answer_sequence'>;

/**
 * Creates an offer unless the same caller sent the same body within the last 60 s (R20). The row of `offer_creation`
 * decides, under its lock and by the database's clock. Offer, event and job are written in the same statement, only
 * if the offer is new. Returns the id of the offer that exists, or no row if the organization requires approval
 * first.
 */
export const createOfferOnce = (
  scope: OrgScope,
  bodyHash: Buffer,
  /** The offer, and its JSON text for the response and the event. */
  { offer, payload }: { offer: OfferRow; payload: string },
  eventId: string,
  job: EnqueuedJob | undefined,
  /** Whether the offer requires approval in organizations that enabled approvals. */
  isToBeApproved: boolean,
): Statement =>
  createOnce({
    creation: {
      organization_id: scope.organizationId,
      principal_id: scope.actor.id,
      body_hash: bodyHash,
      offer_id: offer.id,
    },
    offer,
    event: {
      id: eventId,
      payload,
      actor_type: scope.actor.type,
      actor_email: scope.actor.email,
      actor_name: scope.actor.name,
      request_id: scope.requestId,
    },
    job: job && {
      id: job.id,
      kind: job.kind,
      lane: job.lane,
      payload: job.payload,
      due_at: job.dueAt,
      ready_at: job.readyAt,
      operation: job.operation,
      cancellable: job.cancellable,
      traceparent: job.traceparent,
      crm_opportunity_id: job.subject.crm_opportunity_id,
      crm_a_opportunity_id: job.subject.crm_a_opportunity_id,
      crm_b_deal_id: job.subject.crm_b_deal_id,
    },
    more: { isToBeApproved },
  });

/**
 * An offer to insert, with the revision that was read from its marketplace. Older revisions are not applied to
 * the offer.
 */
export type NewOffer = OfferRow & { revision?: number | undefined };

const insert = defineStatement(
  'insert_offer',
  {
    offer: columns('offer', ['organization_id', 'id', ...madeWith, 'external_id', 'sub_status', 'revision']),
  },
  ({ offer }) => offer.insert(ofCreation(offer)),
);

const insertMany = defineStatement(
  'insert_offers_of_the_past',
  {
    scope: columns('offer', ['organization_id', 'partner', 'created_by', 'creation_time']),
    offers: rows('offer', [
      'id',
      'name',
      'service',
      'product_id',
      'buyer_id',
      'offer_type',
      'status',
      'info',
      'meta_info',
      'end_time',
      'expire_time',
      'external_id',
      'sub_status',
      'revision',
    ]),
  },
  ({ scope, offers }) =>
    `${offers.insert('n', { ...scope.at, ...ofCreation(scope), sequence: '0' })} FROM ${offers.unnest('n')}`,
);

/**
 * Inserts past offers of a marketplace without events, so that the first later event of each offer is number 1.
 */
export const insertOffersOfPast = (
  scope: OrgScope,
  partner: string,
  offers: readonly NewOffer[],
): Statement =>
  insertMany({
    scope: {
      organization_id: scope.organizationId,
      partner,
      created_by: scope.actor.id,
      creation_time: scope.now,
    },
    offers: offers.map((offer) => ({ ...offer, revision: offer.revision })),
  });

/** Inserts a new offer. */
export const insertOfferRow = (scope: OrgScope, offer: NewOffer): Statement =>
  insert({ offer: { ...offer, revision: offer.revision, organization_id: scope.organizationId } });

/** Reads the response to the creation of an offer, byte for byte: it is the snapshot in the event of the creation. */
export const firstAnswer = (scope: OrgScope, offerId: string, sequence: number): Statement => ({
  name: 'first_offer_answer',
  text: `SELECT payload FROM event
         WHERE organization_id = $1 AND entity_type = 'OFFER' AND entity_id = $2 AND sequence = $3`,
  values: [scope.organizationId, offerId, sequence],
});

const insertCreation = insertInto(
  'remember_submission',
  'offer_creation',
  ['organization_id', 'principal_id', 'body_hash', 'offer_id', 'answer_sequence'],
  {
    others: { first_at: 'clock_timestamp()' },
    after: `ON CONFLICT (organization_id, principal_id, body_hash) DO UPDATE SET
              offer_id = EXCLUDED.offer_id, answer_sequence = EXCLUDED.answer_sequence, first_at = EXCLUDED.first_at`,
  },
);

/**
 * Stores the submission of a draft as a creation, so that repeats are recognized (R20, R24). The transaction has
 * locked the draft.
 */
export const rememberSubmission = (
  scope: OrgScope,
  bodyHash: Buffer,
  offerId: string,
  sequence: number,
): Statement =>
  insertCreation({
    organization_id: scope.organizationId,
    principal_id: scope.actor.id,
    body_hash: bodyHash,
    offer_id: offerId,
    answer_sequence: sequence,
  });

/** Returns whether the offer is a draft that was submitted within the last 60 s. */
export async function wasJustSubmitted(scope: OrgTransaction, id: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'was_just_submitted',
    text: `SELECT FROM event e JOIN offer_creation c ON c.organization_id = e.organization_id
             AND c.offer_id = e.entity_id AND c.answer_sequence = e.sequence
           WHERE e.organization_id = $1 AND e.entity_type = 'OFFER' AND e.entity_id = $2
             AND e.before ->> 'status' = 'DRAFT' AND c.first_at > clock_timestamp() - interval '60 s'`,
    values: [scope.organizationId, id],
  });
  return rows.length > 0;
}

/** Finds the first response to the same body by the same caller within the last 60 s (R20). */
export const answerOfRepeat = (scope: OrgScope, bodyHash: Buffer): Statement => ({
  name: 'answer_of_repeated_offer',
  text: `SELECT e.payload FROM offer_creation c
           JOIN event e ON e.organization_id = c.organization_id AND e.entity_type = 'OFFER'
             AND e.entity_id = c.offer_id AND e.sequence = c.answer_sequence
         WHERE c.organization_id = $1 AND c.principal_id = $2 AND c.body_hash = $3
           AND c.first_at > clock_timestamp() - interval '60 s'`,
  values: [scope.organizationId, scope.actor.id, bodyHash],
});

/** Sweeps of the rows that identify repeats within 60 seconds (R20). The sweeps run as the system. */
export const offerSweeps = [sweepAfter('offer_creation', 'first_at', '1 hour')];
