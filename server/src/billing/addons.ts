import { z } from 'zod';
import type { BillingAddonRecord } from '../entitlements/records.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { readRoute } from '../platform/http/read-route.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { type Batch, RawJson, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import {
  type AddonRow,
  addonColumns,
  encodeAddon,
  insertAddon,
  lockAddon,
  recordAddon,
  selectAddon,
  writeAddon,
} from './addon-store.ts';
import { addonErrors } from './errors.ts';
import { BillingAddon, CreateAndUpdateAddonParams } from './records.ts';

const common = {
  group: 'Billing',
  response: BillingAddon,
  responseDescription: 'The addon template',
} as const;
const path = '/org/{orgId}/addon';
const pathOfOne = '/org/{orgId}/addon/{addonId}';
const missing = [addonErrors.addon_not_found.definition];

export const listAddonsRoute = route({
  method: 'GET',
  path,
  operationId: 'listAddons',
  group: 'Billing',
  summary: 'List addon templates',
  description: 'Sorted by creation time and id; deleted templates are omitted.',
  access: 'billing:read',
  query: z.object(pageParameters()),
  response: z.array(BillingAddon),
  responseDescription: 'A page of addon templates',
  run: {
    kind: 'batch',
    batch: (scope, request) =>
      listBatch(scope, request, {
        table: 'addon_template',
        columns: addonColumns.map(([, column]) => column),
        filters: { status: 'ACTIVE' },
        encode: encodeAddon,
      }),
  },
});

export const createAddonRoute = route({
  ...common,
  method: 'POST',
  path,
  operationId: 'createAddon',
  summary: 'Create an addon template',
  description:
    'To apply a template, send its id as the id of an addon to an entitlement. A body with `chargeOn` is ' +
    'meant for applying an addon and is rejected (400).',
  access: 'billing:write',
  body: CreateAndUpdateAddonParams,
  example: { name: 'Onboarding', description: 'Two days with an engineer', amount: 2400 },
  run: {
    kind: 'batch',
    batch: (scope, { body, parsedBody }) => {
      requireTemplate(parsedBody);
      return createAddon(scope, body);
    },
  },
});

/**
 * Rejects a request to apply an addon. Such a request reaches this route if its entitlement id is `..`,
 * because paths are normalized. @throws 400 for a body with `chargeOn`
 */
function requireTemplate(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'chargeOn' in body)
    throw invalid([
      { pointer: '/chargeOn', message: 'applies to an addon of an entitlement, not to a template' },
    ]);
}

function createAddon(scope: OrgScope, { name, description, amount }: CreateAndUpdateAddonParams): Batch {
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

export const getAddonRoute = readRoute({
  ...common,
  path: pathOfOne,
  operationId: 'getAddon',
  summary: 'Get an addon template',
  description: 'A deleted template is returned with the status DELETED.',
  access: 'billing:read',
  select: (scope, { addonId }) => selectAddon(scope, addonId),
  notFound: addonErrors.addon_not_found,
  encode: encodeAddon,
});

export const updateAddonRoute = route({
  ...common,
  method: 'PATCH',
  path: pathOfOne,
  operationId: 'updateAddon',
  condition: { lock: lockRows(['addon_template', 'addonId']) },
  summary: 'Change an addon template',
  description: 'Absent fields are unchanged. Addons that were already applied do not change.',
  access: 'billing:write',
  body: CreateAndUpdateAddonParams,
  example: { amount: 2600 },
  errors: [...missing, addonErrors.addon_deleted.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => ({
      body: new RawJson(encodeAddon(await updateAddon(scope, params.addonId, body))),
    }),
  },
});

/**
 * Changes an addon template. Absent fields are unchanged, and null removes a field (R8). Addons that were
 * already applied do not change.
 */
async function updateAddon(
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

export const deleteAddonRoute = route({
  method: 'DELETE',
  path: pathOfOne,
  operationId: 'deleteAddon',
  condition: { lock: lockRows(['addon_template', 'addonId']) },
  group: 'Billing',
  summary: 'Delete an addon template',
  description: 'A deleted template can no longer be applied. Addons that were already applied are kept.',
  access: 'billing:write',
  response: z.string(),
  responseDescription: 'Id of the deleted template',
  errors: [...missing, addonErrors.addon_deleted.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      await deleteAddon(scope, params.addonId);
      return { body: params.addonId };
    },
  },
});

/** Marks a template as deleted, so that it can no longer be applied. */
async function deleteAddon(scope: OrgTransaction, id: string): Promise<void> {
  const addon = await lockActive(scope, id);
  const row = await writeAddon(scope, { ...addon, status: 'DELETED' });
  await scope.query(recordAddon(scope, 'DELETE', row, addon));
}

async function lockActive(scope: OrgTransaction, id: string): Promise<AddonRow> {
  const addon = await lockAddon(scope, id);
  if (!addon) throw addonErrors.addon_not_found();
  if (addon.status !== 'ACTIVE') throw addonErrors.addon_deleted();
  return addon;
}

/** Reads the template fields that an addon copies; undefined if the template does not exist or is deleted. */
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
