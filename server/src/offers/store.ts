import { type AgreementSnapshot, type JsonObject, offerSetField } from '../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { changes, columns, defineStatement, parameters } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { type OfferRow, offerColumnList } from './columns.ts';
import { offerErrors } from './errors.ts';
import type { OfferStatus } from './records.ts';
import { type OfferOperation, requireStateFor } from './states.ts';

/** Counts the offers of the organization, except deleted offers. */
export const countOffers = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_offers',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM offer o WHERE o.organization_id = $1 AND o.status <> 'DELETED' LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

export const selectOffer = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
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

/** Finds offers by their marketplace ids, except deleted offers. */
export const selectOffersByExternalIds = (
  scope: OrgScope,
  partner: string,
  externalIds: readonly string[],
): Statement => ({
  name: 'offers_by_external_ids',
  text: `SELECT ${offerColumnList} FROM offer o
         WHERE o.organization_id = $1 AND o.external_id = ANY ($2) AND o.partner = $3 AND o.status <> 'DELETED'
         ORDER BY o.creation_time, o.id LIMIT 10`,
  values: [scope.organizationId, externalIds, partner],
});

/** Statement that locks an offer until the end of the transaction. */
export function lockOfferOf(organization: Pick<OrgScope, 'organizationId'>, id: string): Statement {
  const { text, values } = selectOffer(organization, id);
  return { name: 'lock_offer', text: `${text} FOR UPDATE`, values };
}

/** Locks an offer until the end of the transaction. */
export const lockOffer = async (scope: OrgTransaction, id: string): Promise<OfferRow | undefined> =>
  (await scope.query<OfferRow>(lockOfferOf(scope, id)))[0];

/** Locks offers until the end of the transaction, in the order of their ids. */
export const lockOffers = (scope: OrgTransaction, ids: readonly string[]): Promise<OfferRow[]> =>
  scope.query<OfferRow>({
    name: 'lock_offers_of_set',
    text: `SELECT ${offerColumnList} FROM offer o WHERE o.organization_id = $1 AND o.id = ANY ($2)
           ORDER BY o.id FOR UPDATE`,
    values: [scope.organizationId, ids],
  });

/** Locks the offers that no other transaction has locked. */
export const lockFreeOffers = (scope: OrgTransaction, ids: readonly string[]): Promise<OfferRow[]> =>
  scope.query<OfferRow>({
    name: 'lock_free_offers',
    text: `SELECT ${offerColumnList} FROM offer o WHERE o.organization_id = $1 AND o.id = ANY ($2)
           ORDER BY o.id FOR UPDATE SKIP LOCKED`,
    values: [scope.organizationId, ids],
  });

/** Statement that locks an offer by its marketplace's id. */
export const lockOfferByItsId = (
  { organizationId }: Pick<OrgScope, 'organizationId'>,
  partner: string,
  externalId: string,
): Statement => ({
  name: 'lock_offer_by_external_id',
  text: `SELECT ${offerColumnList} FROM offer o
         WHERE o.organization_id = $1 AND o.external_id = $2 AND o.partner = $3
         ORDER BY o.creation_time, o.id LIMIT 1 FOR UPDATE`,
  values: [organizationId, externalId, partner],
});

