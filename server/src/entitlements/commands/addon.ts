import { Decimal } from 'decimal.js';
import { requireMayChangeSale } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { changeEntitlement, requireEntitlement } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { entitlementErrors } from '../errors.ts';
import type { BillingAddonRecord, EntitlementInfo } from '../records.ts';

/** Finds what an addon gets from the template that its id names, if it is one's. */
export type AddonTemplate = (
  scope: OrgTransaction,
  id: string,
) => Promise<Pick<BillingAddonRecord, 'name' | 'description' | 'amount'> | undefined>;

/**
 * Applies an addon to an entitlement that is ACTIVE (R45). An empty addon is one too; each call adds one. Where the id
 * is a template's, what is absent comes from it; one without an id gets one.
 * @throws 400 for a negative amount, finer than the currency's coin, an id that the entitlement has already, or a state that is not ACTIVE
 */
export async function applyAddon(
  scope: OrgTransaction,
  template: AddonTemplate,
  entitlementId: string,
  addon: BillingAddonRecord,
): Promise<EntitlementRow> {
  if (addon.amount !== undefined && new Decimal(addon.amount).lessThan(0))
    throw invalid([{ pointer: '/amount', message: 'must not be negative' }]);
  const entitlement = await requireEntitlement(scope, entitlementId);
  await requireAddonsSold(scope, entitlement);
  const { addons = [], currency = 'USD' } = JSON.parse(entitlement.info) as EntitlementInfo;
  // Existing clients send an empty id for one that is not set.
  if (addon.id && addons.some((other) => other.id === addon.id))
    throw entitlementErrors.addon_exists(`The entitlement has an addon ${addon.id} already.`);
  const whole = {
    ...(addon.id ? await template(scope, addon.id) : {}),
    ...addon,
    id: addon.id || scope.newId('add'),
  };
  const problem = coinProblem(whole.amount, currency);
  if (problem) throw invalid([{ pointer: '/amount', message: problem }]);
  return changeEntitlement(scope, entitlement, 'UPDATE', { addon: JSON.stringify([whole]) });
}

/** @throws 400 in a state that is not ACTIVE, 409 where sales need an approval that the caller cannot give */
export async function requireAddonsSold(
  scope: OrgTransaction,
  { status }: Pick<EntitlementRow, 'status'>,
): Promise<void> {
  if (status !== 'ACTIVE')
    throw entitlementErrors.entitlement_not_active(`The entitlement is ${status}, not ACTIVE.`);
  await requireMayChangeSale(scope, 'An addon');
}
