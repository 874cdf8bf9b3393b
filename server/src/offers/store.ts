import type { AgreementSnapshot } from '../marketplaces/index.ts';
import { offersNeedApproval } from '../organizations/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { sweepAfter } from '../platform/database/maintenance.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { Enqueued } from '../platform/jobs/queue.ts';
import { encodeOffer, type OfferRow, offerColumnList } from './columns.ts';
import type { OfferStatus } from './states.ts';

const createOnceText = `
  WITH decided AS (
    INSERT INTO offer_creation AS c (organization_id, principal_id, body_hash, offer_id, first_at)
    SELECT $1::text, $2::text, $3::bytea, $4::text, clock_timestamp()
    WHERE NOT ($38::boolean AND ${offersNeedApproval})
    ON CONFLICT (organization_id, principal_id, body_hash) DO UPDATE SET
      offer_id = CASE WHEN c.first_at > clock_timestamp() - interval '60 s' THEN c.offer_id ELSE EXCLUDED.offer_id END,
      answer_sequence = CASE WHEN c.first_at > clock_timestamp() - interval '60 s' THEN c.answer_sequence ELSE 1 END,
      first_at = CASE WHEN c.first_at > clock_timestamp() - interval '60 s' THEN c.first_at ELSE EXCLUDED.first_at END
    RETURNING c.offer_id, c.answer_sequence),
  created AS (
    INSERT INTO offer (organization_id, id, name, partner, partner_id, service, product_id, product_type, buyer_id,
      contact_ids, offer_type, pricing_type, channel_type, status, info, meta_info, end_time, expire_time,
      created_by, last_updated_by, creation_time, last_update_time)
    SELECT $1, $4, $5, $6, $7, $8, $9, $10, $11, $12::text[], $13, $14, $15, $16, $17::jsonb, $18::jsonb,
      $19::timestamptz, $20::timestamptz, $21, $21, $22::timestamptz, $22::timestamptz
    FROM decided WHERE decided.offer_id = $4),
  recorded AS (
    INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, actor_type, actor_id,
      request_id, creation_time, actor_email, actor_name)
    SELECT $1, $23, 'OFFER', $4, 1, 'CREATE', $24::json, $25, $2, $26, $22::timestamptz, $33, $34
    FROM decided WHERE decided.offer_id = $4 RETURNING id),
  unsealed AS (
    INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM recorded),
  owed AS (
    INSERT INTO job (organization_id, id, kind, lane, exclusive, payload, clock, due_at, ready_at, creation_time,
      started_by_type, started_by_id, operation, cancellable, offer_id, crm_opportunity_id, traceparent,
      crm_a_opportunity_id, crm_b_deal_id)
    SELECT $1, $27, $28, $29, false, $30::jsonb, 'organization', $31::timestamptz, $32::timestamptz, $22::timestamptz,
      $25, $2, $35, $36::boolean, $4, $37, $39, $40, $41
    FROM decided WHERE decided.offer_id = $4 AND $27::text IS NOT NULL)
  SELECT offer_id, answer_sequence FROM decided`;

/**
 * Creates an offer unless the same caller sent the same body within the last 60 s (R20). The row of
 * `offer_creation` decides, under its lock and by the database's clock; offer, event and job are written in the
 * same statement, and only when the offer is the new one. Answers the id of the offer that stands; none when the
 * organization has such offers approved before they are published.
 */
export function createOfferOnce(
  scope: OrgScope,
  bodyHash: Buffer,
  offer: OfferRow,
  eventId: string,
  job: Enqueued | undefined,
  /** Whether it is made only where nothing has to be approved first. */
  isToBeApproved: boolean,
): Statement {
  return {
    name: 'create_offer_once',
    text: createOnceText,
    values: [
      scope.organizationId,
      scope.actor.id,
      bodyHash,
      ...[
        offer.id,
        offer.name,
        offer.partner,
        offer.partner_id,
        offer.service,
        offer.product_id,
        offer.product_type,
      ],
      ...[
        offer.buyer_id,
        offer.contact_ids,
        offer.offer_type,
        offer.pricing_type,
        offer.channel_type,
        offer.status,
      ],
      ...[
        offer.info,
        offer.meta_info,
        offer.end_time,
        offer.expire_time,
        offer.created_by,
        offer.creation_time,
      ],
      ...[eventId, encodeOffer(offer), scope.actor.type, scope.requestId],
      ...[job?.id, job?.kind, job?.lane, job?.payload, job?.dueAt, job?.readyAt],
      ...[scope.actor.email, scope.actor.name],
      ...[job?.operation, job?.cancellable, job?.subject.crm_opportunity_id],
      isToBeApproved,
      job?.traceparent,
      ...[job?.subject.crm_a_opportunity_id, job?.subject.crm_b_deal_id],
    ],
  };
}

