import type { JsonObject } from '../../marketplaces/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import { jsonbText } from '../../platform/records/jsonb-text.ts';
import { modifiedBy } from '../../products/index.ts';
import type { OfferColumns, OfferRow } from '../columns.ts';
import type { OfferStatus, WorkloadOffer } from '../records.ts';
import { withoutTimesFromDays } from './draft.ts';
import type { PreparedOffer } from './prepare.ts';
import { noPrice } from './price.ts';
import { serversInfo, serversMetaInfo } from './server-owned.ts';

/** Columns that a caller sets. */
const callersColumns = ({ fields }: PreparedOffer) => ({
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
  end_time: fields.endTime ?? null,
  expire_time: fields.expireTime ?? null,
});

/**
 * Derives the warnings of an offer. Without new warnings, the earlier warnings stay, except warnings about a
 * missing price.
 */
function warningsOf({ warnings, fillings }: PreparedOffer, earlier: readonly string[] = []): JsonObject {
  const kept = earlier.filter((warning) => !warning.endsWith(noPrice) && !fillings.includes(warning));
  const all = [...(warnings.length > 0 ? warnings : kept), ...fillings];
  return all.length > 0 ? { warningMessages: all } : {};
}

/**
 * Creates the row of a new offer.
 * @param ofService returns the fields that the service adds to `info`
 */
export function newOffer(
  scope: OrgScope,
  prepared: PreparedOffer,
  status: OfferStatus,
  ofService: (offer: Pick<OfferRow, 'id' | 'offer_type'>) => JsonObject = () => ({}),
): OfferRow {
  const { actor } = scope;
  const id = scope.newId('ofr');
  const columns = callersColumns(prepared);
  const now = scope.now.toISOString();
  return {
    organization_id: scope.organizationId,
    id,
    ...columns,
    expire_time: columns.expire_time ?? prepared.sandboxExpiry ?? null,
    external_id: null,
    status,
    sub_status: null,
    info: jsonbText({ ...prepared.info, ...ofService({ id, offer_type: columns.offer_type }) }),
    meta_info: jsonbText({
      ...prepared.metaInfo,
      createdBySource: 'API',
      ...(actor.email ? { createdByEmail: actor.email } : {}),
      lastModifiedBy: modifiedBy(scope),
      ...warningsOf(prepared),
    }),
    created_by: actor.id,
    last_updated_by: actor.id,
    creation_time: now,
    last_update_time: now,
  };
}

/** Merges a stored offer with the caller's part, `prepared`. Fields of the service are kept (R9). */
export function changedOffer(
  scope: OrgScope,
  stored: OfferRow,
  prepared: PreparedOffer,
): { columns: OfferColumns; info: JsonObject; metaInfo: JsonObject } {
  const { warningMessages, ...kept } = serversMetaInfo(JSON.parse(stored.meta_info));
  const together = serversInfo(JSON.parse(stored.info), prepared.info);
  return {
    columns: callersColumns(prepared),
    info: { ...prepared.info, ...together, visibility: prepared.info.visibility },
    metaInfo: {
      ...kept,
      ...prepared.metaInfo,
      ...warningsOf(prepared, warningMessages as string[] | undefined),
      lastModifiedBy: modifiedBy(scope),
    },
  };
}

/**
 * Returns the body that a caller would send for a stored offer, without times derived from days.
 */
export function bodyOf(row: OfferRow): WorkloadOffer {
  const body = {
    name: row.name,
    partner: row.partner,
    partnerID: row.partner_id,
    service: row.service,
    productID: row.product_id,
    productType: row.product_type,
    buyerID: row.buyer_id,
    contactIds: row.contact_ids,
    offerType: row.offer_type,
    pricingType: row.pricing_type,
    channelType: row.channel_type,
    endTime: row.end_time,
    expireTime: row.expire_time,
    info: JSON.parse(row.info),
    metaInfo: JSON.parse(row.meta_info),
  };
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  return withoutTimesFromDays(given as WorkloadOffer);
}
