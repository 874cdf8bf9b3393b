import {
  type AgreementSnapshot,
  type JsonObject,
  partnerOfField,
  traitsOf,
} from '../../marketplaces/index.ts';
import type { EntitlementInfo } from '../records.ts';

export type DeriveInput = {
  /** The accepted offer; undefined for an order of a public product without an offer. */
  offer:
    | {
        partner: string | undefined;
        offerType: string;
        productType?: string | undefined;
        endTime: string | undefined;
        info: JsonObject;
        metaInfo: JsonObject;
      }
    | undefined;
  agreement: AgreementSnapshot;
  product: { productType: string | undefined; info: JsonObject; metaInfo: JsonObject } | undefined;
  /**
   * The agreed days of the preceding terms, newest first. A term that starts on a day counted from one of these
   * agreed days keeps that agreed day.
   */
  agreedDays?: readonly string[];
  /** The marketplace of an order without an offer; if undefined, the agreement’s own records decide. */
  partner?: string | undefined;
};

/** Checks whether a field belongs to a single marketplace. */
export const isMarketplaceField = (field: string): boolean => partnerOfField(field) !== undefined;

/** Derives the marketplace of the agreement; undefined for a direct sale. */
export function partnerOf({ offer, agreement, partner }: DeriveInput): string | undefined {
  if (offer) return offer.partner;
  if (partner !== undefined) return partner;
  const owners = new Set(Object.keys(agreement.mirror).flatMap((field) => partnerOfField(field) ?? []));
  const [owner] = owners;
  return owners.size === 1 ? owner : undefined;
}

/** Keeps the fields that are set, without the records of other marketplaces (R43). */
export function ownFields(partner: string | undefined, record: JsonObject): JsonObject {
  const own = traitsOf(partner).fieldPrefix;
  return Object.fromEntries(
    Object.entries(record).filter(([field, value]) => {
      const prefix = traitsOf(partnerOfField(field)).fieldPrefix;
      return value !== undefined && value !== null && (prefix === undefined || prefix === own);
    }),
  );
}

/** Input of the amounts: the entitlement’s terms, and values that only the offer and the buyer define. */
export type Basis = {
  info: EntitlementInfo;
  /** Terms of the offer without a field in the entitlement’s info. */
  offerInfo: JsonObject;
  monthlyRate: boolean;
};
