import type { BillingAddonRecord } from '../entitlements/records.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { type Batch, RawJson } from '../platform/http/route.ts';
import { type AddonRow, encodeAddon } from './columns.ts';
import { billingErrors } from './errors.ts';
import type { CreateAndUpdateAddonParams } from './records.ts';
import { insertAddon, lockAddon, recordAddon, selectAddon, writeAddon } from './store.ts';

export function createAddon(
  scope: OrgScope,
  { name, description, amount }: CreateAndUpdateAddonParams,
): Batch {
  const now = scope.now.toISOString();
  const addon: AddonRow = {
    organization_id: scope.organizationId,
    id: scope.newId('adn'),
    name: name ?? null,
    description: description || null,
    info: JSON.stringify({ amount }),
    status: 'ACTIVE',
    creation_time: now,
    last_update_time: now,
    sequence: 1,
  };
  return {
    statements: [insertAddon(scope, addon), recordAddon(scope, 'CREATE', addon)],
    respond: () => ({ body: new RawJson(encodeAddon(addon)) }),
  };
}

async function lockActive(scope: OrgTransaction, id: string): Promise<AddonRow> {
  const addon = await lockAddon(scope, id);
  if (!addon) throw billingErrors.addon_not_found();
  if (addon.status !== 'ACTIVE') throw billingErrors.addon_deleted();
  return addon;
}

/**
 * Changes an addon. What is absent stays, and null takes a field away (R8). Addons that were applied before keep what
 * they were.
 */
export async function updateAddon(
  scope: OrgTransaction,
  id: string,
  { name, description, amount }: CreateAndUpdateAddonParams,
): Promise<AddonRow> {
  const addon = await lockActive(scope, id);
  const row = await writeAddon(scope, {
    ...addon,
    name: name === undefined ? addon.name : name || null,
    description: description === undefined ? addon.description : description || null,
    info: amount === undefined ? addon.info : JSON.stringify(amount === null ? {} : { amount }),
  });
  await scope.query(recordAddon(scope, 'UPDATE', row, addon));
  return row;
}

/** Deletes a template: it is marked and can no longer be applied. */
export async function deleteAddon(scope: OrgTransaction, id: string): Promise<void> {
  const addon = await lockActive(scope, id);
  const row = await writeAddon(scope, { ...addon, status: 'DELETED' });
  await scope.query(recordAddon(scope, 'DELETE', row, addon));
}

/** Finds what an addon gets from the template that its id names; nothing where there is no such template, or no more. */
export async function addonTemplate(
  scope: OrgTransaction,
  id: string,
): Promise<Pick<BillingAddonRecord, 'name' | 'description' | 'amount'> | undefined> {
  const [addon] = await scope.query<AddonRow>(selectAddon(scope, id));
  if (addon?.status !== 'ACTIVE') return undefined;
  const { amount } = JSON.parse(addon.info) as { amount?: number };
  return {
    ...(addon.name === null ? {} : { name: addon.name }),
    ...(addon.description === null ? {} : { description: addon.description }),
    ...(amount === undefined ? {} : { amount }),
  };
}