/** A new offer. */
export const insertOfferRow = (scope: OrgScope, offer: OfferRow): Statement => ({
  name: 'insert_offer',
  text: `INSERT INTO offer (organization_id, id, name, partner, partner_id, service, product_id, product_type, buyer_id,
           contact_ids, offer_type, pricing_type, channel_type, status, info, meta_info, end_time, expire_time,
           created_by, last_updated_by, creation_time, last_update_time, external_id, sub_status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19, $20, $20,
           $21, $22)`,
  values: [
    ...[scope.organizationId, offer.id, offer.name, offer.partner, offer.partner_id, offer.service],
    ...[offer.product_id, offer.product_type, offer.buyer_id, offer.contact_ids, offer.offer_type],
    ...[offer.pricing_type, offer.channel_type, offer.status, offer.info, offer.meta_info],
    ...[offer.end_time, offer.expire_time, offer.created_by, offer.creation_time],
    ...[offer.external_id, offer.sub_status],
  ],
});

/** The answer that the creation of an offer gave, byte for byte: it is the snapshot of the event that made it. */
export const firstAnswer = (scope: OrgScope, offerId: string, sequence: number): Statement => ({
  name: 'first_offer_answer',
  text: `SELECT payload FROM event
         WHERE organization_id = $1 AND entity_type = 'OFFER' AND entity_id = $2 AND sequence = $3`,
  values: [scope.organizationId, offerId, sequence],
});

/** Remembers the submission of a draft, which the transaction has locked, as the creation of an offer (R20, R24). */
export const rememberSubmission = (
  scope: OrgScope,
  bodyHash: Buffer,
  offerId: string,
  sequence: number,
): Statement => ({
  name: 'remember_submission',
  text: `INSERT INTO offer_creation AS c (organization_id, principal_id, body_hash, offer_id, answer_sequence, first_at)
         VALUES ($1, $2, $3, $4, $5, clock_timestamp())
         ON CONFLICT (organization_id, principal_id, body_hash) DO UPDATE SET
           offer_id = EXCLUDED.offer_id, answer_sequence = EXCLUDED.answer_sequence, first_at = EXCLUDED.first_at`,
  values: [scope.organizationId, scope.actor.id, bodyHash, offerId, sequence],
});

/** Whether the offer was a draft that was submitted within the last 60 s. */
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

/** The same for a body that was sent before, if it was within the last 60 s (R20). */
export const answerOfRepeat = (scope: OrgScope, bodyHash: Buffer): Statement => ({
  name: 'answer_of_repeated_offer',
  text: `SELECT e.payload FROM offer_creation c
           JOIN event e ON e.organization_id = c.organization_id AND e.entity_type = 'OFFER'
             AND e.entity_id = c.offer_id AND e.sequence = c.answer_sequence
         WHERE c.organization_id = $1 AND c.principal_id = $2 AND c.body_hash = $3
           AND c.first_at > clock_timestamp() - interval '60 s'`,
  values: [scope.organizationId, scope.actor.id, bodyHash],
});

/** Deleted offers do not count. */
export const countOffers = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_offers',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM offer o WHERE o.organization_id = $1 AND o.status <> 'DELETED' LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

export const selectOffer = (scope: OrgScope, id: string): Statement => ({
  name: 'select_offer',
  text: `SELECT ${offerColumnList} FROM offer o WHERE o.organization_id = $1 AND o.id = $2`,
  values: [scope.organizationId, id],
});

export const selectOfferByExternalId = (scope: OrgScope, externalId: string): Statement => ({
  name: 'select_offer_by_external_id',
  text: `SELECT ${offerColumnList} FROM offer o
         WHERE o.organization_id = $1 AND o.external_id = $2 AND o.status <> 'DELETED'
         ORDER BY o.creation_time, o.id LIMIT 1`,
  values: [scope.organizationId, externalId],
});

