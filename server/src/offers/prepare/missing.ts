import {
  authorizationsOf,
  fillMissing,
  isMarketplace,
  type JsonObject,
  judgeOffer,
  missingWords,
  type OfferRefusal,
  type OfferSpec,
  resaleTypes,
} from '../../marketplaces/index.ts';
import { isPrivate } from '../kind.ts';
import type { PrepareContext } from './draft.ts';
import { amendments } from './relations.ts';

/** Returns whether an offer is rejected for a reason. */
export const isRefused = (isFilled: boolean, { isMissing }: OfferRefusal): boolean =>
  !(isFilled && isMissing);

type Submitted = {
  fields: {
    name?: string;
    partner?: string;
    productID?: string;
    buyerID?: string;
    offerType: string;
    expireTime?: string;
    endTime?: string;
  };
  info: JsonObject;
  metaInfo: JsonObject;
};

/** What the sandbox fills. */
export type Filled = {
  /** Warnings about the missing values that the sandbox fills. */
  fillings: string[];
  /** The expiry of the offer's copy at the sandbox. */
  sandboxExpiry?: string;
};

/**
 * Describes the values that a private offer does not have, that its marketplace requires, and that the sandbox fills. A
 * new offer gets the expiry of its copy at the sandbox.
 */
export function fillIn(offer: Submitted, { isFilled, now }: PrepareContext): Filled {
  const { partner, offerType } = offer.fields;
  if (!isFilled || !isMarketplace(partner) || !isPrivate(offerType)) return { fillings: [] };
  const spec = submittedSpec(offer);
  const missing = judgeOffer(partner, spec, now).filter(({ isMissing }) => isMissing);
  const { expireTime } = fillMissing(partner, spec, missing, now);
  return {
    fillings: missing.map((refusal) => missingWords(partner, refusal)),
    ...(expireTime ? { sandboxExpiry: expireTime } : {}),
  };
}

/** Specifies an offer without reading the records that it names, which are assumed to be at the marketplace. */
function submittedSpec({ fields, info, metaInfo }: Submitted): OfferSpec {
  const { partner, offerType, productID, buyerID } = fields;
  return {
    key: '',
    name: fields.name,
    offerType,
    productId: productID,
    externalProductId: productID,
    externalBuyerId: buyerID,
    buyerName: buyerID,
    expireTime: fields.expireTime,
    endTime: fields.endTime,
    info,
    metaInfo,
    basedOn: basisOf(amendments({ partner, offerType, info, metaInfo })[0], { offerType, info, metaInfo }),
  };
}

type Basis = { offerType: string; info: JsonObject; metaInfo: JsonObject };

function basisOf(
  amendment: ReturnType<typeof amendments>[number] | undefined,
  offer: Basis,
): OfferSpec['basedOn'] {
  const [authorization] = offer.offerType === resaleTypes.resold ? authorizationsOf(offer) : [];
  const resold = authorization && { authorizationId: authorization.name };
  if (!amendment) return resold;
  return amendment.by === 'agreement'
    ? { agreementId: amendment.name, ...resold }
    : { offerId: amendment.name };
}
