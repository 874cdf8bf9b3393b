/**
 * A JSON object in the format of the service's records. The adapter selects the fields that its marketplace
 * accepts.
 */
export type JsonObject = Record<string, unknown>;

export type OfferSpec = {
  /** The offer id of this service, identical for each attempt; at most 64 printable characters. */
  key: string;
  name: string | undefined;
  offerType: string;
  productId: string | undefined;
  externalProductId: string | undefined;
  externalBuyerId: string | undefined;
  buyerName: string | undefined;
  expireTime: string | undefined;
  endTime: string | undefined;
  info: JsonObject;
  metaInfo: JsonObject;
  /** The last known listing of the product, in the marketplace's format. */
  productInfo?: JsonObject | undefined;
  /** The marketplace's id of the offer set that the offer belongs to. */
  externalSetId?: string | undefined;
  /**
   * The record on which the offer is based, by marketplace id: the agreement or accepted offer that the offer
   * changes, or the authorization that the offer resells.
   */
  basedOn?:
    | {
        agreementId?: string | undefined;
        offerId?: string | undefined;
        authorizationId?: string | undefined;
        /** The last known info of the authorization (the received offer). */
        authorizationInfo?: JsonObject | undefined;
      }
    | undefined;
};

/** A set of offers to one buyer that are accepted together. */
export type OfferSetSpec = {
  /** The set id of this service, identical for each attempt; at most 64 printable characters. */
  key: string;
  name: string | undefined;
  /** The text about the set that is shown to the buyer. */
  notes: string | undefined;
};

/** Changes to an offer. An absent field is unchanged; null removes the field. */
export type OfferChange = {
  name?: string | null | undefined;
  /** RFC 3339. */
  expireTime?: string | null | undefined;
  /** RFC 3339. */
  endTime?: string | null | undefined;
  /** The changed fields of `info`. */
  info?: JsonObject | undefined;
};

export type ProductSpec = ProductChange & {
  /** The product id of this service, identical for each attempt. */
  key: string;
  productType: string | undefined;
  info: JsonObject;
  metaInfo: JsonObject;
};

/**
 * The listing fields that the seller can change through this service. Prices are changed at the marketplace.
 */
export type ProductChange = { name: string | undefined; fulfillmentUrl: string | undefined };

export type ProductRef = { externalId: string };
