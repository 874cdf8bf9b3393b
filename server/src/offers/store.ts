import type { AgreementSnapshot } from '../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { changes, columns, defineStatement, parameters } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { type OfferRow, offerColumnList } from './columns.ts';
import type { OfferStatus } from './states.ts';

/** Counts the offers of the organization; deleted ones do not count. */
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

/** Offers at a marketplace by its ids of them, without deleted ones. */
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

/** The statement that locks an offer until the end of the transaction. */
export function lockOfferOf(organization: Pick<OrgScope, 'organizationId'>, id: string): Statement {
  const { text, values } = selectOffer(organization, id);
  return { name: 'lock_offer', text: `${text} FOR UPDATE`, values };
}

/** The offer, locked until the end of the transaction. */
export const lockOffer = async (scope: OrgTransaction, id: string): Promise<OfferRow | undefined> =>
  (await scope.query<OfferRow>(lockOfferOf(scope, id)))[0];

/** The offers, locked until the end of the transaction, in the order of their ids. */
export const lockOffers = (scope: OrgTransaction, ids: readonly string[]): Promise<OfferRow[]> =>
  scope.query<OfferRow>({
    name: 'lock_offers_of_set',
    text: `SELECT ${offerColumnList} FROM offer o WHERE o.organization_id = $1 AND o.id = ANY ($2)
           ORDER BY o.id FOR UPDATE`,
    values: [scope.organizationId, ids],
  });

/** Locks those of the offers that nobody else has locked. */
export const lockFreeOffers = (scope: OrgTransaction, ids: readonly string[]): Promise<OfferRow[]> =>
  scope.query<OfferRow>({
    name: 'lock_free_offers',
    text: `SELECT ${offerColumnList} FROM offer o WHERE o.organization_id = $1 AND o.id = ANY ($2)
           ORDER BY o.id FOR UPDATE SKIP LOCKED`,
    values: [scope.organizationId, ids],
  });

/** The statement that locks an offer by its marketplace's id. */
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

/** The offer that a marketplace calls so, locked. */
export const lockOfferByExternalId = async (
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<OfferRow | undefined> =>
  (await scope.query<OfferRow>(lockOfferByItsId(scope, partner, externalId)))[0];

/** The offers of a marketplace by their ids, or by ids of ours; locked in the order in which they were made, where that is asked for. */
export const findOffersAt = (
  scope: OrgTransaction,
  partner: string,
  { keys, externalIds }: { keys: readonly string[]; externalIds: readonly string[] },
  lock = false,
): Promise<OfferRow[]> =>
  scope.query<OfferRow>({
    name: lock ? 'lock_offers_at_marketplace' : 'find_offers_at_marketplace',
    // The ids are worked out before, so that each offer is looked up by its key, however few the planner believes there are.
    text: `SELECT ${offerColumnList} FROM offer o
           WHERE o.organization_id = $1 AND o.partner = $2 AND o.id = ANY (ARRAY(
             SELECT unnest($3::text[])
             UNION SELECT f.id FROM offer f WHERE f.organization_id = $1 AND f.external_id = ANY ($4::text[])))
           ORDER BY o.creation_time, o.id${lock ? ' FOR UPDATE' : ''}`,
    values: [scope.organizationId, partner, keys, externalIds],
  });

/** The offer of a snapshot, locked: ours by the key that we gave, or by the marketplace's id. */
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

/** The public offer by which everybody can buy a product; the newest, where there are several. */
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

/** The changes of an offer: `metaInfo` and `info` are merged over the stored maps; a null in them is stored as null. */
export type OfferChanges = {
  status?: OfferStatus;
  /** Null: the last known step within the state is over. */
  subStatus?: string | null | undefined;
  externalId?: string;
  buyerId?: string;
  contactIds?: readonly string[];
  info?: object;
  metaInfo?: object;
  removeMetaInfo?: readonly string[];
};

/** An offer that was written, with the number of the event to record of it. */
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

/** Merges changes into an offer that the transaction has locked, and counts its event. */
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

/** The change of a stored map: what is set in it, and what is taken out. */
export type MapChange = { set: object; removed: readonly string[] };

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

/** Writes the columns of an offer that the transaction has locked, and what changes of its maps; counts its event. */
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
