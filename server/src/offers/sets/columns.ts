import type { RowOf } from '../../platform/database/rows.ts';
import { columnsOfTable } from '../../platform/filter/index.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { OfferSetStatus } from './states.ts';

/** Columns that store the fields of an OfferSet, except those derived from its offers. */
export const ownColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['partner', 'partner', 'text'],
  ['externalID', 'external_id', 'text'],
  ['status', 'status', 'text'],
  ['info', 'info', 'json'],
  ['metaInfo', 'meta_info', 'json'],
  ['expireTime', 'expire_time', 'time', 'nullable'],
  ['createdBy', 'created_by', 'text'],
  ['lastUpdatedBy', 'last_updated_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'offer_set'>;

/** A set with the ids of its offers and their buyers; maps are JSON text. */
export type OfferSetRow = RowOf<
  'offer_set',
  ColumnsOf<typeof ownColumns> | 'sequence' | 'released_time',
  { status: OfferSetStatus }
> & {
  offer_ids: string[];
  buyer_ids: string[];
};

export const encodeOfferSet = recordEncoder([
  ...ownColumns,
  ['offerIDs', 'offer_ids', 'texts'],
  ['buyerIDs', 'buyer_ids', 'texts'],
]);

/**
 * Column list with the ids of the offers, in the order of their addition, and the current buyers of the offers.
 */
export const offerSetColumnList = `${columnList(ownColumns, 's')}, s.sequence, s.released_time, ARRAY(
    SELECT m.offer_id FROM offer_set_member m WHERE m.organization_id = s.organization_id AND m.offer_set_id = s.id
    ORDER BY m.creation_time, m.offer_id) AS offer_ids, ARRAY(
    SELECT DISTINCT l.buyer_id FROM offer_set_member m
    JOIN offer_buyer l ON l.organization_id = m.organization_id AND l.offer_id = m.offer_id
    WHERE m.organization_id = s.organization_id AND m.offer_set_id = s.id
    ORDER BY l.buyer_id) AS buyer_ids`;

/** Columns by which offer sets are filtered and ordered. An index covers the sets of one status. */
export const filterColumns = columnsOfTable('offer_set', 's', [
  'id',
  'name',
  'partner',
  'status',
  'external_id',
  'expire_time',
  'created_by',
  'last_updated_by',
  'creation_time',
  'last_update_time',
]);
