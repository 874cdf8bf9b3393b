import { isMarketplace, type MarketplacePartner } from '../partners.ts';
import type { JsonObject, OfferSpec } from '../specifications.ts';
import type {
  OfferDays,
  OfferDraft,
  OfferRefusal,
  PartnerTraits,
  Reference,
  ReferringOffer,
  Report,
} from './contract.ts';
import { allRules, everyMarketplaces, rules } from './table.ts';

type PartnerName = string | null | undefined;

/** Applies the checks of every marketplace that a draft of an offer must pass. */
export function checkDraftFields(draft: OfferDraft, report: Report): void {
  for (const [, own] of allRules) own.checkDraft?.(draft, report);
}

/** Applies the checks of every marketplace to an offer: fields of other marketplaces must also be valid. */
export function checkOfferFields(
  draft: OfferDraft & { partner: PartnerName },
  report: Report,
  { now }: { now: Date },
): void {
  for (const [partner, own] of allRules) {
    own.checkDraft?.(draft, report);
    own.checkOffer?.(draft, report, { isHere: draft.partner === partner, now });
  }
}

/** Completes the fields of every marketplace in info for storage; undefined values are to be omitted. */
export const completeOfferFields = (draft: OfferDraft & { partner: PartnerName }): JsonObject =>
  Object.assign(
    {},
    ...allRules.map(([partner, own]) => own.completeInfo?.(draft, draft.partner === partner)),
  );

/** Finds the reasons why a marketplace would reject a private offer, without a call. */
export const judgeOffer = (partner: PartnerName, spec: OfferSpec, now: Date): readonly OfferRefusal[] =>
  isMarketplace(partner) ? (rules[partner].judge?.(spec, now) ?? []) : [];

/** Reads the days of a private offer on a marketplace whose offers start, end and expire on days (R25). */
export const daysOfOffer = (partner: PartnerName, info: JsonObject): OfferDays | undefined =>
  allRules.find(([name]) => name === partner)?.[1].daysIn?.(info);

/** Returns an offer with another deadline. */
export const withDeadline = (partner: string, spec: OfferSpec, expireTime: string): OfferSpec =>
  allRules.find(([name]) => name === partner)?.[1].withDeadline?.(spec, expireTime) ?? {
    ...spec,
    expireTime,
  };

const lengthFields = everyMarketplaces(({ lengthFields }) => lengthFields);

const firstMonths = (info: JsonObject, fields: typeof lengthFields): number | undefined =>
  fields
    .filter(({ unit }) => unit === 'MONTH')
    .map(({ field }) => info[field])
    .find((value): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0);

/** The length of an agreement as an offer states it; a duration takes precedence. */
export type StatedLength = {
  /** ISO 8601, not validated. */
  duration: string | undefined;
  months: number | undefined;
};

/** Reads the length of an agreement in the fields of the marketplaces. */
export const statedLength = (info: JsonObject): StatedLength => ({
  duration: lengthFields
    .filter(({ unit }) => unit === 'ISO_8601')
    .map(({ field }) => info[field])
    .find((value): value is string => typeof value === 'string' && value !== ''),
  months: firstMonths(info, lengthFields),
});

const shownLengthFields = lengthFields.filter(({ isInternal }) => !isInternal);

/** Reads the length of an agreement for documents and mails; months take precedence. */
export const shownLength = (info: JsonObject): StatedLength => ({
  ...statedLength(info),
  months: firstMonths(info, shownLengthFields),
});

/** Fields of info that count as a price because their records have their own price formats. */
export const pricedFields = everyMarketplaces((own) => own.pricedFields);

/** Returns whether a marketplace's record has a price before discount. */
export const hasListPrice = (info: JsonObject): boolean =>
  allRules.some(([, own]) => own.hasListPrice?.(info) === true);

/** Reads the license agreements in the marketplaces' records. */
export const agreementDocuments = (info: JsonObject): readonly unknown[] =>
  everyMarketplaces((own) => own.agreementDocuments?.(info));

/** Fields of info that contain features of the product. */
export const featureFields = everyMarketplaces(({ features }) => features && [features.field]);

/** Features of an offer that its product does not have, and the field of info with the features. */
export type MissingFeatures = { field: string; names: string[] };

/** Finds the features of an offer that its product does not have (R26). */
export const missingFeatures = (offerInfo: JsonObject, productInfo: JsonObject): readonly MissingFeatures[] =>
  everyMarketplaces(
    ({ features }) =>
      features && [{ field: features.field, names: features.missing(offerInfo, productInfo) }],
  ).filter(({ names }) => names.length > 0);

/** Fields that reference the offers and agreements on which an offer is based. */
export const relations = everyMarketplaces((own) => own.relations);

/** A reference to a record that an offer amends. */
export type Amendment = Reference & {
  partner: MarketplacePartner;
  by: NonNullable<PartnerTraits['amendsBy']>;
};

/** Reads the references to the agreements and offers that an offer amends. */
export const amendmentsOf = (
  partner: PartnerName,
  isPrivate: boolean,
  offer: ReferringOffer,
): readonly Amendment[] =>
  allRules.flatMap(([name, own]) => {
    const found = own.amendment?.(offer, { isHere: partner === name, isPrivate });
    return found && own.traits.amendsBy ? [{ ...found, partner: name, by: own.traits.amendsBy }] : [];
  });

/** Reads the references to the authorization of a resale offer; the first reference takes precedence. */
export const authorizationsOf = (offer: ReferringOffer): readonly Reference[] =>
  everyMarketplaces((own) => own.authorization?.(offer));

/** Records in info that describe an offer which exists at the marketplace. */
export const offerRecords = everyMarketplaces((own) => own.offerRecords);

/** Reads the resource name of an offer in the marketplace's record. */
export const resourceNameOf = (info: JsonObject): string | undefined =>
  everyMarketplaces((own) => own.resourceName && [own.resourceName(info)]).find((name) => name !== undefined);

/** Fields of the seller's own links and notes, which an approval does not cover. */
export const noteFields = {
  info: everyMarketplaces(({ notes }) => notes?.info),
  metaInfo: everyMarketplaces(({ notes }) => notes?.metaInfo),
};

/** Fields of info whose texts are searched. */
export const searchedTexts = everyMarketplaces((own) => own.searchedTexts);

/** Fields of info with the machine images of a plan, by which revenue is matched (R63). */
export const machineImageFields = everyMarketplaces((own) => own.machineImageFields);

const { buyerAccountsField, offerSetField } = Object.assign(
  {},
  ...allRules.map(([, { traits }]) => traits),
) as Required<PartnerTraits>;

/** Fields of info that only one marketplace has: the buyer's accounts, and the id of an offer's set (R27). */
export { buyerAccountsField, offerSetField };
