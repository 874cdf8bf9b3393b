import { isDeepStrictEqual } from 'node:util';
import { checkDraftFields, checkOfferFields, type JsonObject } from '../../marketplaces/index.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { ignoredWarnings } from '../../platform/http/ignored.ts';
import type { ProductRow } from '../../products/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { checkAmounts, checkBillingChoices } from './commits.ts';
import { completeInfo, completeMetaInfo, withoutUndefined } from './defaults.ts';
import { checkDiscounts } from './discounts.ts';
import { type Check, type Draft, openDraft, type PrepareContext, valueAt } from './draft.ts';
import { checkEula, checkMaskedAddresses } from './eula.ts';
import { type Filled, fillIn } from './missing.ts';
import { asWarning, checkCoins, checkPrice, namesPrice } from './price.ts';
import { callersPart } from './server-owned.ts';
import { checkLengths, checkMetaInfo, checkNote } from './terms.ts';
import { checkTimes, toUtc } from './times.ts';

type PreparedFields = {
  name?: string;
  partner?: string;
  partnerID?: string;
  service?: string;
  productID?: string;
  productType?: string;
  buyerID?: string;
  contactIds?: string[];
  offerType: string;
  pricingType?: string;
  channelType?: string;
  /** RFC 3339 with milliseconds, UTC. */
  endTime?: string;
  /** RFC 3339 with milliseconds, UTC. */
  expireTime?: string;
};

/** An offer ready to store, without fields that the service adds: ids, times, status and authors. */
export type PreparedOffer = {
  fields: PreparedFields;
  info: JsonObject;
  metaInfo: JsonObject;
  warnings: string[];
} & Filled;

const checks: readonly Check[] = [
  checkTimes,
  checkAmounts,
  checkBillingChoices,
  checkCoins,
  checkLengths,
  checkDiscounts,
  checkEula,
  checkMaskedAddresses,
  checkOfferFields,
  checkNote,
  checkMetaInfo,
  checkPrice,
];

/** Checks of a draft. A draft may be incomplete but must be storable (R25, R32). */
const draftChecks: readonly Check[] = [checkDraftFields, checkNote, checkMaskedAddresses];

/**
 * Checks an offer that a caller wants to create, and converts it to its stored form (R9, R21 to R23, R25 to R28, R31,
 * R32, R34). The types of the body were checked before; the body is not modified.
 * @throws AppError 400 invalid_request with every finding
 */
export const prepareOffer = (body: WorkloadOffer, context: PrepareContext): PreparedOffer =>
  requireValid(inspectOffer(body, context));

/**
 * Prepares a draft, which is stored as sent.
 * @throws AppError 400 invalid_request
 */
export const prepareDraft = (body: WorkloadOffer, context: PrepareContext): PreparedOffer =>
  requireValid(inspectOffer(body, context, draftChecks));

function requireValid({ findings, questions: _, ...prepared }: InspectedOffer): PreparedOffer {
  if (findings.length > 0) throw invalid(findings);
  return prepared;
}

/** `questions` are warnings that validation reports as errors. */
export type InspectedOffer = PreparedOffer & { findings: Finding[]; questions: Finding[] };

/** Prepares an offer like prepareOffer, but returns findings instead of throwing them. */
export function inspectOffer(
  body: WorkloadOffer,
  context: PrepareContext,
  which: readonly Check[] = checks,
): InspectedOffer {
  const draft = openDraft(callersPart(body));
  const offer = { fields: fieldsOf(draft), info: completeInfo(draft), metaInfo: completeMetaInfo(draft) };
  return {
    ...examine(draft, context, which),
    ...offer,
    ...(which === checks ? fillIn(offer, context) : { fillings: [] }),
  };
}

/**
 * Finds invalid fields in a change of an offer. Earlier findings about unchanged values, such as a start that
 * has passed since, do not prevent other changes.
 */
export function changeFindings(
  stored: WorkloadOffer,
  changed: InspectedOffer,
  changedBody: WorkloadOffer,
  context: PrepareContext,
): Finding[] {
  const known = new Set(inspectOffer(stored, { ...context, stored }).findings.map(keyOf));
  const same = (finding: Finding) =>
    known.has(keyOf(finding)) &&
    isDeepStrictEqual(valueAt(stored, finding.pointer), valueAt(changedBody, finding.pointer));
  return changed.findings.filter((finding) => !same(finding));
}

const keyOf = ({ pointer, message }: Finding): string => JSON.stringify([pointer, message]);

function examine(
  draft: Draft,
  context: PrepareContext,
  which: readonly Check[],
): Pick<InspectedOffer, 'findings' | 'questions' | 'warnings'> {
  const findings: Finding[] = [];
  const questions: Finding[] = [];
  const warnings = ignoredWarnings(context.unknownFields ?? []);
  const refuse = (pointer: string, message: string) => void findings.push({ pointer, message });
  const warn = (message: string) => void warnings.push(message);
  const isKept = (pointer: string) =>
    context.stored !== undefined &&
    isDeepStrictEqual(valueAt(context.stored, pointer), valueAt(draft.offer, pointer));
  const refuseUnlessKept = (pointer: string, message: string) =>
    isKept(pointer) ? warn(`${pointer} is kept, but ${message}.`) : refuse(pointer, message);
  const question = (pointer: string, message: string) => {
    if (context.strict) return refuse(pointer, message);
    questions.push({ pointer, message });
    warn(asWarning({ pointer, message }));
  };
  const report = { refuse, refuseUnlessKept, warn, question };
  for (const check of which) check(draft, report, context);
  return { findings, questions, warnings };
}

function fieldsOf({ offer, offerType }: Draft): PreparedFields {
  const { info: _info, metaInfo: _metaInfo, endTime, expireTime, ...fields } = offer;
  return withoutUndefined({
    ...fields,
    offerType,
    endTime: endTime ? toUtc(endTime) : undefined,
    expireTime: expireTime ? toUtc(expireTime) : undefined,
  }) as PreparedFields;
}

/**
 * Id of the product that must be read before an offer is checked: its type decides whether the offer can start on a
 * date (R22), and its prices apply to an offer without prices.
 */
export const productAsked = (offer: WorkloadOffer): string | undefined => {
  const { productID, productType, info } = offer;
  return (info?.startTime && !productType) || !namesPrice(offer) ? productID || undefined : undefined;
};

/** Product facts that the checks of an offer need. */
export const productContext = (
  offer: WorkloadOffer,
  product: Pick<ProductRow, 'product_type' | 'info'> | undefined,
): Pick<PrepareContext, 'productType' | 'product'> => ({
  productType: offer.productType || (product?.product_type ?? undefined),
  product: product && JSON.parse(product.info),
});