/** Locks an offer by its marketplace's id. */
export const lockOfferByExternalId = async (
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<OfferRow | undefined> =>
  (await scope.query<OfferRow>(lockOfferByItsId(scope, partner, externalId)))[0];

/**
 * Finds the offers of a marketplace by marketplace ids or offer ids; optionally locks them in the order of
 * their creation.
 */
export const findOffersAt = (
  scope: OrgTransaction,
  partner: string,
  { keys, externalIds }: { keys: readonly string[]; externalIds: readonly string[] },
  lock = false,
): Promise<OfferRow[]> =>
  scope.query<OfferRow>({
    name: lock ? 'lock_offers_at_marketplace' : 'find_offers_at_marketplace',
    // The ids are computed first, so that each offer is looked up by its key even if the planner expects few offers.
    text: `SELECT ${offerColumnList} FROM offer o
           WHERE o.organization_id = $1 AND o.partner = $2 AND o.id = ANY (ARRAY(
             SELECT unnest($3::text[])
             UNION SELECT f.id FROM offer f WHERE f.organization_id = $1 AND f.external_id = ANY ($4::text[])))
           ORDER BY o.creation_time, o.id${lock ? ' FOR UPDATE' : ''}`,
    values: [scope.organizationId, partner, keys, externalIds],
  });

/** Locks the offer of a snapshot: by our idempotency key, or by the marketplace's id. */
export async function lockOfferAt(
  scope: OrgTransaction,
  partner: string,
  { key, externalId }: { key: string | undefined; externalId: string | undefined },
): Promise<OfferRow | undefined> {
  if (key) return lockOffer(scope, key);
  return externalId ? lockOfferByExternalId(scope, partner, externalId) : undefined;
}

/**
 * Locks the created or adopted offer that an agreement is based on. The offer is locked before all other rows
 * of the acceptance, so that the second of two acceptances finds the offer accepted.
 */
export const lockAgreedOffer = (
  scope: OrgTransaction,
  partner: string,
  { offerKey, externalOfferId }: Pick<AgreementSnapshot, 'offerKey' | 'externalOfferId'>,
): Promise<OfferRow | undefined> =>
  lockOfferAt(scope, partner, { key: offerKey, externalId: externalOfferId });

/** Finds the newest public offer of a product. */
export async function findDefaultOffer(
  scope: OrgTransaction,
  partner: string,
  productId: string,
): Promise<OfferRow | undefined> {
  const rows = await scope.query<OfferRow>({
    name: 'find_default_offer',
    text: `SELECT ${offerColumnList} FROM offer o
           WHERE o.organization_id = $1 AND o.product_id = $3 AND o.partner = $2
             AND o.offer_type = 'DEFAULT' AND o.status = 'ACTIVE'
           ORDER BY o.creation_time DESC, o.id DESC LIMIT 1`,
    values: [scope.organizationId, partner, productId],
  });
  return rows[0];
}

export async function findOffer(scope: OrgTransaction, id: string): Promise<OfferRow | undefined> {
  return (await scope.query<OfferRow>(selectOffer(scope, id)))[0];
}

/** Changes of an offer: `metaInfo` and `info` are merged into the stored maps; a null in them is stored as null. */
export type OfferChanges = {
  status?: OfferStatus;
  /** Null clears the step within the state. */
  subStatus?: string | null | undefined;
  externalId?: string;
  buyerId?: string;
  contactIds?: readonly string[];
  info?: object;
  metaInfo?: object;
  removeMetaInfo?: readonly string[];
};

/** A stored offer with the number of the event to record. */
export type CountedOffer = OfferRow & RowOf<'offer', 'sequence'>;

const key = columns('offer', ['organization_id', 'id']);

const changed = columns('offer', ['last_update_time', 'last_updated_by']);

const keyOf = (scope: OrgTransaction, id: string) => ({ organization_id: scope.organizationId, id });

const changedBy = (scope: OrgTransaction) => ({
  last_update_time: scope.now,
  last_updated_by: scope.actor.id,
});

const mergeChanges = defineStatement(
  'change_offer',
  {
    key,
    changed,
    given: changes('offer', ['status', 'external_id', 'buyer_id', 'contact_ids']),
    subStatus: columns('offer', ['sub_status']),
    more: parameters({
      info: 'jsonb',
      metaInfo: 'jsonb',
      removeMetaInfo: 'text[]',
      changesSubStatus: 'boolean',
    }),
  },
  ({ key, changed, given, subStatus, more }) => `UPDATE offer o SET ${given.set('o')}, ${changed.set},
      info = o.info || ${more.info}, meta_info = (o.meta_info || ${more.metaInfo}) - ${more.removeMetaInfo},
      sub_status = CASE WHEN ${more.changesSubStatus} THEN ${subStatus.at.sub_status} ELSE o.sub_status END,
      sequence = o.sequence + 1
    WHERE ${key.equals('o')} RETURNING ${offerColumnList}, o.sequence`,
);

/** Merges changes into an offer that the transaction has locked, and increments its event count. */
export async function mergeIntoOffer(
  scope: OrgTransaction,
  id: string,
  change: OfferChanges,
): Promise<CountedOffer | undefined> {
  const [row] = await scope.query<CountedOffer>(
    mergeChanges({
      key: keyOf(scope, id),
      changed: changedBy(scope),
      given: {
        status: change.status,
        external_id: change.externalId,
        buyer_id: change.buyerId,
        contact_ids: change.contactIds,
      },
      subStatus: { sub_status: change.subStatus },
      more: {
        info: JSON.stringify(change.info ?? {}),
        metaInfo: JSON.stringify(change.metaInfo ?? {}),
        removeMetaInfo: change.removeMetaInfo ?? [],
        changesSubStatus: change.subStatus !== undefined,
      },
    }),
  );
  return row;
}

/** Changes of a stored map: entries to set and names to remove. */
type MapChange = { set: object; removed: readonly string[] };

const writeColumns = defineStatement(
  'save_offer',
  {
    key,
    changed,
    offer: columns('offer', [
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
      'external_id',
      'status',
      'sub_status',
      'end_time',
      'expire_time',
    ]),
    more: parameters({ info: 'jsonb', noInfo: 'text[]', metaInfo: 'jsonb', noMetaInfo: 'text[]' }),
  },
  ({ key, changed, offer, more }) => `UPDATE offer o SET ${offer.set}, ${changed.set},
      info = (o.info || ${more.info}) - ${more.noInfo}, meta_info = (o.meta_info || ${more.metaInfo}) - ${more.noMetaInfo},
      sequence = o.sequence + 1
    WHERE ${key.equals('o')} RETURNING ${offerColumnList}, o.sequence`,
);

/**
 * Stores changed columns and map entries of an offer that the transaction has locked, and increments its event count.
 */
export async function replaceOffer(
  scope: OrgTransaction,
  offer: OfferRow,
  { info, metaInfo }: { info: MapChange; metaInfo: MapChange },
): Promise<CountedOffer | undefined> {
  const [row] = await scope.query<CountedOffer>(
    writeColumns({
      key: keyOf(scope, offer.id),
      changed: changedBy(scope),
      offer,
      more: {
        info: JSON.stringify(info.set),
        noInfo: info.removed,
        metaInfo: JSON.stringify(metaInfo.set),
        noMetaInfo: metaInfo.removed,
      },
    }),
  );
  return row;
}

/** Increments the event count of an offer and returns the offer. */
export async function countOfferEvent(scope: OrgTransaction, id: string): Promise<CountedOffer | undefined> {
  const [row] = await scope.query<CountedOffer>({
    name: 'count_offer_event',
    text: `UPDATE offer o SET sequence = o.sequence + 1
           WHERE o.organization_id = $1 AND o.id = $2 RETURNING ${offerColumnList}, o.sequence`,
    values: [scope.organizationId, id],
  });
  return row;
}

/**
 * Stores the notices of an offer that the transaction has locked. Returns the offer with the number of the
 * event to record.
 */
export async function keepNotices(scope: OrgTransaction, id: string, notices: string): Promise<CountedOffer> {
  const [row] = await scope.query<CountedOffer>({
    name: 'keep_offer_notices',
    text: `UPDATE offer o SET meta_info = jsonb_set(o.meta_info, '{notifications}', $3::jsonb), sequence = o.sequence + 1
           WHERE o.organization_id = $1 AND o.id = $2 RETURNING ${offerColumnList}, o.sequence`,
    values: [scope.organizationId, id, notices],
  });
  return row as CountedOffer;
}

/** Finds the set of an offer, if the offer belongs to a set. */
export async function offerSetOf(scope: OrgTransaction, offerId: string): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'offer_set_member', 'offer_set_id'>>({
    name: 'offer_set_of_offer',
    text: 'SELECT offer_set_id FROM offer_set_member WHERE organization_id = $1 AND offer_id = $2',
    values: [scope.organizationId, offerId],
  });
  return row?.offer_set_id;
}

