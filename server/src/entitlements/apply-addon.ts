import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { isDirect } from '../marketplaces/index.ts';
import { requireMayChangeSale } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import { backoff, enqueue, type JobDefinition } from '../platform/jobs/queue.ts';
import { coinProblem } from '../platform/money-and-time/coins.ts';
import { addWarning, changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { addonRequestExample } from './examples.ts';
import type { EntitlementPages } from './page-links.ts';
import { requireEntitlement } from './preconditions.ts';
import { BillingAddonRecord, type EntitlementInfo, WorkloadEntitlement } from './records.ts';
import { approvalErrors } from './response.ts';

const addonRoute = (
  deps: AddonDeps,
  {
    verb,
    ...own
  }: { verb: 'addon' | 'applyAddon'; operationId: string; summary: string; description: string },
) =>
  route({
    ...own,
    method: 'POST',
    path: `/org/{orgId}/entitlement/{entitlementId}/${verb}`,
    group: 'Entitlement',
    access: 'entitlements:write',
    body: BillingAddonRecord,
    example: addonRequestExample,
    response: WorkloadEntitlement,
    responseDescription: 'The entitlement after the change',
    errors: [
      entitlementErrors.entitlement_not_found.definition,
      entitlementErrors.entitlement_not_active.definition,
      entitlementErrors.addon_exists.definition,
      ...approvalErrors,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, request) =>
        deps.pages.answerChange(
          scope,
          request,
          await applyAddon(scope, deps, request.params.entitlementId, request.body),
        ),
    },
  });

const whatAddonsAre =
  'The entitlement must be ACTIVE. Each call adds one addon. If its id is that of an addon template, absent name, ' +
  'description and amount come from the template. An invoice charges the addon of a direct sale. At a ' +
  'marketplace it is charged as usage of the metered dimension whose key equals the id: amount divided by the unit price, or one ' +
  'unit without an amount, on `chargeOn`. If the addon cannot be charged, `metaInfo.warningMessages` has a warning.';

export const addonRoutes = (deps: AddonDeps) => [
  addonRoute(deps, {
    verb: 'addon',
    operationId: 'applyAddonToEntitlement',
    summary: 'Apply an addon to an entitlement',
    description:
      `${whatAddonsAre} With \`..\` in place of the entitlement, a client that normalizes paths creates a template: ` +
      '`…/applyAddon` is safe.',
  }),
  addonRoute(deps, {
    verb: 'applyAddon',
    operationId: 'applyAddon',
    summary: 'Apply an addon to an entitlement, at a separate path',
    description: whatAddonsAre,
  }),
];

/** Finds the defaults of an addon in the addon template with the same id, if the template exists. */
type AddonTemplate = (
  scope: OrgTransaction,
  id: string,
) => Promise<Pick<BillingAddonRecord, 'name' | 'description' | 'amount'> | undefined>;

/**
 * Decides whether the marketplace can charge an addon, as usage of the dimension with the addon’s id. The
 * warning contains the reason why the addon is not charged, or the part that is not charged yet.
 */
export type AddonCharge = (
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  addon: BillingAddonRecord & { id: string },
) => Promise<{ isCharged: boolean; warning?: string | undefined }>;

/** Functions of later slices that applying an addon needs. */
export type AddonDeps = { addonTemplate: AddonTemplate; addonCharge: AddonCharge; pages: EntitlementPages };

/**
 * Applies an addon to an ACTIVE entitlement (R45); each call adds one, and an empty addon is allowed. Absent
 * fields come from the template with the same id; the service generates an id for an addon without an id.
 * Invoices charge addons of direct sales, and the marketplace charges addons of marketplace sales; an addon
 * that cannot be charged is added with a warning.
 * @throws 400 for a negative amount, an amount with more decimals than the currency, an existing id, or a
 * status other than ACTIVE
 */
