import { billingAccountFields } from '../marketplaces/index.ts';
import { requireMayChangeSale } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { withIgnored } from '../platform/http/ignored.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { type Answer, RawJson, route } from '../platform/http/route.ts';
import { millisecondsOf } from '../platform/records/fields.ts';
import { mergePatch } from '../platform/records/merge.ts';
import { agreementAddresses, modifiedBy, normalizeCrmId } from '../products/index.ts';
import { WorkloadMetaInfo } from '../products/records/index.ts';
import { changeEntitlement } from './change.ts';
import { fieldsFromOffer } from './derive/index.ts';
import { requireState } from './preconditions.ts';
import { approvalErrors, changes, stateErrors } from './response.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

/** The metaInfo fields that the service writes: origin of the entitlement, and input of reconciliations. */
const serviceOwned: readonly string[] = ['createdByEmail', 'createdBySource', ...billingAccountFields];

const isCallers = (field: string): boolean =>
  fieldsFromOffer[field as keyof WorkloadMetaInfo] === true && !serviceOwned.includes(field);

/**
 * The fields that callers cannot change: the fields of the service, and fields that only offers and products
 * have (R9).
 */
const ignoredMetaInfo: readonly string[] = Object.keys(fieldsFromOffer).filter((field) => !isCallers(field));

export const changeMetaInfoRoute = route({
  ...changes,
  method: 'PATCH',
  path: '/org/{orgId}/entitlement/{entitlementId}/metaInfo',
  operationId: 'updateEntitlementMetaInfo',
  condition: {
    of: '/org/{orgId}/entitlement/{entitlementId}',
    lock: lockRows(['entitlement', 'entitlementId']),
  },
  summary: 'Change links, notes and data of an entitlement',
  description:
    'Absent fields are unchanged. Maps merge by key, and a null removes its key; arrays are replaced. The service’s own ' +
    'fields and the fields of offers and products are ignored. The list of applied credit cannot be changed.',
  body: WorkloadMetaInfo,
  serverSetFields: ignoredMetaInfo,
  example: {
    crmBDealId: '12345',
    internalNote: 'Renewal is agreed on',
    customMetaInfo: { region: 'north' },
  },
  response: WorkloadMetaInfo,
  responseDescription: 'The metaInfo after the change',
  errors: [...stateErrors, ...approvalErrors],
  run: {
    kind: 'transaction',
    handle: (scope, { params, body, unknownFields }) =>
      changeMetaInfo(scope, params.entitlementId, body, unknownFields),
  },
});

async function changeMetaInfo(
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

const maximumNote = 1000;

/**
 * Applies a caller’s changes to metaInfo (R8, R31, R34).
 * @throws 400 that names the field
 */
function patchMetaInfo(stored: WorkloadMetaInfo, patch: WorkloadMetaInfo): WorkloadMetaInfo {
  const given: WorkloadMetaInfo = { ...patch };
  if (given.crmCOpportunityId) given.crmCOpportunityId = normalizeCrmId(given.crmCOpportunityId);
  if (given.testUsageMeteringEndTime)
    given.testUsageMeteringEndTime = new Date(
      millisecondsOf(given.testUsageMeteringEndTime) as number,
    ).toISOString();
  // Entries must be kept, because a removed entry would be applied a second time (R33).
  if (given.billBAppliedCreditLedgerEntries)
    given.billBAppliedCreditLedgerEntries = Object.fromEntries(
      Object.entries(given.billBAppliedCreditLedgerEntries).filter(([, amount]) => amount !== null),
    );
  const merged = mergePatch(stored, given) as WorkloadMetaInfo;
  const findings: Finding[] = [];
  // Counts characters, not UTF-16 code units.
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

/** Test usage is billed to the buyer, so enabling it may need an approval. */
const moreTestUsage = (before: WorkloadMetaInfo, after: WorkloadMetaInfo): boolean =>
  after.enableTestUsageMetering === true &&
  (before.enableTestUsageMetering !== true ||
    before.testUsageMeteringEndTime !== after.testUsageMeteringEndTime);
