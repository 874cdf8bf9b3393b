import type { JsonObject } from '../../marketplaces/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import { jsonbText } from '../../platform/records/jsonb-text.ts';
import { modifiedBy } from '../../products/index.ts';
import type { OfferColumns, OfferRow } from '../columns.ts';
import type { WorkloadOffer } from '../records.ts';
import type { OfferStatus } from '../states.ts';
import { withoutTimesFromDays } from './days.ts';
import type { PreparedOffer } from './prepare.ts';
import { noPrice } from './price.ts';
import { serversInfo, serversMetaInfo } from './server-owned.ts';

/** The columns that a caller decides. */
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

/** Warnings of an offer. Earlier ones stay where there are no new ones, but for that of a price: it has one by now. */
function warningsOf({ warnings }: PreparedOffer, earlier: readonly string[] = []): JsonObject {
  const kept = earlier.filter((warning) => !warning.endsWith(noPrice));
  const all = warnings.length > 0 ? warnings : kept;
  return all.length > 0 ? { warningMessages: all } : {};
}

/**
 * A new offer as it is stored, and shown by the database from then on.
 * @param ofService makes what the service adds to its `info`
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

/** Merges a stored offer with its caller's part, which is `prepared`: what the service keeps stays (R9). */
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

/** A stored offer as its caller would send it: without times that follow from its days on marketplace B. */
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
