import { completeOfferFields, type JsonObject } from '../../marketplaces/index.ts';
import { isTime } from '../../platform/records/fields.ts';
import { normalizeCrmId } from '../../products/index.ts';
import { visibilityOf } from '../kind.ts';
import type { OfferInfo } from '../records.ts';
import type { Draft } from './draft.ts';
import { toUtc } from './times.ts';

/** Completes `info` for storage: visibility (R21), documented defaults (R6, R26), and times in UTC. */
export function completeInfo(draft: Draft): JsonObject {
  const { info, offerType } = draft;
  const { docusignEnvelopeIds } = info;
  return withoutUndefined({
    ...info,
    ...completeTimes(info),
    visibility: visibilityOf(offerType),
    docusignEnvelopeIds: docusignEnvelopeIds && withoutNulls(docusignEnvelopeIds),
    ...completeOfferFields(draft),
  });
}

const completeTimes = ({ startTime, commits, paymentInstallments }: OfferInfo) => ({
  startTime: startTime && toUtc(startTime),
  commits: commits?.map((commit) =>
    commit.termEndTime ? { ...commit, termEndTime: toUtc(commit.termEndTime) } : commit,
  ),
  paymentInstallments: paymentInstallments?.map((installment) =>
    installment.chargeOn ? { ...installment, chargeOn: toUtc(installment.chargeOn) } : installment,
  ),
});

/** Completes `metaInfo` for storage: `discount` is null if unset (R7, R23), and the CRM id is normalized (R31). */
export function completeMetaInfo({ metaInfo }: Draft): JsonObject {
  const { crmCOpportunityId, replacedOfferEndTime, testUsageMeteringEndTime } = metaInfo;
  const { buyerCommitQuantities, billBAppliedCreditLedgerEntries } = metaInfo;
  return withoutUndefined({
    ...metaInfo,
    discount: metaInfo.discount ?? null,
    crmCOpportunityId: crmCOpportunityId && normalizeCrmId(crmCOpportunityId),
    replacedOfferEndTime: replacedOfferEndTime && utcOrAsGiven(replacedOfferEndTime),
    testUsageMeteringEndTime: testUsageMeteringEndTime && toUtc(testUsageMeteringEndTime),
    buyerCommitQuantities: buyerCommitQuantities && withoutNulls(buyerCommitQuantities),
    billBAppliedCreditLedgerEntries:
      billBAppliedCreditLedgerEntries && withoutNulls(billBAppliedCreditLedgerEntries),
  });
}

/**
 * Formats a time in UTC. A value that is not a time, because it is refused or was stored by an earlier version, stays
 * unchanged.
 */
const utcOrAsGiven = (value: string): string => (isTime(value) ? toUtc(value) : value);

export function withoutUndefined(value: object): JsonObject {
  const set: JsonObject = {};
  for (const [name, item] of Object.entries(value)) if (item !== undefined) set[name] = item;
  return set;
}

/** Removes nulls from a map, in which a null means no entry (R8). */
const withoutNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
