import { requireMayChangeSale } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { withIgnored } from '../../platform/http/ignored.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { mergePatch } from '../../platform/records/merge.ts';
import { agreementAddresses, modifiedBy, normalizeCrmId } from '../../products/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { changeEntitlement, requireState } from '../change/index.ts';
import { fieldsFromOffer } from '../derive/index.ts';
import { requireCurrentEntitlement } from '../terms/index.ts';

const maximumNote = 1000;

/**
 * The fields of an entitlement's metaInfo that are the service's: where it came from, and what a reconciliation reads.
 */
const serviceOwned = ['createdByEmail', 'createdBySource', 'mkBBillingAccountID', 'mkCBillingAccountID'];

const isCallers = (field: string): boolean =>
  fieldsFromOffer[field as keyof WorkloadMetaInfo] === true && !serviceOwned.includes(field);

/** Fields that are not a caller's to change: the service's, and those that only offers and products have (R9). */
export const ignoredMetaInfo: readonly string[] = Object.keys(fieldsFromOffer).filter(
  (field) => !isCallers(field),
);

/**
 * The metaInfo after a caller's changes (R8, R31, R34).
 * @throws 400 that names the field
 */
export function patchMetaInfo(stored: WorkloadMetaInfo, patch: WorkloadMetaInfo): WorkloadMetaInfo {
  const given: WorkloadMetaInfo = { ...patch };
  if (given.crmCOpportunityId) given.crmCOpportunityId = normalizeCrmId(given.crmCOpportunityId);
  if (given.testUsageMeteringEndTime)
    given.testUsageMeteringEndTime = new Date(
      millisecondsOf(given.testUsageMeteringEndTime) as number,
    ).toISOString();
  // An entry that is lost would be applied a second time (R33).
  if (given.billBAppliedCreditLedgerEntries)
    given.billBAppliedCreditLedgerEntries = Object.fromEntries(
      Object.entries(given.billBAppliedCreditLedgerEntries).filter(([, amount]) => amount !== null),
    );
  const merged = mergePatch(stored, given) as WorkloadMetaInfo;
  const findings: Finding[] = [];
  // Characters, not the halves that long ones are stored in.
  if (Array.from(given.internalNote ?? '').length > maximumNote)
    findings.push({ pointer: '/internalNote', message: `must have at most ${maximumNote} characters` });
  if (merged.enableTestUsageMetering && !merged.testUsageMeteringEndTime)
    findings.push({
      pointer: '/testUsageMeteringEndTime',
      message: 'is required when enableTestUsageMetering is true',
    });
  if (findings.length > 0) throw invalid(findings);
  return merged;
}

/** Test usage is billed to the buyer. */
const moreTestUsage = (before: WorkloadMetaInfo, after: WorkloadMetaInfo): boolean =>
  after.enableTestUsageMetering === true &&
  (before.enableTestUsageMetering !== true ||
    before.testUsageMeteringEndTime !== after.testUsageMeteringEndTime);

export async function changeMetaInfo(
  scope: OrgTransaction,
  entitlementId: string,
  patch: WorkloadMetaInfo,
  unknownFields: readonly string[],
): Promise<Answer> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireState(entitlement, 'changeMetaInfo');
  const stored = JSON.parse(entitlement.meta_info) as WorkloadMetaInfo;
  const given = agreementAddresses.unmask(patch, stored);
  const masked = agreementAddresses.findings(given);
  if (masked.length > 0) throw invalid(masked);
  const metaInfo = patchMetaInfo(stored, given);
  if (moreTestUsage(stored, metaInfo)) await requireMayChangeSale(scope, 'A time of test usage');
  const warnings = withIgnored(stored.warningMessages, unknownFields);
  const row = await changeEntitlement(scope, entitlement, 'UPDATE', {
    metaInfo: {
      ...metaInfo,
      ...(warnings.length > 0 ? { warningMessages: warnings } : {}),
      lastModifiedBy: modifiedBy(scope),
    },
  });
  return { body: new RawJson(agreementAddresses.mask(row.meta_info)) };
}