/** Finds the marketplace's id of an offer's set, if the set was created there. */
export async function externalSetOf(scope: OrgTransaction, offerId: string): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'offer_set', 'external_id'>>({
    name: 'external_offer_set_of_offer',
    text: `SELECT s.external_id FROM offer_set_member m
           JOIN offer_set s ON s.organization_id = m.organization_id AND s.id = m.offer_set_id
           WHERE m.organization_id = $1 AND m.offer_id = $2`,
    values: [scope.organizationId, offerId],
  });
  return row?.external_id ?? undefined;
}

/** Adds the id of the offer's set to the `info` that a caller writes: only the set decides on the id. */
export async function withSetId(
  scope: OrgTransaction,
  offerId: string,
  info: JsonObject,
): Promise<JsonObject> {
  const setId = await offerSetOf(scope, offerId);
  return setId ? { ...info, [offerSetField]: setId } : info;
}

/**
 * Locks an offer.
 * @throws 404 when the offer does not exist or is deleted
 */
export async function requireOffer(scope: OrgTransaction, id: string): Promise<OfferRow> {
  const offer = await lockOffer(scope, id);
  if (!offer || offer.status === 'DELETED') throw offerErrors.offer_not_found();
  return offer;
}

/**
 * Locks an offer in a state that allows the operation.
 * @throws 404 when the offer does not exist, 409 when its state does not allow the operation; the error lists
 * the allowed states
 */
export async function requireState(
  scope: OrgTransaction,
  id: string,
  operation: OfferOperation,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  requireStateFor(operation, offer);
  return offer;
}
