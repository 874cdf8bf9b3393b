/** JSON objects as the records describe them; the adapter picks what its marketplace takes. */
export type JsonObject = Record<string, unknown>;

export type OfferSpec = {
  /** Our offer's id: at most 64 printable characters, the same for every try. */
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
  /** The marketplace's id of the offer set that it is made for. */
  externalSetId?: string | undefined;
  /** What it builds on, by the marketplace's ids: an agreement or accepted offer that it changes, or what it resells. */
  basedOn?:
    | { agreementId?: string | undefined; offerId?: string | undefined; authorizationId?: string | undefined }
    | undefined;
};

/** An offer set: offers to one buyer that are accepted together. */
export type OfferSetSpec = {
  /** Our set's id: at most 64 printable characters, the same for every try. */
  key: string;
  name: string | undefined;
  /** What the buyer reads of the set. */
  notes: string | undefined;
};

/** The changes of an offer: absent stays, null is taken away. */
export type OfferChange = {
  name?: string | null | undefined;
  /** RFC 3339. */
  expireTime?: string | null | undefined;
  /** RFC 3339. */
  endTime?: string | null | undefined;
  /** The fields of `info` that are others now. */
  info?: JsonObject | undefined;
};

export type ProductSpec = ProductChange & {
  /** Our product's id: the same for every try. */
  key: string;
  productType: string | undefined;
  info: JsonObject;
  metaInfo: JsonObject;
};

/** The fields of a listing that the seller changes from outside; prices change at the marketplace. */
export type ProductChange = { name: string | undefined; fulfillmentUrl: string | undefined };

export type ProductRef = { externalId: string };
