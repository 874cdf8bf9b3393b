import type { JsonObject } from '../marketplaces/index.ts';
import { billingFindings, findOffer, requireMayChangeSale } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import { mergePatch } from '../platform/records/merge.ts';
import { modifiedBy } from '../products/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import type { EntitlementPages } from './page-links.ts';
import { requireState } from './preconditions.ts';
import { UpdateEntitlementBillingParams } from './records.ts';
import { approvalErrors, changes, stateErrors } from './response.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

export const changeBillingRoute = ({ pages }: { pages: EntitlementPages }) =>
  route({
    ...changes,
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/billing',
    operationId: 'updateEntitlementBilling',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Set how an entitlement is billed',
    description:
      'These settings override the settings of the offer and are returned in info. A null restores the offer’s value; ' +
      'absent fields are unchanged.',
    body: UpdateEntitlementBillingParams,
    example: { netTermsInDays: 45, taxIds: ['DE123456789'], gracePeriodInDays: null },
    errors: [...stateErrors, ...approvalErrors],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body } = request;
        return pages.answerChange(scope, request, await changeBilling(scope, params.entitlementId, body));
      },
    },
  });

/** The billing settings of an entitlement. `alertDaysBeforeEnd` has no counterpart on offers. */
const settings = [
  'alertDaysBeforeEnd',
  'gracePeriodInDays',
  'netTermsInDays',
  'proratedBilling',
  'taxIds',
  'trialConfig',
] as const;

/**
 * Settings that determine the amounts and dates of payments, so that a change may require an approval. A reset
 * to the offer’s value never requires an approval.
 */
const terms = ['gracePeriodInDays', 'netTermsInDays', 'proratedBilling', 'trialConfig'] as const;

/**
 * Computes the effective settings: the settings of the entitlement override the settings of the offer (R41).
 * @returns the values, and the names of unset settings
 */
function effectiveSettings(
  names: readonly string[],
  offered: JsonObject,
  overrides: JsonObject,
): { set: JsonObject; unset: string[] } {
  const settings = names.map((name) => [name, overrides[name] ?? offered[name] ?? undefined] as const);
  return {
    set: Object.fromEntries(settings.filter(([, value]) => value !== undefined)),
    unset: settings.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

const longestAlert = 365;

function findingsOf(params: UpdateEntitlementBillingParams): Finding[] {
  const findings = billingFindings(params);
  const alert = params.alertDaysBeforeEnd;
  if (typeof alert === 'number' && (alert < 1 || alert > longestAlert))
    findings.push({ pointer: '/alertDaysBeforeEnd', message: `must be 1 to ${longestAlert}` });
  return findings;
}

/** Sets billing settings of this entitlement that override the offer’s; null returns to the offer’s value (R41). */
async function changeBilling(
  scope: OrgTransaction,
  entitlementId: string,
  params: UpdateEntitlementBillingParams,
): Promise<EntitlementRow> {
  const findings = findingsOf(params);
  if (findings.length > 0) throw invalid(findings);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireState(entitlement, 'changeBilling');
  if (terms.some((name) => (params[name] ?? null) !== null))
    await requireMayChangeSale(scope, 'Other terms of payment');
  const stored = JSON.parse(entitlement.billing_overrides) as JsonObject;
  const given = settings.filter((name) => params[name] !== undefined);
  const overrides = mergePatch(stored, Object.fromEntries(given.map((name) => [name, params[name]])));
  const offer = entitlement.offer_id ? await findOffer(scope, entitlement.offer_id) : undefined;
  // Absent settings are unchanged, including settings from the marketplace.
  const { set, unset } = effectiveSettings(given, offer ? JSON.parse(offer.info) : {}, overrides);
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    info: JSON.stringify(set),
    removeInfo: unset,
    billingOverrides: JSON.stringify(overrides),
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
  });
}