export const findOfferByExternalId = async (
  scope: OrgTransaction,
  externalId: string,
): Promise<OfferRow | undefined> =>
  (await scope.query<OfferRow>(selectOfferByExternalId(scope, externalId)))[0];

/** Offers at a marketplace by its ids of them, without deleted ones. */
export const offersByExternalIds = (
  scope: OrgTransaction,
  partner: string,
  externalIds: readonly string[],
): Promise<OfferRow[]> =>
  scope.query<OfferRow>({
    name: 'offers_by_external_ids',
    text: `SELECT ${offerColumnList} FROM offer o
           WHERE o.organization_id = $1 AND o.external_id = ANY ($2) AND o.partner = $3 AND o.status <> 'DELETED'
           ORDER BY o.creation_time, o.id LIMIT 10`,
    values: [scope.organizationId, externalIds, partner],
  });

/** The offer, locked until the end of the transaction. */
export async function lockOffer(scope: OrgTransaction, id: string): Promise<OfferRow | undefined> {
  const { text, values } = selectOffer(scope, id);
  const rows = await scope.query<OfferRow>({ name: 'lock_offer', text: `${text} FOR UPDATE`, values });
  return rows[0];
}

/** The offers, locked until the end of the transaction, in the order of their ids. */
export const lockOffers = (scope: OrgTransaction, ids: readonly string[]): Promise<OfferRow[]> =>
  scope.query<OfferRow>({
    name: 'lock_offers_of_set',
    text: `SELECT ${offerColumnList} FROM offer o WHERE o.organization_id = $1 AND o.id = ANY ($2)
           ORDER BY o.id FOR UPDATE`,
    values: [scope.organizationId, ids],
  });

