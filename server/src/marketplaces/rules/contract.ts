import type { BuyerRequestCapabilities } from '../capabilities.ts';
import type { MarketplaceForm } from '../forms/fields.ts';
import type { JsonObject, OfferSpec } from '../specifications.ts';

/**
 * Facts about a marketplace that apply even without an adapter, such as its field names. Slices depend on
 * traits, never on a particular partner. `Capabilities` describes what an adapter supports.
 */
export type PartnerTraits = {
  /** Prefix of the names of the marketplace's own fields. */
  fieldPrefix: string;
  /** Record and field of a buyer's info that contain the buyer's account id at the marketplace. */
  buyerAccount?: readonly [record: string, field: string];
  /** The query parameter that filters buyers by their account at the marketplace. */
  accountParameter?: 'mkAAccountId';
  /**
   * The field of metaInfo that contains the buyer's billing account, if agreements have a billing account.
   */
  billingAccountField?: 'mkBBillingAccountID' | 'mkCBillingAccountID';
  /**
   * The record to which a private offer refers to change an agreement: the agreement, the accepted offer that
   * it upgrades, or the offer that it replaces.
   */
  amendsBy?: 'agreement' | 'upgrade' | 'replacement';
  /** How the seller answers changes that buyers request; absent if changes need no answer. */
  buyerRequests?: BuyerRequestCapabilities;
  /**
   * The form field or query parameter with the token of a purchase; absent if the marketplace does not pass a token.
   */
  purchaseTokenParameter?: string;
  /** True if publishing a copy of an offer withdraws the original (R29). */
  cancelsSource?: true;
  /** The field of info with the buyer's accounts, if an offer can name several accounts. */
  buyerAccountsField?: 'buyerMkAAccountIds';
  /** The field of info with the id of an offer's set, if the marketplace has offer sets (R27). */
  offerSetField?: 'mkAOfferSetId';
  /** True if resellers sell in their own offers under the vendor's authorization (R27). */
  hasResale?: true;
  /** True if the rate of a commit is a monthly amount (R42). */
  monthlyRates?: true;
  /** True if private offers list the countries in which the offers can be accepted (R27). */
  namesCountries?: true;
  /** True if terms contain the fractions of units that are not reported yet (R44). */
  showsFractions?: true;
  /** True if private offers of contract products start on their stated date (R22). */
  startsOnDate?: true;
  /** True if the partner is in the enum of the published usage record. */
  usagePartner?: true;
};

/** Receives the findings of checks. */
export type Report = {
  /** Rejects the request. `pointer` is a JSON pointer into the body. */
  refuse(pointer: string, message: string): void;
  /** Rejects the request, unless the stored offer has the same value; in that case adds a warning. */
  refuseUnlessKept(pointer: string, message: string): void;
  /** Adds a warning for the seller; the value is kept or corrected. */
  warn(message: string): void;
  /** Adds a warning that validation reports as an error and strict handling rejects. */
  question(pointer: string, message: string): void;
};

/** An offer to be checked. Its types were checked before; each marketplace declares the fields that it reads. */
export type OfferDraft<Info = JsonObject, MetaInfo = JsonObject> = {
  /** The offer, with times derived from its dates. */
  offer: {
    name?: string | undefined;
    expireTime?: string | null | undefined;
    endTime?: string | null | undefined;
  };
  /** Names of the derived times. */
  derived: readonly ('expireTime' | 'endTime')[];
  info: Info;
  metaInfo: MetaInfo;
  offerType: string;
  isPrivate: boolean;
};

/** The circumstances of a check. */
export type CheckContext = {
  /** True if the offer is on the marketplace of the rules; false if it only has fields of this marketplace. */
  isHere: boolean;
  /** Current time of the organization's clock. */
  now: Date;
};

/**
 * The reason why a marketplace would reject an offer: the marketplace's code, the field, and the remedy. The sandbox
 * accepts an offer without a missing value, with a warning.
 */
export type OfferRefusal = { code: string; pointer: string; readable: string; isMissing?: true };

/** A value that the sandbox uses if an offer does not have the value. */
export type Filling = {
  /** What the sandbox does, as a predicate. */
  words: string;
  fill?(spec: OfferSpec, now: Date): Partial<OfferSpec>;
};

/** A rule that the marketplace publishes for offers. */
export type OfferRule = OfferRefusal & { isViolated(spec: OfferSpec, now: Date): boolean };

/** A limit that the marketplace publishes for offers. */
export type OfferLimit = OfferRefusal & { isExceeded(spec: OfferSpec): boolean };

/** Days on which a private offer starts, ends and expires (R25). */
export type OfferDays = {
  /** JSON pointer of the record with the days. */
  pointer: string;
  acceptBy?: string | undefined;
  end?: string | undefined;
  /** RFC 3339; undefined if the offer starts at acceptance. */
  start?: string | undefined;
};