async function applyAddon(
  scope: OrgTransaction,
  { addonTemplate, addonCharge }: AddonDeps,
  entitlementId: string,
  addon: BillingAddonRecord,
): Promise<EntitlementRow> {
  if (addon.amount !== undefined && new Decimal(addon.amount).lessThan(0))
    throw invalid([{ pointer: '/amount', message: 'must not be negative' }]);
  const entitlement = await requireEntitlement(scope, entitlementId);
  await requireAddonsSold(scope, entitlement);
  const { addons = [], currency = 'USD' } = JSON.parse(entitlement.info) as EntitlementInfo;
  // Existing clients send an empty id to leave it unset.
  if (addon.id && addons.some((other) => other.id === addon.id))
    throw entitlementErrors.addon_exists(`The entitlement already has an addon ${addon.id}.`);
  const whole = {
    ...(addon.id ? await addonTemplate(scope, addon.id) : {}),
    ...addon,
    id: addon.id || scope.newId('add'),
  };
  const problem = coinProblem(whole.amount, currency);
  if (problem) throw invalid([{ pointer: '/amount', message: problem }]);
  const { isCharged, warning } = await chargeAtMarketplace(scope, addonCharge, entitlement, whole);
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    addon: JSON.stringify([whole]),
    ...(warning === undefined ? {} : addWarning(entitlement, warning)),
    eventChange: isCharged ? undefined : 'ADDON_NOT_CHARGED',
  });
}

/**
 * Requires an ACTIVE entitlement, and a caller who may add to a sale.
 * @throws 400 for another status, 409 if sales need an approval that the caller cannot give
 */
export async function requireAddonsSold(
  scope: OrgTransaction,
  { status }: Pick<EntitlementRow, 'status'>,
): Promise<void> {
  if (status !== 'ACTIVE')
    throw entitlementErrors.entitlement_not_active(`Entitlement status: ${status}; allowed: ACTIVE.`);
  await requireMayChangeSale(scope, 'An addon');
}

/**
 * Schedules the marketplace’s charge of an addon. Invoices charge addons of direct sales, and a zero amount is not
 * charged.
 */
async function chargeAtMarketplace(
  scope: OrgTransaction,
  addonCharge: AddonCharge,
  entitlement: EntitlementRow,
  addon: BillingAddonRecord & { id: string },
): Promise<Awaited<ReturnType<AddonCharge>>> {
  if (isDirect(entitlement.partner) || addon.amount === 0) return { isCharged: true };
  const charge = await addonCharge(scope, entitlement, addon);
  if (charge.isCharged) await scheduleAddon(scope, entitlement.id, addon);
  return charge;
}

/** `amount`: an exact decimal; absent: one unit of the dimension. `at`: when to charge the addon, RFC 3339. */
export type AddonPayload = {
  entitlementId: string;
  addonId: string;
  amount?: string | undefined;
  at: string;
};

/**
 * Job that charges an addon at its time as usage of the dimension with the addon’s id. The handler is in `metering/`,
 * above this slice.
 */
export const addonJob: JobDefinition<AddonPayload> = {
  kind: 'entitlements.chargeAddon',
  payload: z.object({
    entitlementId: z.string(),
    addonId: z.string(),
    amount: z.string().optional(),
    at: z.string(),
  }),
  lane: ({ entitlementId, addonId }) => `addon:${entitlementId}:${addonId}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};

/** Schedules the charge of an addon: now, or on its date. */
async function scheduleAddon(
  scope: OrgTransaction,
  entitlementId: string,
  { id: addonId, amount, chargeOn }: BillingAddonRecord & { id: string },
): Promise<void> {
  const date = chargeOn ? Date.parse(chargeOn) : 0;
  const at = new Date(Math.max(date, scope.now.getTime()));
  const payload = { entitlementId, addonId, amount: amount?.toString(), at: at.toISOString() };
  await scope.query(enqueue(scope, addonJob, payload, { at }));
}