/** The offer that another party made at a marketplace, locked. */
export async function lockOfferByExternalId(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<OfferRow | undefined> {
  const rows = await scope.query<OfferRow>({
    name: 'lock_offer_by_external_id',
    text: `SELECT ${offerColumnList} FROM offer o
           WHERE o.organization_id = $1 AND o.external_id = $2 AND o.partner = $3
           ORDER BY o.creation_time, o.id LIMIT 1 FOR UPDATE`,
    values: [scope.organizationId, externalId, partner],
  });
  return rows[0];
}

/** The offer that a marketplace tells of: ours, by the key that we gave, or by its own id; locked. */
export async function lockOfferAt(
  scope: OrgTransaction,
  partner: string,
  { key, externalId }: { key: string | undefined; externalId: string | undefined },
): Promise<OfferRow | undefined> {
  if (key) return lockOffer(scope, key);
  return externalId ? lockOfferByExternalId(scope, partner, externalId) : undefined;
}

/**
 * The offer that an agreement is made on: ours, or one that another party made. It is locked, before all other rows of
 * its acceptance: of two at once one finds it accepted.
 */
export const lockAgreedOffer = (
  scope: OrgTransaction,
  partner: string,
  { offerKey, externalOfferId }: Pick<AgreementSnapshot, 'offerKey' | 'externalOfferId'>,
): Promise<OfferRow | undefined> =>
  lockOfferAt(scope, partner, { key: offerKey, externalId: externalOfferId });

export async function findOffer(scope: OrgTransaction, id: string): Promise<OfferRow | undefined> {
  return (await scope.query<OfferRow>(selectOffer(scope, id)))[0];
}

/** What changes of an offer: `metaInfo` and `info` are merged over the stored maps; a null in them is stored as null. */
export type OfferChanges = {
  status?: OfferStatus;
  /** Null: the step within the state that was told last is over. */
  subStatus?: string | null | undefined;
  externalId?: string;
  buyerId?: string;
  contactIds?: readonly string[];
  info?: object;
  metaInfo?: object;
  removeMetaInfo?: readonly string[];
};

/** An offer that was written, with the number of the event to record of it. */
export type CountedOffer = OfferRow & { sequence: number };

/** Merges changes into an offer that the transaction has locked, and counts its event. */
export async function mergeIntoOffer(
  scope: OrgTransaction,
  id: string,
  change: OfferChanges,
): Promise<CountedOffer | undefined> {
  const [row] = await scope.query<CountedOffer>({
    name: 'change_offer',
    text: `UPDATE offer o SET status = coalesce($3, o.status), external_id = coalesce($4, o.external_id),
             buyer_id = coalesce($5, o.buyer_id), info = o.info || $6::jsonb,
             meta_info = (o.meta_info || $7::jsonb) - $8::text[],
             last_update_time = $9, last_updated_by = $10, contact_ids = coalesce($11::text[], o.contact_ids),
             sub_status = CASE WHEN $12 THEN $13 ELSE o.sub_status END,
             sequence = o.sequence + 1
           WHERE o.organization_id = $1 AND o.id = $2 RETURNING ${offerColumnList}, o.sequence`,
    values: [
      scope.organizationId,
      id,
      change.status ?? null,
      change.externalId ?? null,
      change.buyerId ?? null,
      JSON.stringify(change.info ?? {}),
      JSON.stringify(change.metaInfo ?? {}),
      change.removeMetaInfo ?? [],
      scope.now,
      scope.actor.id,
      change.contactIds ?? null,
      change.subStatus !== undefined,
      change.subStatus ?? null,
    ],
  });
  return row;
}

/** What is set in a stored map, and what is taken out of it. */
export type MapChange = { set: object; removed: readonly string[] };

/** Writes the columns of an offer that the transaction has locked, and what changes of its maps; counts its event. */
export async function replaceOffer(
  scope: OrgTransaction,
  columns: OfferRow,
  { info, metaInfo }: { info: MapChange; metaInfo: MapChange },
): Promise<CountedOffer | undefined> {
  const [row] = await scope.query<CountedOffer>({
    name: 'save_offer',
    text: `UPDATE offer o SET name = $3, partner = $4, partner_id = $5, service = $6, product_id = $7,
             product_type = $8, buyer_id = $9, contact_ids = $10, offer_type = $11, pricing_type = $12,
             channel_type = $13, external_id = $14, status = $15, sub_status = $16, end_time = $17, expire_time = $18,
             info = (o.info || $19::jsonb) - $20::text[], meta_info = (o.meta_info || $21::jsonb) - $22::text[],
             last_update_time = $23, last_updated_by = $24, sequence = o.sequence + 1
           WHERE o.organization_id = $1 AND o.id = $2 RETURNING ${offerColumnList}, o.sequence`,
    values: [
      ...[
        scope.organizationId,
        columns.id,
        columns.name,
        columns.partner,
        columns.partner_id,
        columns.service,
      ],
      ...[columns.product_id, columns.product_type, columns.buyer_id, columns.contact_ids],
      ...[columns.offer_type, columns.pricing_type, columns.channel_type, columns.external_id],
      ...[columns.status, columns.sub_status, columns.end_time, columns.expire_time],
      ...[JSON.stringify(info.set), info.removed, JSON.stringify(metaInfo.set), metaInfo.removed],
      ...[scope.now, scope.actor.id],
    ],
  });
  return row;
}

/** Counts one more event of an offer, and answers the offer as it is then. */
export async function countOfferEvent(scope: OrgTransaction, id: string): Promise<CountedOffer | undefined> {
  const [row] = await scope.query<CountedOffer>({
    name: 'count_offer_event',
    text: `UPDATE offer o SET sequence = o.sequence + 1
           WHERE o.organization_id = $1 AND o.id = $2 RETURNING ${offerColumnList}, o.sequence`,
    values: [scope.organizationId, id],
  });
  return row;
}

/** Writes the notices of an offer that the transaction has locked. Answers it with the number of the event to record. */
export async function keepNotices(scope: OrgTransaction, id: string, notices: string): Promise<CountedOffer> {
  const [row] = await scope.query<CountedOffer>({
    name: 'keep_offer_notices',
    text: `UPDATE offer o SET meta_info = jsonb_set(o.meta_info, '{notifications}', $3::jsonb), sequence = o.sequence + 1
           WHERE o.organization_id = $1 AND o.id = $2 RETURNING ${offerColumnList}, o.sequence`,
    values: [scope.organizationId, id, notices],
  });
  return row as CountedOffer;
}

/** By these a repeat within 60 seconds is recognised (R20): swept as the system. */
export const sweepOffers = [sweepAfter('offer_creation', 'first_at', '1 hour')];
