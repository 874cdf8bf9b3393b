import {
  type AgreementSnapshot,
  type JsonObject,
  partnerOfField,
  traitsOf,
} from '../../marketplaces/index.ts';
import type { EntitlementInfo } from '../records.ts';

export type DeriveInput = {
  /** The accepted offer; none when a public product was ordered without one. */
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
  /** The days agreed on of the terms before it, the newest first: a term that begins on a day that is counted from one is too. */
  agreedDays?: readonly string[];
  /** Where the agreement was made, for an order without an offer; else the agreement's own records say so. */
  partner?: string | undefined;
};

/** Says whether a field belongs to one marketplace. */
export const isMarketplaceField = (field: string): boolean => partnerOfField(field) !== undefined;

/** Reads at which marketplace the agreement was made; none for a direct sale. */
export function partnerOf({ offer, agreement, partner }: DeriveInput): string | undefined {
  if (offer) return offer.partner;
  if (partner !== undefined) return partner;
  const owners = new Set(Object.keys(agreement.mirror).flatMap((field) => partnerOfField(field) ?? []));
  const [owner] = owners;
  return owners.size === 1 ? owner : undefined;
}

/** Leaves out the records of every marketplace but the partner's own (R43), and what is not set. */
export function ownFields(partner: string | undefined, record: JsonObject): JsonObject {
  const own = traitsOf(partner).fieldPrefix;
  return Object.fromEntries(
    Object.entries(record).filter(([field, value]) => {
      const prefix = traitsOf(partnerOfField(field)).fieldPrefix;
      return value !== undefined && value !== null && (prefix === undefined || prefix === own);
    }),
  );
}

/** The input of the figures: the entitlement's terms and what only the offer and the buyer say. */
export type Basis = {
  info: EntitlementInfo;
  /** Terms of the offer that the entitlement's info has no place for. */
  offerInfo: {
    mkAAgreementDuration?: unknown;
    mkAMachineLearningContractDuration?: unknown;
    mkCDuration?: unknown;
    commitAmount?: unknown;
  };
  monthlyRate: boolean;
};
