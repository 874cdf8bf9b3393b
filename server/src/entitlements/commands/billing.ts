import type { JsonObject } from '../../marketplaces/index.ts';
import { billingFindings, findOffer, requireMayChangeSale } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { mergePatch } from '../../platform/records/merge.ts';
import { modifiedBy } from '../../products/index.ts';
import { changeEntitlement, requireState } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import type { UpdateEntitlementBillingParams } from '../records.ts';
import { requireCurrentEntitlement } from '../terms/index.ts';

/** The first has no counterpart on an offer. */
const settings = [
  'alertDaysBeforeEnd',
  'gracePeriodInDays',
  'netTermsInDays',
  'proratedBilling',
  'taxIds',
  'trialConfig',
] as const;

/** Parts of the terms: they decide what is paid, and when. The offer's own value is always fine. */
const terms = ['gracePeriodInDays', 'netTermsInDays', 'proratedBilling', 'trialConfig'] as const;

/**
 * The values of some settings that apply: the entitlement's own before the offer's (R41).
 * @returns what is set, and the names of what neither has
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

/** Sets what of billing holds for this entitlement only; a null gives the offer's value back (R41). */
export async function changeBilling(
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
  // Settings that are not named stay, also those that the marketplace gave.
  const { set, unset } = effectiveSettings(given, offer ? JSON.parse(offer.info) : {}, overrides);
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    info: JSON.stringify(set),
    removeInfo: unset,
    billingOverrides: JSON.stringify(overrides),
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
  });
}
