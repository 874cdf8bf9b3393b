import type { JsonObject } from '../../marketplaces/index.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import type { WorkloadOffer } from '../records.ts';
import { checkAmounts } from './commits.ts';
import { completeInfo, completeMetaInfo, defined } from './defaults.ts';
import { type Check, type Draft, openDraft, type PrepareContext } from './draft.ts';
import { checkEula } from './eula.ts';
import { checkMarketplaceA } from './marketplace-a.ts';
import { checkMarketplaceB } from './marketplace-b.ts';
import { checkMarketplaceC } from './marketplace-c.ts';
import { checkMetaInfo } from './meta-info.ts';
import { callersPart } from './server-owned.ts';
import { checkTimes, toUtc } from './times.ts';

export { normalizeCrmId, type Owner } from '../../products/index.ts';
export { commitFindings } from './commits.ts';
export type { PrepareContext } from './draft.ts';
export { isContract, isPrivate, visibilityOf } from './kind.ts';
export { marketplaceMembers, owners, serverOwnedFields } from './server-owned.ts';
export { startsOnDate, toUtc } from './times.ts';

export type PreparedFields = {
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

/** An offer as it is to be stored, but for what the service adds: ids, times, status, authors. */
export type PreparedOffer = {
  fields: PreparedFields;
  info: JsonObject;
  metaInfo: JsonObject;
  warnings: string[];
};

const checks: readonly Check[] = [
  checkTimes,
  checkAmounts,
  checkEula,
  checkMarketplaceA,
  checkMarketplaceB,
  checkMarketplaceC,
  checkMetaInfo,
];

/**
 * Checks an offer that a caller wants to create and puts it in the form in which it is stored (R9, R21 to R23,
 * R25 to R28, R31, R32, R34). The body has its shape checked already and is not changed.
 * @throws AppError 400 invalid_request whose findings name every wrong field
 */
export function prepareOffer(body: WorkloadOffer, context: PrepareContext): PreparedOffer {
  const draft = openDraft(callersPart(body));
  const { findings, warnings } = examine(draft, context);
  if (findings.length > 0) throw invalid(findings);
  return {
    fields: fieldsOf(draft),
    info: completeInfo(draft),
    metaInfo: completeMetaInfo(draft),
    warnings,
  };
}

/** What `prepareOffer` would refuse and warn of, without throwing. */
export const offerFindings = (
  body: WorkloadOffer,
  context: PrepareContext,
): { findings: Finding[]; warnings: string[] } => examine(openDraft(callersPart(body)), context);

function examine(draft: Draft, context: PrepareContext): { findings: Finding[]; warnings: string[] } {
  const findings: Finding[] = [];
  const warnings: string[] = [];
  const report = {
    refuse: (pointer: string, message: string) => void findings.push({ pointer, message }),
    warn: (message: string) => void warnings.push(message),
  };
  for (const check of checks) check(draft, report, context);
  return { findings, warnings };
}

function fieldsOf({ offer, offerType }: Draft): PreparedFields {
  const { info: _info, metaInfo: _metaInfo, endTime, expireTime, ...fields } = offer;
  return defined({
    ...fields,
    offerType,
    endTime: endTime ? toUtc(endTime) : undefined,
    expireTime: expireTime ? toUtc(expireTime) : undefined,
  }) as PreparedFields;
}