/** A field of info with the length of an agreement: an ISO 8601 duration, or a number of months. */
export type LengthField = {
  field: string;
  unit: 'ISO_8601' | 'MONTH';
  /** True if documents and mails omit the length. */
  isInternal?: true;
};

/** A reference to the offer or agreement on which an offer is based, and the field with the reference. */
export type Reference = { pointer: string; name: string };

/** Parts of an offer that contain references. */
export type ReferringOffer<Info = JsonObject, MetaInfo = JsonObject> = { info: Info; metaInfo: MetaInfo };

/** Fields by the part of the record that contains them. */
export type FieldsByPart = { info?: readonly string[]; metaInfo?: readonly string[] };

/**
 * The rules of one marketplace. Rules read plain records and return plain findings. A rule also applies to offers
 * on other marketplaces that have fields of this marketplace, unless it depends on `isHere`.
 */
export type MarketplaceRules = {
  traits: PartnerTraits;
  /** Traits of regional marketplaces with their own partner codes. */
  regionalTraits?: Readonly<Record<string, PartnerTraits>>;
  form: MarketplaceForm;

  /** Checks that apply to drafts, creation and changes of an offer. */
  checkDraft?(draft: OfferDraft, report: Report): void;
  /** Checks that apply to creation and changes of an offer, after `checkDraft`. */
  checkOffer?(draft: OfferDraft, report: Report, context: CheckContext): void;
  /**
   * Finds the reasons why the marketplace would reject a private offer, without a call. The sandbox and the adapter
   * apply the same rules. Absent if no rules are known.
   */
  judge?(spec: OfferSpec, now: Date): readonly OfferRefusal[];
  /** The values that the sandbox uses for missing fields of offers on the marketplace, by JSON pointer. */
  fillings?: Readonly<Record<string, Filling>>;
  /** Completes the marketplace's fields of info for storage. */
  completeInfo?(draft: OfferDraft, isHere: boolean): JsonObject;

  /** Reads the days of a private offer on this marketplace. */
  daysIn?(info: JsonObject): OfferDays | undefined;
  /** Returns an offer with another deadline, if info contains a deadline too. */
  withDeadline?(spec: OfferSpec, expireTime: string): OfferSpec;
  lengthFields?: readonly LengthField[];
  /** Fields of info that count as a price because their records have their own price formats. */
  pricedFields?: readonly string[];
  /** Returns whether info has a price before discount. */
  hasListPrice?(info: JsonObject): boolean;
  /** Reads the license agreements in the marketplace's records. */
  agreementDocuments?(info: JsonObject): readonly unknown[];
  /** Finds the features of an offer that its product does not have; `field` is the field of info with the features. */
  features?: { field: string; missing(offerInfo: JsonObject, productInfo: JsonObject): string[] };

  /**
   * Fields that reference the offers and agreements on which an offer is based. The marketplace receives these
   * fields only at the creation of the offer.
   */
  relations?: readonly (readonly ['info' | 'metaInfo', string])[];
  /** Reads the reference to the record that an offer amends, as in the trait `amendsBy`. */
  amendment?(offer: ReferringOffer, where: { isHere: boolean; isPrivate: boolean }): Reference | undefined;
  /** Reads the references to the authorization of a resale offer; the first reference takes precedence. */
  authorization?(offer: ReferringOffer): readonly Reference[];

  /** Records in info that describe an offer which exists at the marketplace; a copy does not get the records. */
  offerRecords?: readonly string[];
  /** Reads the resource name of an offer from its info. */
  resourceName?(info: JsonObject): string | undefined;
  /** Fields of the seller's own links and notes, which an approval does not cover. */
  notes?: FieldsByPart;
  /** Fields of info whose texts are searched. */
  searchedTexts?: readonly string[];
  /** Fields of info with the machine images of a plan, by which revenue is matched (R63). */
  machineImageFields?: readonly string[];

  /** Records of a product: the seller sets them until the product is listed, the marketplace afterwards (R9). */
  productRecords?: readonly string[];
  /** Fields of a product's info that only the service sets. */
  serverProductFields?: readonly string[];

  /** Fields of an entitlement's info that come from the offer: the entitlement's field, and the offer's field. */
  entitlementFields?: Readonly<Record<string, string>>;
  /** As `entitlementFields`, for fields that come from the offer only if the marketplace reports no terms. */
  entitlementTerms?: Readonly<Record<string, string>>;
  /** Reads the accounts that resell a record; values other than texts are ignored. */
  resellerAccounts?(info: JsonObject, metaInfo: JsonObject): readonly unknown[];
};
