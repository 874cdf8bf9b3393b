import type { JsonObject } from '../specifications.ts';
import { allRules, everyMarketplaces } from './table.ts';

/** Records of a product: the seller sets them until the product is listed, the marketplace afterwards (R9). */
export const productRecords = everyMarketplaces((own) => own.productRecords);

/** Fields of a product's info that only the service sets. */
export const serverProductFields = everyMarketplaces((own) => own.serverProductFields);

/** Fields of metaInfo with the buyer's billing account. */
export const billingAccountFields = everyMarketplaces(
  ({ traits: { billingAccountField } }) => billingAccountField && [billingAccountField],
);

const together = (tables: readonly (Readonly<Record<string, string>> | undefined)[]) =>
  Object.entries(Object.assign({}, ...tables) as Readonly<Record<string, string>>);

const settings = together(allRules.map(([, own]) => own.entitlementFields));
const terms = together(allRules.map(([, own]) => own.entitlementTerms));

const renamed = (fields: typeof settings, info: JsonObject): JsonObject =>
  Object.fromEntries(fields.map(([field, from]) => [field, info[from]]));

/** Fields of an entitlement's info that come from its offer. */
export const entitlementFields: readonly string[] = settings.map(([field]) => field);

/** Takes an entitlement's fields from the info of its offer. */
export const entitlementFieldsIn = (info: JsonObject): JsonObject => renamed(settings, info);

/** Takes the terms from the info of the offer, for a marketplace that reports no terms. */
export const entitlementTermsIn = (info: JsonObject): JsonObject => renamed(terms, info);

/**
 * Lists the marketplace accounts that resell a record: authorized resellers, the reseller that made the accepted
 * offer, the partners of a multiparty offer, and the reseller of a private offer plan.
 */
export const resellerAccountsOf = (info: object, metaInfo: object = {}): string[] => [
  ...new Set(
    everyMarketplaces((own) => own.resellerAccounts?.(info as JsonObject, metaInfo as JsonObject)).filter(
      (id): id is string => typeof id === 'string' && id !== '',
    ),
  ),
];
